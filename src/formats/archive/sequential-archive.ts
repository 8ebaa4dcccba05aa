import { asFormatError, FormatError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import type { EntryByteRange } from '../publication.ts'
import { type Archive, type ArchiveEntry, indexByName } from './archive.ts'
import type { FileSource } from './file-source.ts'
import { type TakeEntry, UnpackPass } from './unpack-pass.ts'
import { refuseOversizedEntry } from './unpack-zip-entry.ts'

/** An archive without random access: every read walks the archive, so callers request all they need at once. */
export class SequentialArchive implements Archive {
  readonly container: Archive['container']
  readonly isSequential = true
  readonly entries: readonly ArchiveEntry[]
  readonly #limits: Limits
  readonly #source: FileSource
  readonly #walk: (pass: UnpackPass) => Promise<void>
  #byName: Map<string, ArchiveEntry> | undefined

  constructor(
    container: Archive['container'],
    entries: readonly ArchiveEntry[],
    limits: Limits,
    source: FileSource,
    walk: (pass: UnpackPass) => Promise<void>,
  ) {
    this.container = container
    this.entries = entries
    this.#limits = limits
    this.#source = source
    this.#walk = walk
  }

  find(name: string): ArchiveEntry | undefined {
    this.#byName ??= indexByName(this.entries)
    return this.#byName.get(name)
  }

  read(entry: ArchiveEntry): Promise<Uint8Array> {
    return this.readHead(entry, Number.POSITIVE_INFINITY)
  }

  async readHead(entry: ArchiveEntry, bytes: number): Promise<Uint8Array> {
    let result: Uint8Array | FormatError | undefined
    await this.readHeads([entry], bytes, (_entry, head) => {
      result = head
    })
    if (result instanceof Uint8Array) return result
    throw result ?? new FormatError('page_extraction', `“${entry.name}” is not in the archive.`)
  }

  readHeads(
    entries: readonly ArchiveEntry[],
    bytes: number | ((entry: ArchiveEntry) => number),
    take: (entry: ArchiveEntry, head: Uint8Array | FormatError) => void,
  ): Promise<void> {
    const bytesOf = typeof bytes === 'number' ? () => bytes : bytes
    return this.#visit(entries, bytesOf, (entry, head) => {
      take(entry, head)
      return true
    })
  }

  extract(entries: readonly ArchiveEntry[], take: Parameters<Archive['extract']>[1]): Promise<void> {
    return this.#visit(
      entries,
      () => Number.POSITIVE_INFINITY,
      (entry, bytes) => take(entry, bytes) !== false,
    )
  }

  locate(): EntryByteRange | null {
    return null
  }

  close(): void {
    this.#source.close()
  }

  async #visit(
    entries: readonly ArchiveEntry[],
    bytesOf: (entry: ArchiveEntry) => number,
    take: TakeEntry,
  ): Promise<void> {
    const wanted = new Map<number, number>()
    for (const entry of entries) {
      const refusal = refuse(entry, this.#limits)
      if (!refusal) wanted.set(entry.index, bytesOf(entry))
      else if (take(entry, refusal) === false) return
    }
    if (wanted.size === 0) return
    const pass = new UnpackPass(this.entries, wanted, this.#limits, take)
    let failure: FormatError | undefined
    try {
      await this.#walk(pass)
    } catch (error) {
      failure = asFormatError(error)
    }
    pass.finish(failure)
  }
}

/** Refuses what can be refused before unpacking. */
function refuse(entry: ArchiveEntry, limits: Limits): FormatError | undefined {
  if (entry.isEncrypted) {
    return new FormatError('page_extraction', `“${entry.name}” is encrypted.`, { entry: entry.name, encrypted: true })
  }
  try {
    refuseOversizedEntry(entry.name, entry.size, entry.packedSize, limits)
  } catch (error) {
    return asFormatError(error)
  }
}
