import { FormatError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import type { ArchiveEntry } from './archive.ts'
import type { FileSource } from './file-source.ts'
import { DIRECTORY_ENTRY_SIGNATURE, findZipDirectory } from './find-zip-directory.ts'
import { decodeZipNames, type RawName } from './zip-names.ts'

// Our own parser because we need what libraries don't expose, the offset of every entry's data, and because available
// libraries refuse whole archives for defects that are common in comics: bytes before or after the archive, an end
// signature inside the comment, one odd name. Paragraphs: PKWARE APPNOTE 6.3.10.

export interface ZipEntry extends ArchiveEntry {
  readonly crc32: number
  readonly method: number
  readonly needsSevenZip: boolean
  /** Offset of the local header in the file. */
  readonly headerOffset: number
  /** Estimated length of the local header, from the lengths of name and extra field in the directory. */
  readonly headerLength: number
}

export function readZipDirectory(source: FileSource, limits: Limits): ZipEntry[] {
  const end = findZipDirectory(source)
  const directory = end.directory
  const shift = end.shift
  const raw: Omit<ZipEntry, 'name'>[] = []
  const names: RawName[] = []
  let at = 0
  while (at + 46 <= directory.length && directory.readUInt32LE(at) === DIRECTORY_ENTRY_SIGNATURE) {
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
      needsSevenZip: isEncrypted || !ownMethods.has(method),
      // For stored entries the packed size is the real size, whatever else is declared.
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

/** Unpacked without 7-Zip: stored, deflate, zstd. */
const ownMethods: ReadonlySet<number> = new Set([0, 8, 93])

// Bit 0: any encryption (method 99: WinZip AES); bit 6: strong; bit 13: values in the directory are masked.
const ENCRYPTED = 0x2041
/** §4.5.3: sizes and offset that don't fit in 32 bits are in the extra field, only those, in this order. */
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

/** Excludes directories, links and devices; only systems with Unix modes (3 Unix, 19 OS X) mark the latter two. */
function isRegularFile(name: Buffer, system: number, attributes: number): boolean {
  const last = name[name.length - 1]
  if (last === 0x2f || last === 0x5c) return false
  if (system === 3 || system === 19) {
    const type = (attributes >>> 16) & 0xf000
    if (type !== 0) return type === 0x8000
  }
  return (attributes & 0x10) === 0
}

/** Overlapping entries are how a ZIP bomb fits 100 GB into 150 KB. Valid entries fit into the file side by side. */
function refuseOverlap(entries: readonly ZipEntry[], fileSize: number): void {
  let sum = 0
  for (const entry of entries) {
    if (entry.headerOffset + entry.packedSize <= fileSize) sum += entry.packedSize
  }
  if (sum > fileSize)
    throw new FormatError('parser', 'The entries of this archive overlap: it is damaged or a ZIP bomb.')
}
