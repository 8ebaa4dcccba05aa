import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createInflateRaw } from 'node:zlib'
import type { Archive, ArchiveEntry } from '../formats/archive/archive.ts'
import { FileSource } from '../formats/archive/file-source.ts'
import { maxUnpackedSize, refuseOversizedEntry } from '../formats/archive/unpack-zip-entry.ts'
import { openZip } from '../formats/archive/zip.ts'
import { FormatError } from '../formats/errors.ts'
import type { Limits } from '../formats/limits.ts'
import { ForeignFileError } from '../store/foreign/copy-foreign-database.ts'

/**
 * Unpacks a zip into our own folder: only databases, exports and pictures, and no path that leads out of it. Anything
 * else is returned as it is.
 */
export async function unpackImportZip(given: string, target: string, limits: Limits): Promise<string> {
  if ((await stat(given)).isDirectory() || !(await readFileHead(given)).subarray(0, 4).equals(ZIP)) return given
  await mkdir(target, { recursive: true, mode: 0o700 })
  const source = new FileSource(given)
  try {
    const zipLimits = { ...limits, entryBytes: MAX_UNPACKED, archiveEntries: MAX_ENTRIES }
    const archive = openZip(source, zipLimits)
    let total = 0
    for (const entry of archive.entries) {
      const parts = entry.name.split('/').filter((part) => part !== '' && part !== '.')
      if (!entry.isFile || parts.includes('..') || !WANTED.test(basename(entry.name))) continue
      total += entry.size
      if (total > MAX_UNPACKED) throw tooLarge()
      const path = resolve(target, ...parts)
      if (!path.startsWith(target + sep)) continue
      await unpackEntry(archive, entry, { from: given, to: path, limits: zipLimits }).catch((error) => {
        throw isFaultOfName(error) ? damagedEntry(entry) : error
      })
    }
    archive.close()
  } catch (error) {
    // A damaged zip or a zip bomb is a fault of the given file.
    throw error instanceof FormatError ? new ForeignFileError(error.message) : error
  } finally {
    source.close()
  }
  const [only, ...others] = await readdir(target, { withFileTypes: true })
  // Most programs that zip a folder put the folder itself in.
  return only?.isDirectory() && others.length === 0 ? join(target, only.name) : target
}

/** A database may be larger than memory, and unpacking it at once would keep the server from answering. */
async function unpackEntry(
  archive: Archive,
  entry: ArchiveEntry,
  { from, to, limits }: { from: string; to: string; limits: Limits },
): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const range = archive.locate(entry)
  if (!range || range.packedSize === 0) {
    if (entry.size > MAX_IN_MEMORY) throw tooLarge()
    await writeFile(to, await archive.read(entry), { mode: 0o600 })
    return
  }
  refuseOversizedEntry(entry.name, entry.size, entry.packedSize, limits)
  const packed = createReadStream(from, { start: range.offset, end: range.offset + range.packedSize - 1 })
  const bounded = refuseMoreThan(maxUnpackedSize(range.packedSize, limits))
  const file = createWriteStream(to, { mode: 0o600 })
  try {
    if (range.method === 8) await pipeline(packed, createInflateRaw(), bounded, file)
    else await pipeline(packed, bounded, file)
  } catch (error) {
    if (error instanceof ForeignFileError || !(error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw error
    throw damagedEntry(entry)
  }
}

const damagedEntry = ({ name }: ArchiveEntry) =>
  new ForeignFileError(`“${name.slice(0, 200)}” is damaged and can’t be unpacked.`)

/** No file can have this name: it is too long, contains NUL, or is both a file and a folder. */
const isFaultOfName = (error: NodeJS.ErrnoException): boolean =>
  ['ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE', 'EEXIST', 'ENOTDIR', 'EISDIR'].includes(error.code ?? '')

function refuseMoreThan(max: number): Transform {
  let seen = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      if (seen > max) done(tooLarge())
      else done(null, chunk)
    },
  })
}

const tooLarge = () => new ForeignFileError('The zip file is larger than this server accepts when unpacked.')

/** The first bytes of a file, by which its kind is recognised. */
export async function readFileHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new ForeignFileError(`The file at ${path} can’t be read (${error.code}).`)
  })
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const ZIP = Buffer.from('PK\x03\x04', 'latin1')
const WANTED = /\.((db|sqlite3?)(-wal|-journal)?|jsonl|gz|jpe?g|png|webp|avif|gif)$/i
const MAX_IN_MEMORY = 256 * 2 ** 20
const MAX_UNPACKED = 16 * 2 ** 30
/** Kavita has a cover for each chapter. */
const MAX_ENTRIES = 1_000_000
