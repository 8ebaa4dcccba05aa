import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A file of the built web interface, ready to be sent. */
export interface WebFile {
  readonly type: string
  readonly etag: string
  /** Its name changes with its content, so it may be cached permanently. */
  readonly isHashed: boolean
  plain(): Promise<Buffer>
  /** Compressed on the first request and cached; undefined if compression gains nothing. */
  packed(encoding: WebFileEncoding): Promise<Buffer> | undefined
}

const PACKED = '.br'
/** Below this, compression saves nothing. */
const MIN_PACKED_BYTES = 256

export type WebFileEncoding = 'br' | 'gzip'
export type WebFiles = ReadonlyMap<string, WebFile>

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.txt': 'text/plain; charset=utf-8',
}

/**
 * Only what is in the folder now is ever read, whatever path is requested. The content is read when it is: most of it
 * is in languages and of pages that nobody opens on this server.
 */
export async function listWebFiles(folder: string): Promise<WebFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const wanted = entries
    .filter(({ name }) => !name.startsWith('.') && !name.endsWith(PACKED))
    .filter((it) => it.isFile())
  const files = await Promise.all(
    wanted.map(async (entry): Promise<[string, WebFile]> => {
      const path = join(entry.parentPath, entry.name)
      const name = path.slice(folder.length).split(sep).join('/')
      return [name, await openWebFile(path, name)]
    }),
  )
  return new Map(files)
}

async function openWebFile(path: string, name: string): Promise<WebFile> {
  const isHashed = name.startsWith('/assets/')
  // The others are few and small, and together as old as the page, which is in memory too.
  const inMemory = isHashed ? undefined : await readFile(path)
  const plain = async () => inMemory ?? readFile(path)
  const size = inMemory?.length ?? (await stat(path)).size
  const type = types[extname(name)] ?? 'application/octet-stream'
  const isPackable = size >= MIN_PACKED_BYTES && /^text|json|svg/.test(type)
  const packs = new Map<WebFileEncoding, Promise<Buffer>>()
  return {
    type,
    etag: etagOf(inMemory ?? name),
    isHashed,
    plain,
    packed(encoding) {
      if (!isPackable) return undefined
      const packed = packs.get(encoding) ?? pack(path, encoding, plain)
      packs.set(encoding, packed)
      // The next request tries again.
      packed.catch(() => packs.delete(encoding))
      return packed
    },
  }
}

const etagOf = (content: Buffer | string): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`

async function pack(path: string, encoding: WebFileEncoding, plain: () => Promise<Buffer>): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(await plain(), { level: 9 })
  // The build compresses what everyone loads first, better than there is time for here.
  const packedBefore = await readFile(path + PACKED).catch(() => undefined)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
  return packedBefore ?? promisify(brotliCompress)(await plain(), { params })
}
