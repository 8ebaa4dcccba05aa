import type { FormatError } from '../errors.ts'
import type { EntryByteRange } from '../publication.ts'

/**
 * An opened archive, whatever its kind. Reading works with blocking calls where that is fastest: archives are opened in
 * worker threads (isolate/), never on a thread that answers requests. Every method throws FormatError and nothing else,
 * and holds each entry to the limits the archive was opened with.
 */
export interface Archive {
  readonly container: 'zip' | 'rar' | 'rar4' | '7z' | 'tar'
  /** True when every reading is a walk from the front: ask for all that is needed in one call. */
  readonly isSequential: boolean
  /** In the order of the archive's directory. Names may be double; `index` is not. */
  readonly entries: readonly ArchiveEntry[]
  /** By exact name; the last one when it is double, as unpacking over one another would leave it. */
  find(name: string): ArchiveEntry | undefined
  /** The whole entry. */
  read(entry: ArchiveEntry): Promise<Uint8Array>
  /** At least `bytes` of its beginning, or all of it if shorter; may give more when that is cheaper. */
  readHead(entry: ArchiveEntry, bytes: number): Promise<Uint8Array>
  /**
   * The heads of many entries in one pass, each with the error that only it has. The order of calls is the archive's
   * choice; a head is valid only during its call.
   */
  readHeads(
    entries: readonly ArchiveEntry[],
    bytes: number | ((entry: ArchiveEntry) => number),
    take: (entry: ArchiveEntry, head: Uint8Array | FormatError) => void,
  ): Promise<void>
  /** Whole entries in one pass (solid archives unpack once), to fill a cache. Return false to stop early. */
  extract(
    entries: readonly ArchiveEntry[],
    // biome-ignore lint/suspicious/noConfusingVoidType: a callback that says nothing wants to go on
    take: (entry: ArchiveEntry, bytes: Uint8Array | FormatError) => boolean | void,
  ): Promise<void>
  /** Where the entry's bytes lie, if they can be read at an offset; else null. */
  locate(entry: ArchiveEntry): EntryByteRange | null
  close(): void
}

export interface ArchiveEntry {
  readonly index: number
  /** A label: never joined to a path, never opened. Separators are `/`. */
  readonly name: string
  readonly isFile: boolean
  readonly isEncrypted: boolean
  /** Bytes unpacked and packed, as declared: they may lie. `packedSize` is 0 where a solid archive cannot tell. */
  readonly size: number
  readonly packedSize: number
  readonly crc32: number | null
}

export function indexByName(entries: readonly ArchiveEntry[]): Map<string, ArchiveEntry> {
  const byName = new Map<string, ArchiveEntry>()
  for (const entry of entries) if (entry.isFile || !byName.has(entry.name)) byName.set(entry.name, entry)
  return byName
}
