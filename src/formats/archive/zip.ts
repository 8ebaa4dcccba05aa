import { asFormatError, FormatError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import type { EntryByteRange } from '../publication.ts'
import type { Archive, ArchiveEntry } from './archive.ts'
import { indexByName } from './archive.ts'
import type { FileSource } from './file-source.ts'
import { inflateHead } from './inflate-head.ts'
import { ReadWindow } from './read-window.ts'
import { SevenZipUnpacker } from './sevenzip-unpacker.ts'
import { refuseOversizedEntry, unpackZipEntry, unpackZipEntryHead } from './unpack-zip-entry.ts'
import { withoutOuterFolder } from './without-outer-folder.ts'
import { readZipDirectory, type ZipEntry } from './zip-directory.ts'
import { type ZipPassword, zipPassword } from './zip-password.ts'

export function openZip(source: FileSource, limits: Limits, password?: string): Archive {
  const entries = withoutOuterFolder(readZipDirectory(source, limits))
  const readable = password === undefined ? entries : entries.map((entry) => ({ ...entry, isEncrypted: false }))
  return new ZipArchive(source, readable, limits, zipPassword(password, entries))
}

class ZipArchive implements Archive {
  readonly container = 'zip'
  readonly isSequential = false
  readonly entries: readonly ZipEntry[]
  readonly #source: FileSource
  readonly #limits: Limits
  /** Offset of each entry's data, by index: known once its local header has been read. */
  readonly #dataOffsets: (number | undefined)[]
  readonly #sevenZip: SevenZipUnpacker
  #byName: Map<string, ArchiveEntry> | undefined

  constructor(source: FileSource, entries: readonly ZipEntry[], limits: Limits, password: ZipPassword | undefined) {
    this.#source = source
    this.entries = entries
    this.#limits = limits
    this.#sevenZip = new SevenZipUnpacker(source, limits, password)
    this.#dataOffsets = new Array(entries.length)
  }

  find(name: string): ArchiveEntry | undefined {
    this.#byName ??= indexByName(this.entries)
    return this.#byName.get(name)
  }

  async read(wanted: ArchiveEntry): Promise<Uint8Array> {
    const entry = this.#entry(wanted)
    return entry.needsSevenZip ? this.#readWithSevenZip(entry, Number.POSITIVE_INFINITY) : this.#read(entry)
  }

  async readHead(wanted: ArchiveEntry, bytes: number): Promise<Uint8Array> {
    const entry = this.#entry(wanted)
    if (entry.needsSevenZip) return this.#readWithSevenZip(entry, bytes)
    refuseUnreadable(entry)
    const offset = this.#dataOffset(entry)
    // Images barely compress, so this many packed bytes unpack to about as many; data that compresses well yields more.
    let take = bytes
    for (;;) {
      const packed = this.#source.readAt(offset, Math.min(take, entry.packedSize))
      const head = unpackZipEntryHead(entry.method, packed, entry.name)
      if (head.length >= bytes || packed.length < take) return head
      take += Math.max(1024, bytes - head.length)
    }
  }

  async readHeads(
    wanted: readonly ArchiveEntry[],
    bytes: number | ((entry: ArchiveEntry) => number),
    take: (entry: ArchiveEntry, head: Uint8Array | FormatError) => void,
  ): Promise<void> {
    const bytesOf = typeof bytes === 'number' ? () => bytes : bytes
    const entries = wanted.map((entry) => this.#entry(entry)).sort((a, b) => a.headerOffset - b.headerOffset)
    const window = new ReadWindow(this.#source)
    const others: ZipEntry[] = []
    for (const entry of entries) {
      if (entry.needsSevenZip && !entry.isEncrypted) others.push(entry)
      else take(entry, this.#headOf(entry, bytesOf(entry), window))
    }
    if (others.length > 0) await this.#sevenZip.readHeads(others, bytesOf, take)
  }

  async extract(wanted: readonly ArchiveEntry[], take: Parameters<Archive['extract']>[1]): Promise<void> {
    const others: ZipEntry[] = []
    for (const entry of wanted.map((one) => this.#entry(one))) {
      if (entry.needsSevenZip && !entry.isEncrypted) others.push(entry)
      else if (take(entry, this.#readOrError(entry)) === false) return
    }
    if (others.length > 0) await this.#sevenZip.extract(others, take)
  }

  locate(wanted: ArchiveEntry): EntryByteRange | null {
    const entry = this.#entry(wanted)
    if (entry.needsSevenZip || (entry.method !== 0 && entry.method !== 8)) return null
    try {
      const { packedSize, size, method, crc32 } = entry
      const offset = this.#dataOffset(entry)
      return offset + packedSize > this.#source.size ? null : { offset, packedSize, size, method, crc32 }
    } catch {
      return null
    }
  }

  close(): void {
    this.#source.close()
  }

  #entry(wanted: ArchiveEntry): ZipEntry {
    return this.entries[wanted.index]!
  }

  #readOrError(entry: ZipEntry): Uint8Array | FormatError {
    try {
      return this.#read(entry)
    } catch (error) {
      return asFormatError(error, 'page_extraction')
    }
  }

  #read(entry: ZipEntry): Uint8Array {
    refuseUnreadable(entry)
    // Either may be wrong, and memory is allocated for both.
    refuseOversizedEntry(entry.name, Math.max(entry.size, entry.packedSize), entry.packedSize, this.#limits)
    const packed = this.#source.readAt(this.#dataOffset(entry), entry.packedSize)
    if (packed.length < entry.packedSize) throw cutShort(entry)
    return unpackZipEntry(entry.method, packed, entry.size, entry.name, this.#limits)
  }

  async #readWithSevenZip(entry: ZipEntry, bytes: number): Promise<Uint8Array> {
    refuseUnreadable(entry)
    let result: Uint8Array | FormatError | undefined
    await this.#sevenZip.readHeads(
      [entry],
      () => bytes,
      (_entry, content) => {
        result = content
      },
    )
    if (result instanceof Uint8Array) return result
    throw result ?? cutShort(entry)
  }

  #headOf(entry: ZipEntry, bytes: number, window: ReadWindow): Uint8Array | FormatError {
    try {
      refuseUnreadable(entry)
      refuseOversizedEntry(entry.name, entry.size, entry.packedSize, this.#limits)
      // Huffman codes precede the data, so a short head needs more input than its own length.
      const data = Math.min(entry.method === 0 ? bytes : bytes + 256, entry.packedSize)
      // Some slack: the local header may be longer than the directory suggests.
      const near = window.at(entry.headerOffset, entry.headerLength + 64 + data)
      const start = headerLength(near, entry)
      this.#dataOffsets[entry.index] = entry.headerOffset + start
      const packed =
        near.length >= start + data
          ? near.subarray(start, start + data)
          : this.#source.readAt(entry.headerOffset + start, data)
      if (packed.length < data) throw cutShort(entry)
      const short = entry.method === 8 ? inflateHead(packed, bytes) : undefined
      return short ?? unpackZipEntryHead(entry.method, packed, entry.name)
    } catch (error) {
      return asFormatError(error, 'page_extraction')
    }
  }

  #dataOffset(entry: ZipEntry): number {
    const known = this.#dataOffsets[entry.index]
    if (known !== undefined) return known
    const offset = entry.headerOffset + headerLength(this.#source.readAt(entry.headerOffset, 30), entry)
    this.#dataOffsets[entry.index] = offset
    return offset
  }
}

/** §4.3.7: the local header repeats the name and has its own extra field; only the lengths matter here. */
function headerLength(header: Buffer, entry: ZipEntry): number {
  if (header.length < 30 || header.readUInt32LE(0) !== 0x04034b50) throw cutShort(entry)
  return 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
}

function refuseUnreadable(entry: ZipEntry): void {
  if (entry.isEncrypted)
    throw new FormatError('page_extraction', `“${entry.name}” is encrypted.`, { entry: entry.name, encrypted: true })
}

function cutShort(entry: ZipEntry): FormatError {
  return new FormatError('page_extraction', `“${entry.name}” is not where the archive’s directory says.`, {
    entry: entry.name,
  })
}
