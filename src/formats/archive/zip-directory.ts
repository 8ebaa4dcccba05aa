import { FormatError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import type { FileSource } from './file-source.ts'
import { decodeZipNames, type RawName } from './zip-names.ts'

// Written by hand because we need what libraries keep to themselves, the place of every entry's bytes, and because
// those at hand refuse whole archives for faults that readers of comics meet daily: bytes before or after the archive,
// an end signature inside the comment, one odd name. Paragraphs: PKWARE APPNOTE 6.3.10.

export interface ZipEntry {
  readonly index: number
  readonly name: string
  readonly isFile: boolean
  readonly isEncrypted: boolean
  readonly size: number
  readonly packedSize: number
  readonly crc32: number
  readonly method: number
  /** Of the local header, in the file. */
  readonly headerOffset: number
  /** Lengths of name and extra field, as far as the directory knows: a guess at the local header's. */
  readonly headerLength: number
}

export function readZipDirectory(source: FileSource, limits: Limits): ZipEntry[] {
  const end = findEnd(source)
  const directory = end.directory
  const shift = end.shift
  const raw: Omit<ZipEntry, 'name'>[] = []
  const names: RawName[] = []
  let at = 0
  while (at + 46 <= directory.length && directory.readUInt32LE(at) === DIRECTORY_ENTRY) {
    if (raw.length >= limits.archiveEntries) {
      throw new FormatError('parser', `The archive lists more than ${limits.archiveEntries} entries.`, {
        limit: 'archiveEntries',
      })
    }
    const flags = directory.readUInt16LE(at + 8)
    const nameLength = directory.readUInt16LE(at + 28)
    const extraLength = directory.readUInt16LE(at + 30)
    const next = at + 46 + nameLength + extraLength + directory.readUInt16LE(at + 32)
    const nameEnd = at + 46 + nameLength
    if (nameEnd > directory.length) break
    const bytes = directory.subarray(at + 46, nameEnd)
    const extra = directory.subarray(nameEnd, Math.min(nameEnd + extraLength, directory.length))
    const method = directory.readUInt16LE(at + 10)
    const sizes = readSizes(directory, at, extra)
    const isEncrypted = (flags & ENCRYPTED) !== 0 || method === 99
    names.push({ bytes, isUtf8: (flags & 0x800) !== 0, extra })
    raw.push({
      index: raw.length,
      isFile: isRegularFile(bytes, directory.readUInt16LE(at + 4) >> 8, directory.readUInt32LE(at + 38)),
      isEncrypted,
      // Stored bytes are as many as lie there, whatever else is declared.
      size: method === 0 && !isEncrypted ? sizes.packedSize : sizes.size,
      packedSize: sizes.packedSize,
      crc32: directory.readUInt32LE(at + 16),
      method,
      headerOffset: sizes.offset + shift,
      headerLength: 30 + nameLength + extraLength,
    })
    at = next
  }
  const decoded = decodeZipNames(names)
  const entries = raw.map((entry, index) => Object.assign(entry, { name: decoded[index]! }))
  refuseOverlap(entries, source.size)
  return entries
}

// Bit 0: any encryption (method 99: WinZip AES); bit 6: strong; bit 13: the directory's own values are masked.
const ENCRYPTED = 0x2041
const DIRECTORY_ENTRY = 0x02014b50
const END = 0x06054b50
const ZIP64_END = 0x06064b50
const ZIP64_LOCATOR = 0x07064b50
// The end record is 22 bytes and its comment at most 65,535; what follows is not the archive's, but common.
const FIRST_LOOK = 32 * 1024
const LAST_LOOK = 1024 * 1024

interface DirectoryEnd {
  directory: Buffer
  /** How far everything lies behind the place the archive believes, because of bytes put before it. */
  shift: number
}

function findEnd(source: FileSource): DirectoryEnd {
  let seen = false
  let empty: DirectoryEnd | undefined
  // The first look is small: it holds end and directory of an ordinary comic, so that one read is enough.
  for (const look of [FIRST_LOOK, LAST_LOOK]) {
    const start = Math.max(0, source.size - look)
    const tail = source.readAt(start, source.size - start)
    for (let at = tail.length - 22; at >= 0; at--) {
      if (tail[at] !== 0x50 || tail.readUInt32LE(at) !== END) continue
      seen = true
      // A signature inside the comment, or in a stored archive inside this one, has no directory before it.
      const end = readEnd(source, tail, start, at)
      if (end && end.directory.length > 0) return end
      // Zeros behind a signature look like the end of an empty archive: believed only if nothing better comes.
      empty ??= end
    }
    if (start === 0) break
  }
  if (empty) return empty
  if (seen) throw new FormatError('parser', 'The directory of this ZIP archive is damaged or encrypted.')
  throw new FormatError('parser', 'The archive has no directory: it is cut short, or not a ZIP archive at all.')
}

function readEnd(source: FileSource, tail: Buffer, tailStart: number, at: number): DirectoryEnd | undefined {
  let count = tail.readUInt16LE(at + 10)
  let size = tail.readUInt32LE(at + 12)
  let offset = tail.readUInt32LE(at + 16)
  let endsAt = tailStart + at
  const wide = readZip64End(source, endsAt)
  if (wide) ({ count, size, offset, endsAt } = wide)
  if (size > endsAt) return undefined
  if (count === 0 && size === 0) return { directory: Buffer.alloc(0), shift: 0 }
  // First where the archive says, then where it must be if something was put in front of it.
  for (const start of [offset, endsAt - size]) {
    if (start + 46 > endsAt) continue
    const inTail = start - tailStart
    const directory = inTail >= 0 ? tail.subarray(inTail, endsAt - tailStart) : source.readAt(start, endsAt - start)
    if (directory.length < 46 || directory.readUInt32LE(0) !== DIRECTORY_ENTRY) continue
    return { directory, shift: Math.max(0, start - offset) }
  }
  return undefined
}

/** §4.3.14, §4.3.15: the wide end record, found by the locator before the plain one. */
function readZip64End(source: FileSource, endsAt: number) {
  if (endsAt < 76) return undefined
  const locator = source.readAt(endsAt - 20, 20)
  if (locator.readUInt32LE(0) !== ZIP64_LOCATOR) return undefined
  const told = Number(locator.readBigUInt64LE(8))
  for (const start of [told, endsAt - 76]) {
    if (!Number.isSafeInteger(start) || start > endsAt - 76) continue
    const record = source.readAt(start, 56)
    if (record.length < 56 || record.readUInt32LE(0) !== ZIP64_END) continue
    const count = Number(record.readBigUInt64LE(32))
    const size = Number(record.readBigUInt64LE(40))
    const offset = Number(record.readBigUInt64LE(48))
    return { count, size, offset, endsAt: start }
  }
  return undefined
}

/** §4.5.3: sizes and offset that do not fit 32 bits are in the extra field, only those, in this order. */
function readSizes(directory: Buffer, at: number, extra: Buffer) {
  let packedSize = directory.readUInt32LE(at + 20)
  let size = directory.readUInt32LE(at + 24)
  let offset = directory.readUInt32LE(at + 42)
  if (size !== 0xffffffff && packedSize !== 0xffffffff && offset !== 0xffffffff) return { size, packedSize, offset }
  let field = 0
  while (field + 4 <= extra.length) {
    const id = extra.readUInt16LE(field)
    const end = Math.min(field + 4 + extra.readUInt16LE(field + 2), extra.length)
    if (id !== 0x0001) {
      field = end
      continue
    }
    let value = field + 4
    const take = (narrow: number) => {
      if (narrow !== 0xffffffff || value + 8 > end) return narrow
      value += 8
      return Number(extra.readBigUInt64LE(value - 8))
    }
    size = take(size)
    packedSize = take(packedSize)
    offset = take(offset)
    break
  }
  return { size, packedSize, offset }
}

/** Directories, links and devices are no files; only systems with Unix modes (3 Unix, 19 OS X) can tell of the latter. */
function isRegularFile(name: Buffer, system: number, attributes: number): boolean {
  const last = name[name.length - 1]
  if (last === 0x2f || last === 0x5c) return false
  if (system === 3 || system === 19) {
    const type = (attributes >>> 16) & 0xf000
    if (type !== 0) return type === 0x8000
  }
  return (attributes & 0x10) === 0
}

/** Entries that share their bytes are how 100 GB fit into 150 KB. Honest ones fit into the file side by side. */
function refuseOverlap(entries: readonly ZipEntry[], fileSize: number): void {
  let sum = 0
  for (const entry of entries) {
    if (entry.headerOffset + entry.packedSize <= fileSize) sum += entry.packedSize
  }
  if (sum > fileSize)
    throw new FormatError('parser', 'The entries of this archive overlap: it is a ZIP bomb or damaged.')
}
