import type { FormatError } from '../errors.ts'
import type { EntryByteRange } from '../publication.ts'

/**
 * An open archive of any kind. Reads with blocking calls where that is fastest: archives are opened in worker threads
 * (isolate/), never on a thread that serves requests. Every method throws only FormatError, and enforces the limits the
 * archive was opened with for each entry.
 */
export interface Archive {
  readonly container: 'zip' | 'rar' | 'rar4' | '7z' | 'tar'
  /** True when every read starts from the front of the archive: request everything needed in one call. */
  readonly isSequential: boolean
  /** In the order of the archive's directory. Names may repeat; `index` is unique. */
  readonly entries: readonly ArchiveEntry[]
  /** Finds by exact name; of duplicates the last, which is the one left after unpacking to disk. */
  find(name: string): ArchiveEntry | undefined
  /** Reads the whole entry. */
  read(entry: ArchiveEntry): Promise<Uint8Array>
  /** Reads at least the first `bytes`, or all if the entry is shorter; may return more when that is cheaper. */
  readHead(entry: ArchiveEntry, bytes: number): Promise<Uint8Array>
  /**
   * Reads the heads of many entries in one pass; an error affects only its own entry. The order of calls is up to the
   * archive; a head is valid only during its call.
   */
  readHeads(
    entries: readonly ArchiveEntry[],
    bytes: number | ((entry: ArchiveEntry) => number),
    take: (entry: ArchiveEntry, head: Uint8Array | FormatError) => void,
  ): Promise<void>
  /** Reads whole entries in one pass (solid archives unpack once), to fill a cache. Return false to stop early. */
  extract(
    entries: readonly ArchiveEntry[],
    // biome-ignore lint/suspicious/noConfusingVoidType: a callback that says nothing wants to go on
    take: (entry: ArchiveEntry, bytes: Uint8Array | FormatError) => boolean | void,
  ): Promise<void>
  /** The byte range of the entry's data in the file if it can be read directly, else null. */
  locate(entry: ArchiveEntry): EntryByteRange | null
  close(): void
}

export interface ArchiveEntry {
  readonly index: number
  /** Only a label: never joined to a path, never opened. Separators are `/`. */
  readonly name: string
  readonly isFile: boolean
  /** A file whose bytes are those of another one, which isn't in the archive. */
  readonly isBrokenLink?: boolean
  /** Encrypted, and the archive was opened without a password. */
  readonly isEncrypted: boolean
  /** Unpacked and packed size as declared, which may be wrong. `packedSize` is 0 where unknown, in solid archives. */
  readonly size: number
  readonly packedSize: number
  readonly crc32: number | null
}

export function indexByName(entries: readonly ArchiveEntry[]): Map<string, ArchiveEntry> {
  const byName = new Map<string, ArchiveEntry>()
  for (const entry of entries) if (entry.isFile || !byName.has(entry.name)) byName.set(entry.name, entry)
  return byName
}
