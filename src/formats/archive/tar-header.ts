import { FormatError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import type { ArchiveEntry } from './archive.ts'

export const TAR_BLOCK_BYTES = 512

/** Whether this block is a tar header. The checksum is the only thing all tars have in common. */
export function isTarHeader(block: Buffer): boolean {
  if (block.length < TAR_BLOCK_BYTES) return false
  const written = readNumber(block, 148, 8)
  let unsigned = 8 * 0x20
  let signed = unsigned
  for (let at = 0; at < TAR_BLOCK_BYTES; at++) {
    if (at >= 148 && at < 156) continue
    unsigned += block[at]!
    signed += block.readInt8(at)
  }
  // Some old tars summed signed characters.
  return written === unsigned || written === signed
}

/**
 * Reads the headers of a tar one after the other: POSIX ustar, pax and GNU long names. Long names and sizes are in
 * separate entries before the one they describe: `wantsBody` requests their contents, and `addBody` takes them.
 */
export class TarHeaderReader {
  readonly entries: ArchiveEntry[] = []
  ended = false
  readonly #limits: Limits
  #longName: string | undefined
  #pax: Map<string, string> | undefined
  #pending: number | undefined

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** The entry that starts with this block; undefined when the block describes the next entry. */
  addHeader(block: Buffer): { size: number; entry: ArchiveEntry | undefined } {
    if (block.every((byte) => byte === 0) || !isTarHeader(block)) {
      this.ended = true
      if (this.entries.length === 0 && !block.every((byte) => byte === 0))
        throw new FormatError('format_detection', 'This is not a tar archive.')
      return { size: 0, entry: undefined }
    }
    const type = block[156]!
    const written = readNumber(block, 124, 12)
    if (ABOUT_THE_NEXT.has(type)) {
      this.#pending = type
      return { size: written, entry: undefined }
    }
    const size = Number(this.#pax?.get('size') ?? written)
    if (!Number.isSafeInteger(size) || size < 0)
      throw new FormatError('parser', 'The tar archive is damaged: an entry has an impossible size.')
    const name = this.#pax?.get('path') ?? this.#longName ?? readName(block)
    this.#longName = undefined
    this.#pax = undefined
    // Links have a size in some tars, but never data.
    const hasBytes = !(type >= 0x31 && type <= 0x36)
    const entry: ArchiveEntry = {
      index: this.entries.length,
      name,
      isFile: (type === 0 || type === 0x30 || type === 0x37) && !name.endsWith('/'),
      isEncrypted: false,
      size,
      packedSize: size,
      crc32: null,
    }
    if (this.entries.length >= this.#limits.archiveEntries) {
      throw new FormatError('parser', `The archive lists more than ${this.#limits.archiveEntries} entries.`, {
        limit: 'archiveEntries',
      })
    }
    this.entries.push(entry)
    return { size: hasBytes ? size : 0, entry }
  }

  get wantsBody(): boolean {
    return this.#pending !== undefined
  }

  addBody(body: Buffer): void {
    if (this.#pending === GNU_LONG_NAME) this.#longName = untilNull(body)
    if (this.#pending === PAX) this.#pax = readPax(body)
    this.#pending = undefined
  }
}

const GNU_LONG_NAME = 0x4c
const PAX = 0x78
// L and K: GNU long name and long link; x and X: pax records of the next entry, g: of all entries.
const ABOUT_THE_NEXT: ReadonlySet<number> = new Set([GNU_LONG_NAME, 0x4b, PAX, 0x58, 0x67])

function readName(block: Buffer): string {
  const name = untilNull(block.subarray(0, 100))
  // Only POSIX ustar has the prefix; old GNU tar stores other data there.
  if (block.toString('latin1', 257, 263) !== 'ustar\0') return name
  const prefix = untilNull(block.subarray(345, 500))
  return prefix ? `${prefix}/${name}` : name
}

function untilNull(bytes: Buffer): string {
  const end = bytes.indexOf(0)
  const text = bytes.toString('utf8', 0, end < 0 ? bytes.length : end)
  // Names in other encodings stay distinct, even if unreadable.
  return text.includes('\ufffd') ? bytes.toString('latin1', 0, end < 0 ? bytes.length : end) : text
}

/** Octal text, or for large numbers GNU's encoding: the top bit set, then big-endian binary. */
function readNumber(block: Buffer, at: number, length: number): number {
  if (block[at]! & 0x80) {
    let value = block[at]! & 0x7f
    for (let byte = at + 1; byte < at + length; byte++) value = value * 256 + block[byte]!
    return value
  }
  const text = untilNull(block.subarray(at, at + length)).trim()
  return text === '' ? 0 : Number.parseInt(text, 8)
}

/** Records of the form "length key=value\n", where the length is that of the whole record in bytes. */
function readPax(body: Buffer): Map<string, string> {
  const records = new Map<string, string>()
  let at = 0
  while (at < body.length) {
    const space = body.indexOf(0x20, at)
    const length = space < 0 ? 0 : Number.parseInt(body.toString('latin1', at, space), 10)
    if (!(length > 0)) break
    const record = body.toString('utf8', space + 1, at + length - 1)
    const equals = record.indexOf('=')
    if (equals > 0) records.set(record.slice(0, equals), record.slice(equals + 1))
    at += length
  }
  return records
}
