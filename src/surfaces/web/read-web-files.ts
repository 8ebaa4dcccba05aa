import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A file of the built web interface, ready to be sent. */
export interface WebFile {
  readonly type: string
  readonly etag: string
  /** Its name changes with its content, so it may be cached permanently. */
  readonly isHashed: boolean
  readonly plain: Buffer
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

/** Everything in memory: a few megabytes, and no requested path ever reaches the disk. */
export async function readWebFiles(folder: string): Promise<WebFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const wanted = entries
    .filter(({ name }) => !name.startsWith('.') && !name.endsWith(PACKED))
    .filter((it) => it.isFile())
  const files = await Promise.all(
    wanted.map(async (entry): Promise<[string, WebFile]> => {
      const path = join(entry.parentPath, entry.name)
      const name = path.slice(folder.length).split(sep).join('/')
      return [name, await readWebFile(path, name)]
    }),
  )
  return new Map(files)
}

async function readWebFile(path: string, name: string): Promise<WebFile> {
  const plain = await readFile(path)
  const type = types[extname(name)] ?? 'application/octet-stream'
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  const packs = new Map<WebFileEncoding, Promise<Buffer>>()
  // The build compresses what everyone loads first, better than there is time for here.
  const packedBefore = await readFile(path + PACKED).catch(() => undefined)
  if (packedBefore) packs.set('br', Promise.resolve(packedBefore))
  const isPackable = plain.length >= MIN_PACKED_BYTES && /^text|json|svg/.test(type)
  return {
    type,
    etag,
    isHashed: name.startsWith('/assets/'),
    plain,
    packed(encoding) {
      if (!isPackable) return undefined
      const packed = packs.get(encoding) ?? pack(plain, encoding)
      packs.set(encoding, packed)
      return packed
    },
  }
}

function pack(plain: Buffer, encoding: WebFileEncoding): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(plain, { level: 9 })
  return promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
}
