import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { problem } from '../../contract/problems.ts'

/**
 * Unpacks an npm package: only plain files and folders, nothing outside its folder, no links, within size limits. The
 * complete folder is moved into place at the end, so that a crash leaves no partial package.
 */
export async function unpackPackage(tarball: Uint8Array, folder: string): Promise<void> {
  const files = readTar(await unzip(tarball))
  if (files.length === 0) throw problem('unprocessable', 'The package contains no files.')
  const fresh = `${folder}.${randomBytes(4).toString('hex')}`
  try {
    for (const { path, bytes } of files) {
      const target = join(fresh, path)
      if (!target.startsWith(fresh + sep)) throw badEntry(path)
      await writeEntry(target, bytes).catch((error) => {
        throw isFaultOfName(error) ? badEntry(path) : error
      })
    }
    await rm(folder, { recursive: true, force: true })
    await rename(fresh, folder)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

async function writeEntry(target: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, bytes, { mode: 0o644 })
}

/** Longer than the file system allows, or both a file and a folder. */
const isFaultOfName = (error: NodeJS.ErrnoException): boolean =>
  ['ENAMETOOLONG', 'ENOTDIR', 'EISDIR', 'EEXIST', 'EINVAL'].includes(error.code ?? '')

async function unzip(bytes: Uint8Array): Promise<Buffer> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return Buffer.from(bytes)
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: MAX_BYTES })
  } catch {
    throw problem('unprocessable', `The package is damaged, or larger than ${MAX_BYTES >> 20} MiB when unpacked.`)
  }
}

interface TarFile {
  path: string
  bytes: Buffer
}

/** Entries are in one top-level folder, usually `package/`, which is removed from their paths. */
export function readTar(tar: Buffer): TarFile[] {
  const files: TarFile[] = []
  const seen = new Set<string>()
  let longName: string | undefined
  for (let at = 0; at + BLOCK <= tar.length; ) {
    const head = tar.subarray(at, at + BLOCK)
    if (head.every((byte) => byte === 0)) break
    const size = octal(head, 124, 12)
    const type = String.fromCharCode(head[156]!)
    const body = tar.subarray(at + BLOCK, at + BLOCK + size)
    if (body.length < size) throw damaged()
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
    if (type === 'x') longName = paxPath(body) ?? longName
    else if (type === 'L') longName = textOf(body, 0, body.length)
    else if (type === 'g' || type === '5') longName = undefined
    else {
      const name = longName ?? nameOf(head)
      longName = undefined
      if (type !== '0' && type !== '\0' && type !== '7') throw badEntry(name)
      const path = safePath(name)
      if (path === undefined) continue
      if (seen.has(path)) throw badEntry(path)
      seen.add(path)
      files.push({ path, bytes: Buffer.from(body) })
      if (files.length > MAX_FILES) throw problem('unprocessable', `The package contains more than ${MAX_FILES} files.`)
    }
  }
  return files
}

function safePath(name: string): string | undefined {
  const parts = name.replaceAll('\\', '/').split('/')
  if (name.startsWith('/') || name.includes('\0') || parts.includes('..') || /^[a-z]:/i.test(name)) {
    throw badEntry(name)
  }
  const [, ...inside] = parts.filter((part) => part !== '' && part !== '.')
  return inside.length === 0 ? undefined : inside.join('/')
}

const nameOf = (head: Buffer): string => {
  const [name, prefix] = [textOf(head, 0, 100), textOf(head, 345, 155)]
  return textOf(head, 257, 5) === 'ustar' && prefix ? `${prefix}/${name}` : name
}

function textOf(from: Buffer, start: number, length: number): string {
  const part = from.subarray(start, start + length)
  const end = part.indexOf(0)
  return part.subarray(0, end < 0 ? part.length : end).toString('utf8')
}

function octal(from: Buffer, start: number, length: number): number {
  const text = textOf(from, start, length).trim()
  const size = /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : Number.NaN
  if (!Number.isSafeInteger(size) || size > MAX_BYTES) throw damaged()
  return size
}

function paxPath(body: Buffer): string | undefined {
  return /(?:^|\n)\d+ path=([^\n]*)\n/.exec(body.toString('utf8'))?.[1]
}

/** An entry outside the folder, a duplicate, or not a file. */
const badEntry = (path: string) =>
  problem('unprocessable', `The package contains an entry that is not allowed: ${path}`)
const damaged = () => problem('unprocessable', 'The package is damaged.')

const BLOCK = 512
const MAX_BYTES = 100 << 20
const MAX_FILES = 5000
