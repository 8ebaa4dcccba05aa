import { inChunks } from '../../store/in-chunks.ts'
import { filterExcludedPaths } from '../../store/library/excluded-files.ts'
import type { StoredBookFile } from '../../store/scan/stored-book-files.ts'
import type { ComparedBatch, Difference } from '../compare/compare-walk-with-books.ts'
import { isRecentlyModified, recheckRecentlyModified } from '../moves/recently-modified.ts'
import { isInodeNoise, resolveChanges } from '../moves/resolve-changes.ts'
import type { ScanRun } from '../scan-run-types.ts'
import type { FoundFile } from '../walk/walk-entry.ts'
import { isNewerThanLastScan, queueForChangedSidecars } from './queue-for-changed-sidecars.ts'
import { CHANGE_BATCH } from './write-changes.ts'

type Sidecar = Extract<Difference, { kind: 'sidecar' }>

type BookDifference = Exclude<Difference, { kind: 'sidecar' | 'trouble' | 'vanished' }>
type WithFile = Extract<BookDifference, { file: FoundFile }>

/**
 * Collects differences during the walk, and writes them in batches. Only three kinds wait: files that may still be being
 * written, for a moment; books that weren't found, until the end; and sidecars, until the books beside them are there,
 * as Calibre renames the folder of a book whose title it changes.
 */
export class DifferenceWriter {
  readonly vanished: StoredBookFile[] = []
  readonly #run: ScanRun
  readonly #pending: BookDifference[] = []
  readonly #recent: WithFile[] = []
  readonly #sidecars: Sidecar[] = []
  #firstRecentSeen = 0

  constructor(run: ScanRun) {
    this.#run = run
  }

  async add({ differences, files }: ComparedBatch): Promise<void> {
    const { library, writer, signal } = this.#run
    signal.throwIfAborted()
    writer.noteFiles(files)
    for (const difference of differences) {
      if (difference.kind === 'trouble') writer.noteTrouble(difference.path, difference.reason)
      else if (difference.kind === 'vanished') this.vanished.push(difference.book)
      else if (difference.kind !== 'sidecar') this.#enqueue(difference)
      else if (isNewerThanLastScan(library, difference)) this.#sidecars.push(difference)
    }
    while (this.#pending.length >= CHANGE_BATCH) await this.#flush()
    writer.reportProgress()
  }

  /** Writes the rest, including recently modified files. Returns the folders of files that are still being written. */
  async finish(): Promise<string[]> {
    const { deps, library, signal } = this.#run
    await this.#flush()
    const { ready, growing } = await recheckRecentlyModified(library.path, this.#recent, this.#firstRecentSeen, signal)
    this.#pending.push(...ready)
    while (this.#pending.length > 0) await this.#flush()
    for (const some of inChunks(this.#sidecars)) await queueForChangedSidecars(deps, library, some)
    return [...new Set(growing.map(({ file }) => folderOf(file.path)))]
  }

  #enqueue(difference: BookDifference): void {
    const { deps, resolve } = this.#run
    if (isInodeNoise(resolve, difference)) return
    if ('file' in difference && isRecentlyModified(difference.file, deps.settleMs)) {
      this.#firstRecentSeen ||= Date.now()
      this.#recent.push(difference)
    } else this.#pending.push(difference)
  }

  async #flush(): Promise<void> {
    const { library, writer, resolve, signal } = this.#run
    const some = this.#pending.splice(0, CHANGE_BATCH)
    if (some.length === 0) return
    signal.throwIfAborted()
    await writer.write(library, await resolveChanges(resolve, await this.#withoutExcluded(some)))
  }

  /** Queried each time: users may exclude books while the scan runs. */
  async #withoutExcluded(some: readonly BookDifference[]): Promise<BookDifference[]> {
    const { deps, library } = this.#run
    const paths = some.flatMap((one) => ('file' in one ? [one.file.path] : []))
    const excluded = await filterExcludedPaths(deps.db, library.id, paths)
    return some.filter((one) => !('file' in one && excluded.has(one.file.path)))
  }
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}
