import { asFormatError, FormatError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import type { EntryByteRange } from '../publication.ts'
import { type Archive, type ArchiveEntry, indexByName } from './archive.ts'
import type { FileSource } from './file-source.ts'
import { type TakeEntry, UnpackPass } from './unpack-pass.ts'
import { refuseBrokenLink, refuseOversizedEntry } from './unpack-zip-entry.ts'

/** An archive without random access: every read walks the archive, so callers request all they need at once. */
export class SequentialArchive implements Archive {
  readonly container: Archive['container']
  readonly isSequential = true
  readonly entries: readonly ArchiveEntry[]
  readonly #limits: Limits
  readonly #source: FileSource
  readonly #walk: (pass: UnpackPass) => Promise<void>
  readonly #linkTargets: ReadonlyMap<number, number>
  #byName: Map<string, ArchiveEntry> | undefined

  constructor(
    container: Archive['container'],
    entries: readonly ArchiveEntry[],
    limits: Limits,
    source: FileSource,
    walk: (pass: UnpackPass) => Promise<void>,
    /** Entries whose bytes are those of another entry, by index. */
    linkTargets: ReadonlyMap<number, number> = new Map(),
  ) {
    this.container = container
    this.entries = entries
    this.#limits = limits
    this.#source = source
    this.#walk = walk
    this.#linkTargets = linkTargets
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
    const askedOf = new Map<number, ArchiveEntry[]>()
    for (const entry of entries) {
      const refusal = refuse(entry, this.#limits)
      if (!refusal) {
        const source = this.#linkTargets.get(entry.index) ?? entry.index
        wanted.set(source, Math.max(wanted.get(source) ?? 0, bytesOf(entry)))
        askedOf.set(source, [...(askedOf.get(source) ?? []), entry])
      } else if (take(entry, refusal) === false) return
    }
    if (wanted.size === 0) return
    const pass = new UnpackPass(this.entries, wanted, this.#limits, (source, bytes) => {
      const asked = askedOf.get(source.index)!
      const last = asked.length - 1
      // Each gets its own: whoever takes bytes may pass their memory on to another thread.
      const copy = () => (bytes instanceof FormatError ? bytes : Uint8Array.prototype.slice.call(bytes))
      return asked.every((entry, n) => take(entry, n === last ? bytes : copy()) !== false)
    })
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
    refuseBrokenLink(entry)
    refuseOversizedEntry(entry.name, entry.size, entry.packedSize, limits)
  } catch (error) {
    return asFormatError(error)
  }
}
