import { FormatError } from '../errors.ts'
import type { FileSource } from './file-source.ts'

export const DIRECTORY_ENTRY_SIGNATURE = 0x02014b50
const END = 0x06054b50
const ZIP64_END = 0x06064b50
const ZIP64_LOCATOR = 0x07064b50
// The end record is 22 bytes and its comment at most 65,535; trailing data isn't part of the archive, but common.
const SHORT_TAIL = 32 * 1024
const LONG_TAIL = 1024 * 1024
// Twenty thousand entries with the longest names of any file system need a quarter of this.
const MAX_DIRECTORY = 64 * 1024 * 1024

export interface FoundZipDirectory {
  directory: Buffer
  /** Number of bytes prepended to the archive, to be added to its offsets. */
  shift: number
}

/** Finds the end record, and from it the directory, ignoring data prepended or appended to the archive. */
export function findZipDirectory(source: FileSource): FoundZipDirectory {
  let seen = false
  let empty: FoundZipDirectory | undefined
  // The first read is small: it covers the end record and directory of an ordinary comic, so one read is enough.
  for (const tailBytes of [SHORT_TAIL, LONG_TAIL]) {
    const start = Math.max(0, source.size - tailBytes)
    const tail = source.readAt(start, source.size - start)
    for (let at = tail.length - 22; at >= 0; at--) {
      if (tail[at] !== 0x50 || tail.readUInt32LE(at) !== END) continue
      seen = true
      // A signature inside the comment, or in a stored archive inside this one, has no directory before it.
      const end = readEnd(source, tail, start, at)
      if (end && end.directory.length > 0) return end
      // Zeros after a signature look like the end of an empty archive: accepted only if nothing better is found.
      empty ??= end
    }
    if (start === 0) break
  }
  if (empty) return empty
  if (seen) throw new FormatError('parser', 'The central directory of this ZIP archive is damaged or encrypted.')
  throw new FormatError('parser', 'The archive has no central directory: it is truncated, or not a ZIP archive.')
}

function readEnd(source: FileSource, tail: Buffer, tailStart: number, at: number): FoundZipDirectory | undefined {
  let count = tail.readUInt16LE(at + 10)
  let size = tail.readUInt32LE(at + 12)
  let offset = tail.readUInt32LE(at + 16)
  let endsAt = tailStart + at
  const wide = readZip64End(source, endsAt)
  if (wide) ({ count, size, offset, endsAt } = wide)
  if (size > endsAt) return undefined
  if (count === 0 && size === 0) return { directory: Buffer.alloc(0), shift: 0 }
  // First the declared offset, then where it must be if data was prepended.
  for (const start of [offset, endsAt - size]) {
    if (start + 46 > endsAt || !isDirectory(source, tail, tailStart, start)) continue
    if (endsAt - start > MAX_DIRECTORY)
      throw new FormatError('parser', 'The central directory of this ZIP archive is impossibly large.')
    const inTail = start - tailStart
    const directory = inTail >= 0 ? tail.subarray(inTail, endsAt - tailStart) : source.readAt(start, endsAt - start)
    return { directory, shift: Math.max(0, start - offset) }
  }
  return undefined
}

function isDirectory(source: FileSource, tail: Buffer, tailStart: number, start: number): boolean {
  const inTail = start - tailStart
  const signature = inTail >= 0 ? tail.subarray(inTail, inTail + 4) : source.readAt(start, 4)
  return signature.length === 4 && signature.readUInt32LE(0) === DIRECTORY_ENTRY_SIGNATURE
}

/** §4.3.14, §4.3.15: the ZIP64 end record, found through the locator before the plain one. */
function readZip64End(source: FileSource, endsAt: number) {
  if (endsAt < 76) return undefined
  const locator = source.readAt(endsAt - 20, 20)
  if (locator.readUInt32LE(0) !== ZIP64_LOCATOR) return undefined
  const written = Number(locator.readBigUInt64LE(8))
  for (const start of [written, endsAt - 76]) {
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
