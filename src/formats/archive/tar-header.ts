import { FormatError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import type { ArchiveEntry } from './archive.ts'
import { type SparseMap, SparseMapReader, sparseMapOfPax } from './tar-sparse.ts'

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
 * Reads the headers of a tar one after the other: POSIX ustar, pax, GNU long names, hard links and sparse files. Long
 * names and sizes are in separate entries before the one they describe: `wantsBody` requests their contents, and
 * `addBody` takes them.
 */
export class TarHeaderReader {
  readonly entries: ArchiveEntry[] = []
  /** The index of the entry that has the bytes, for hard links. */
  readonly linkTargets = new Map<number, number>()
  /** By index, for sparse entries. */
  readonly sparseMaps = new Map<number, SparseMap>()
  ended = false
  readonly #limits: Limits
  readonly #filesByPath = new Map<string, ArchiveEntry>()
  #longName: string | undefined
  #longLink: string | undefined
  #pax: Map<string, string> | undefined
  #pending: number | undefined
  /** A header whose sparse map goes on in the next block. */
  #unfinished: { header: Buffer; sparse: SparseMapReader } | undefined

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** The entry that starts with this block; undefined when the block describes the next entry, or is a part of it. */
  addHeader(block: Buffer): { size: number; entry: ArchiveEntry | undefined } {
    if (this.#unfinished) {
      const { header, sparse } = this.#unfinished
      sparse.addBlock(block, readNumber)
      return this.#addSparseHeader(header, sparse)
    }
    if (block.every((byte) => byte === 0) || !isTarHeader(block)) {
      this.ended = true
      if (this.entries.length === 0 && !block.every((byte) => byte === 0))
        throw new FormatError('format_detection', 'This is not a tar archive.')
      return { size: 0, entry: undefined }
    }
    const type = block[156]!
    if (ABOUT_THE_NEXT.has(type)) {
      this.#pending = type
      return { size: readNumber(block, 124, 12), entry: undefined }
    }
    if (type === GNU_SPARSE) return this.#addSparseHeader(block, new SparseMapReader(block, readNumber))
    return this.#addEntry(block, type, this.#pax && sparseMapOfPax(this.#pax))
  }

  #addSparseHeader(header: Buffer, sparse: SparseMapReader): { size: number; entry: ArchiveEntry | undefined } {
    // Copied: the block is valid only during this call.
    this.#unfinished = sparse.isContinued ? { header: Buffer.from(header), sparse } : undefined
    return this.#unfinished ? { size: 0, entry: undefined } : this.#addEntry(header, GNU_SPARSE, sparse.map)
  }

  #addEntry(block: Buffer, type: number, sparse: SparseMap | undefined): { size: number; entry: ArchiveEntry } {
    if (this.entries.length >= this.#limits.archiveEntries) {
      throw new FormatError('parser', `The archive lists more than ${this.#limits.archiveEntries} entries.`, {
        limit: 'archiveEntries',
      })
    }
    const pax = this.#pax
    const stored = Number(pax?.get('size') ?? readNumber(block, 124, 12))
    const expanded = type === GNU_SPARSE ? readNumber(block, 483, 12) : Number(sparseSizeOf(pax))
    const size = sparse === undefined ? stored : expanded
    if (!(Number.isSafeInteger(stored) && Number.isSafeInteger(size)) || stored < 0 || size < 0)
      throw new FormatError('parser', 'The tar archive is damaged: an entry has an impossible size.')
    const name = pax?.get('GNU.sparse.name') ?? pax?.get('path') ?? this.#longName ?? readName(block)
    const target = pax?.get('linkpath') ?? this.#longLink ?? untilNull(block.subarray(157, 257))
    // Links have a size in some tars, but no data, unless it is a hard link in the pax format.
    const hasBytes = !(type >= HARD_LINK && type <= 0x36) || (type === HARD_LINK && pax !== undefined && stored > 0)
    this.#longName = undefined
    this.#longLink = undefined
    this.#pax = undefined
    const index = this.entries.length
    const entry =
      type === HARD_LINK && !hasBytes
        ? this.#linkTo(target, index, name)
        : {
            index,
            name,
            isFile: (FILES.has(type) || type === HARD_LINK) && !name.endsWith('/'),
            isEncrypted: false,
            size,
            // A hole has no bytes at all, but a size that is out of all proportion is refused.
            packedSize: sparse === undefined ? stored : Math.max(1, stored),
            crc32: null,
          }
    if (sparse !== undefined) this.sparseMaps.set(index, sparse)
    this.entries.push(entry)
    if (entry.isFile) this.#filesByPath.set(pathOf(name), entry)
    return { size: hasBytes ? stored : 0, entry }
  }

  /** A file with several names has its bytes at the first of them. */
  #linkTo(path: string, index: number, name: string): ArchiveEntry {
    const target = this.#filesByPath.get(pathOf(path))
    if (!target) {
      return { index, name, isFile: true, isBrokenLink: true, isEncrypted: false, size: 0, packedSize: 0, crc32: null }
    }
    this.linkTargets.set(index, this.linkTargets.get(target.index) ?? target.index)
    return { ...target, index, name }
  }

  get wantsBody(): boolean {
    return this.#pending !== undefined
  }

  addBody(body: Buffer): void {
    if (this.#pending === GNU_LONG_NAME) this.#longName = untilNull(body)
    if (this.#pending === GNU_LONG_LINK) this.#longLink = untilNull(body)
    if (this.#pending === PAX || this.#pending === SOLARIS_PAX) this.#pax = readPax(body)
    this.#pending = undefined
  }
}

const GNU_LONG_NAME = 0x4c
const GNU_LONG_LINK = 0x4b
const PAX = 0x78
const SOLARIS_PAX = 0x58
/** Not read: it applies to all entries, and names none. */
const GLOBAL_PAX = 0x67
const ABOUT_THE_NEXT: ReadonlySet<number> = new Set([GNU_LONG_NAME, GNU_LONG_LINK, PAX, SOLARIS_PAX, GLOBAL_PAX])
const HARD_LINK = 0x31
const GNU_SPARSE = 0x53
/** Regular files, also in the oldest tars, and those that shall lie in one piece. */
const FILES: ReadonlySet<number> = new Set([0, 0x30, 0x37, GNU_SPARSE])

function sparseSizeOf(pax: ReadonlyMap<string, string> | undefined): string | undefined {
  return pax?.get('GNU.sparse.realsize') ?? pax?.get('GNU.sparse.size')
}

/** Links name their target with or without a leading `./`. */
function pathOf(name: string): string {
  return name
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/')
}

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
    if (equals > 0) addRecord(records, record.slice(0, equals), record.slice(equals + 1))
    at += length
  }
  return records
}

/** The oldest form of sparse maps repeats two records for each pair. */
function addRecord(records: Map<string, string>, key: string, value: string): void {
  if (key !== 'GNU.sparse.offset' && key !== 'GNU.sparse.numbytes') records.set(key, value)
  else {
    const before = records.get('GNU.sparse.map')
    records.set('GNU.sparse.map', before === undefined ? value : `${before},${value}`)
  }
}
