import { FormatError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import type { ArchiveEntry } from './archive.ts'

export type TakeEntry = (entry: ArchiveEntry, bytes: Uint8Array | FormatError) => boolean | undefined

/**
 * One walk through an archive that unpacks from front to back. The unpacker announces each entry and feeds its bytes;
 * the pass collects the wanted ones, enforces the limits and delivers the entry when it ends.
 */
export class UnpackPass {
  readonly length: number
  stopped = false
  readonly #entries: readonly ArchiveEntry[]
  readonly #wanted: Map<number, number>
  readonly #take: TakeEntry
  readonly #limits: Limits
  #current: ArchiveEntry | undefined
  #pieces: Uint8Array[] = []
  #taken = 0
  #seen = 0

  constructor(entries: readonly ArchiveEntry[], wanted: Map<number, number>, limits: Limits, take: TakeEntry) {
    this.#entries = entries
    this.length = entries.length
    this.#wanted = wanted
    this.#limits = limits
    this.#take = take
  }

  wants(index: number): boolean {
    return this.#wanted.has(index)
  }

  /** True when the bytes of this entry are wanted. */
  begin(index: number): boolean {
    this.end()
    const entry = this.#entries[index]
    if (this.stopped || !entry || !this.#wanted.has(index)) return false
    this.#current = entry
    return true
  }

  /**
   * Takes a chunk of the current entry, and copies it if needed. Returns false when the pass has stopped or the entry
   * is too large.
   */
  feed(piece: Uint8Array): boolean {
    if (this.stopped) return false
    const entry = this.#current
    if (!entry) return true
    this.#seen += piece.length
    if (this.#seen > this.#limits.entryBytes) {
      this.fail(
        new FormatError('page_extraction', `“${entry.name}” unpacks to more than ${this.#limits.entryBytes} bytes.`, {
          entry: entry.name,
        }),
      )
      return false
    }
    const room = this.#wanted.get(entry.index)! - this.#taken
    if (room <= 0) return true
    // Always a copy: `slice` of a Buffer is a view, and the next chunk overwrites its memory.
    const copy = Uint8Array.prototype.slice.call(piece, 0, room)
    this.#pieces.push(copy)
    this.#taken += copy.length
    return true
  }

  end(): void {
    const entry = this.#current
    if (!entry) return
    if (this.#seen === 0 && entry.size > 0) {
      // Links and references to other entries contain no data.
      const details = { entry: entry.name, link: true }
      this.#deliver(entry, new FormatError('page_extraction', `“${entry.name}” is empty: it is a link.`, details))
      return
    }
    const bytes = this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces)
    this.#deliver(entry, bytes)
  }

  fail(error: FormatError): void {
    if (this.#current) this.#deliver(this.#current, inEntry(error, this.#current.name))
  }

  /** Reports the wanted entries that never arrived. */
  finish(error: FormatError | undefined): void {
    for (const index of [...this.#wanted.keys()]) {
      if (this.stopped) return
      const entry = this.#entries[index]!
      this.#deliver(
        entry,
        inEntry(error ?? new FormatError('page_extraction', 'it is not in the archive.'), entry.name),
      )
    }
  }

  #deliver(entry: ArchiveEntry, bytes: Uint8Array | FormatError): void {
    this.#current = undefined
    this.#pieces = []
    this.#taken = 0
    this.#seen = 0
    this.#wanted.delete(entry.index)
    if (this.#take(entry, bytes) === false || this.#wanted.size === 0) this.stopped = true
  }
}

function inEntry(error: FormatError, name: string): FormatError {
  if (error.details?.entry !== undefined) return error
  return new FormatError(
    'page_extraction',
    `“${name}” can’t be unpacked: ${error.message}`,
    { ...error.details, entry: name },
    { cause: error },
  )
}
