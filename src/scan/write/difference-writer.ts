import { filterExcludedPaths } from '../../store/library/excluded-files.ts'
import type { StoredBookFile } from '../../store/scan/stored-book-files.ts'
import type { ComparedBatch, Difference } from '../compare/compare-walk-with-books.ts'
import { isRecentlyModified, recheckRecentlyModified } from '../moves/recently-modified.ts'
import { isInodeNoise, resolveChanges } from '../moves/resolve-changes.ts'
import type { ScanRun } from '../scan-run-types.ts'
import type { FoundFile } from '../walk/walk-entry.ts'
import { queueForChangedSidecars } from './queue-for-changed-sidecars.ts'
import { CHANGE_BATCH } from './write-changes.ts'

type Judged = Exclude<Difference, { kind: 'sidecar' | 'trouble' | 'vanished' }>
type WithFile = Extract<Judged, { file: FoundFile }>

/**
 * Collects differences during the walk, and writes them in batches. Only two kinds wait: files that may still be being
 * written, for a moment, and books that weren't found, until the end.
 */
export class DifferenceWriter {
  readonly vanished: StoredBookFile[] = []
  readonly #run: ScanRun
  readonly #waiting: Judged[] = []
  readonly #recent: WithFile[] = []
  #firstRecentSeen = 0

  constructor(run: ScanRun) {
    this.#run = run
  }

  async take({ differences, files }: ComparedBatch): Promise<void> {
    const { deps, library, writer, signal } = this.#run
    signal.throwIfAborted()
    writer.noteFiles(files)
    const sidecars: Extract<Difference, { kind: 'sidecar' }>[] = []
    for (const difference of differences) {
      if (difference.kind === 'trouble') writer.noteTrouble(difference.path, difference.reason)
      else if (difference.kind === 'vanished') this.vanished.push(difference.book)
      else if (difference.kind === 'sidecar') sidecars.push(difference)
      else this.#sort(difference)
    }
    await queueForChangedSidecars(deps, library, sidecars)
    while (this.#waiting.length >= CHANGE_BATCH) await this.#flush()
    writer.reportProgress()
  }

  /** Writes the rest, including recently modified files. Returns the folders of files that are still being written. */
  async end(): Promise<string[]> {
    const { library, signal } = this.#run
    await this.#flush()
    const { ready, growing } = await recheckRecentlyModified(library.path, this.#recent, this.#firstRecentSeen, signal)
    this.#waiting.push(...ready)
    while (this.#waiting.length > 0) await this.#flush()
    return [...new Set(growing.map(({ file }) => folderOf(file.path)))]
  }

  #sort(difference: Judged): void {
    const { deps, resolve } = this.#run
    if (isInodeNoise(resolve, difference)) return
    if ('file' in difference && isRecentlyModified(difference.file, deps.settleMs)) {
      this.#firstRecentSeen ||= Date.now()
      this.#recent.push(difference)
    } else this.#waiting.push(difference)
  }

  async #flush(): Promise<void> {
    const { library, writer, resolve, signal } = this.#run
    const some = this.#waiting.splice(0, CHANGE_BATCH)
    if (some.length === 0) return
    signal.throwIfAborted()
    await writer.write(library, await resolveChanges(resolve, await this.#withoutLeftOut(some)))
  }

  /** Queried each time: users may exclude books while the scan runs. */
  async #withoutLeftOut(some: readonly Judged[]): Promise<Judged[]> {
    const { deps, library } = this.#run
    const paths = some.flatMap((one) => ('file' in one ? [one.file.path] : []))
    const leftOut = await filterExcludedPaths(deps.db, library.id, paths)
    return some.filter((one) => !('file' in one && leftOut.has(one.file.path)))
  }
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}
