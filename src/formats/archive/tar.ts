import { asFormatError, FormatError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import type { EntryByteRange } from '../publication.ts'
import { type Archive, type ArchiveEntry, indexByName } from './archive.ts'
import type { FileSource } from './file-source.ts'
import { TAR_BLOCK_BYTES, TarHeaderReader } from './tar-header.ts'
import { SparseExpander, type SparseMap } from './tar-sparse.ts'
import { refuseBrokenLink, refuseOversizedEntry } from './unpack-zip-entry.ts'

// Our own reader: a tar is a sequence of headers and bytes, and with their offsets its pages can be read directly, as
// in a ZIP.

/** Opens a tar that isn't compressed as a whole. */
export function openTar(source: FileSource, limits: Limits): Archive {
  const directory = new TarHeaderReader(limits)
  const offsets: number[] = []
  let at = 0
  while (!directory.ended && at + TAR_BLOCK_BYTES <= source.size) {
    const { size, entry } = directory.addHeader(source.readAt(at, TAR_BLOCK_BYTES))
    if (directory.ended) break
    if (entry) offsets.push(offsets[directory.linkTargets.get(entry.index) ?? -1] ?? at + TAR_BLOCK_BYTES)
    else if (directory.wantsBody)
      directory.addBody(source.readAt(at + TAR_BLOCK_BYTES, Math.min(size, MAX_RECORD_BYTES)))
    at += TAR_BLOCK_BYTES + Math.ceil(size / TAR_BLOCK_BYTES) * TAR_BLOCK_BYTES
  }
  return new TarArchive(source, directory, offsets, limits)
}

/** Long names and pax records are short; a larger one is malformed. */
export const MAX_RECORD_BYTES = 1024 * 1024

class TarArchive implements Archive {
  readonly container = 'tar'
  readonly isSequential = false
  readonly entries: readonly ArchiveEntry[]
  readonly #source: FileSource
  readonly #offsets: readonly number[]
  readonly #directory: TarHeaderReader
  readonly #limits: Limits
  #byName: Map<string, ArchiveEntry> | undefined

  constructor(source: FileSource, directory: TarHeaderReader, offsets: readonly number[], limits: Limits) {
    this.#source = source
    this.#directory = directory
    this.entries = directory.entries
    this.#offsets = offsets
    this.#limits = limits
  }

  find(name: string): ArchiveEntry | undefined {
    this.#byName ??= indexByName(this.entries)
    return this.#byName.get(name)
  }

  async read(entry: ArchiveEntry): Promise<Uint8Array> {
    return this.#readBytes(entry, entry.size)
  }

  async readHead(entry: ArchiveEntry, bytes: number): Promise<Uint8Array> {
    return this.#readBytes(entry, bytes)
  }

  async readHeads(
    entries: readonly ArchiveEntry[],
    bytes: number | ((entry: ArchiveEntry) => number),
    take: Parameters<Archive['readHeads']>[2],
  ): Promise<void> {
    for (const entry of entries) take(entry, this.#tryBytes(entry, typeof bytes === 'number' ? bytes : bytes(entry)))
  }

  async extract(entries: readonly ArchiveEntry[], take: Parameters<Archive['extract']>[1]): Promise<void> {
    for (const entry of entries) if (take(entry, this.#tryBytes(entry, entry.size)) === false) return
  }

  locate(entry: ArchiveEntry): EntryByteRange | null {
    const offset = this.#offsets[entry.index]!
    if (!entry.isFile || entry.isBrokenLink || this.#sparseMapOf(entry) !== undefined) return null
    if (offset + entry.size > this.#source.size) return null
    return { offset, packedSize: entry.size, size: entry.size, method: 0, crc32: null }
  }

  close(): void {
    this.#source.close()
  }

  #tryBytes(entry: ArchiveEntry, bytes: number): Uint8Array | FormatError {
    try {
      return this.#readBytes(entry, bytes)
    } catch (error) {
      return asFormatError(error, 'page_extraction')
    }
  }

  #readBytes(entry: ArchiveEntry, bytes: number): Uint8Array {
    refuseBrokenLink(entry)
    refuseOversizedEntry(entry.name, entry.size, entry.packedSize, this.#limits)
    this.#refuseTruncatedEntry(entry)
    const map = this.#sparseMapOf(entry)
    if (map !== undefined) return expand(this.#readStored(entry, entry.packedSize), map, entry.size)
    return this.#readStored(entry, Math.min(bytes, entry.isFile ? entry.size : 0))
  }

  /** Also if only its head is wanted: otherwise nothing tells that the file ends in the middle of a page. */
  #refuseTruncatedEntry({ index, name, isFile, packedSize }: ArchiveEntry): void {
    if (!isFile || this.#offsets[index]! + packedSize <= this.#source.size) return
    throw new FormatError('page_extraction', `“${name}” is truncated.`, { entry: name })
  }

  #sparseMapOf(entry: ArchiveEntry): SparseMap | undefined {
    return this.#directory.sparseMaps.get(this.#directory.linkTargets.get(entry.index) ?? entry.index)
  }

  #readStored(entry: ArchiveEntry, wanted: number): Uint8Array {
    return this.#source.readAt(this.#offsets[entry.index]!, wanted)
  }
}

function expand(stored: Uint8Array, map: SparseMap, size: number): Uint8Array {
  const whole = new Uint8Array(size)
  let at = 0
  const expander = new SparseExpander(map, size, (piece) => {
    whole.set(piece, at)
    at += piece.length
    return true
  })
  expander.push(stored)
  return whole
}
