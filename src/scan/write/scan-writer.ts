import type { LibraryForScan } from '../../store/library/library-for-scan.ts'
import type { ScanChangeToApply } from '../../store/scan/apply-changes.ts'
import { MAX_LISTED_ERRORS, newScanCounters, type ScanCounters, type ScanResult } from './scan-counters.ts'
import { type WriteDeps, writeChanges } from './write-changes.ts'

/** Writes the results of a scan, and counts them for progress reports. */
export class ScanWriter {
  readonly counters = newScanCounters()
  readonly troubles: ScanResult['troubles'] = []
  readonly #deps: WriteDeps
  readonly #onProgress: (counters: ScanCounters) => void
  readonly #gotFurther: (() => Promise<void>) | undefined

  constructor(deps: WriteDeps, onProgress: (counters: ScanCounters) => void, gotFurther?: () => Promise<void>) {
    this.#deps = deps
    this.#onProgress = onProgress
    this.#gotFurther = gotFurther
  }

  /** `library`: contains the files. */
  async write(library: LibraryForScan, changes: readonly ScanChangeToApply[]): Promise<void> {
    const count = (kind: ScanChangeToApply['kind']) => changes.filter((change) => change.kind === kind).length
    const applied = await writeChanges(this.#deps, library, changes)
    if (applied) await this.#gotFurther?.()
    this.counters.booksAdded += applied?.created.length ?? 0
    this.counters.booksUpdated += count('replaced')
    this.counters.booksMoved += count('moved')
    this.counters.booksDeleted += count('vanished')
    this.counters.booksRestored += count('returned')
    this.reportProgress()
  }

  noteFiles(count: number): void {
    this.counters.filesTotal += count
    this.counters.filesProcessed += count
  }

  /** Corrects the count when books counted as new turn out to be known. */
  uncountAdded(added: number): void {
    this.counters.booksAdded -= added
  }

  noteTrouble(path: string, reason: string): void {
    this.counters.errors++
    if (this.troubles.length < MAX_LISTED_ERRORS) this.troubles.push({ path, reason })
  }

  reportProgress(): void {
    this.#onProgress(this.counters)
  }
}
