import { setTimeout as sleep } from 'node:timers/promises'
import { emitRegroupedSeries } from '../../analyse/emit-regrouped-series.ts'
import { analyseBookTask, finaliseSeriesTask } from '../../analyse/tasks.ts'
import type { CatalogueEventCoalescer } from '../../events/coalesce-catalogue-events.ts'
import type { Db } from '../../store/open.ts'
import type { AppliedChanges } from '../../store/scan/applied-changes.ts'
import { applyScanChanges, type ScanChangeToApply } from '../../store/scan/apply-changes.ts'
import { bytesToUuid } from '../../store/uid.ts'
import type { Tasks } from '../../tasks/tasks.ts'

export interface WriteDeps {
  db: Db
  tasks: Tasks
  coalescer: CatalogueEventCoalescer
}

/** Writing changes only needs to emit events. */
export type ChangeWriterDeps = Pick<WriteDeps, 'db' | 'tasks'> & { coalescer: Pick<CatalogueEventCoalescer, 'emit'> }

/** Maximum number of books per transaction: short enough not to delay requests that write progress. */
export const CHANGE_BATCH = 200

/**
 * Writes a batch of changes, queues the follow-up tasks in the same transaction, and emits events. Then pauses to let
 * other writers proceed.
 */
export async function writeChanges(
  deps: ChangeWriterDeps,
  library: { id: number; uid: Uint8Array },
  changes: readonly ScanChangeToApply[],
): Promise<AppliedChanges | undefined> {
  if (changes.length === 0) return undefined
  const started = performance.now()
  const applied = await deps.db.transaction(async (tx) => {
    const done = await applyScanChanges(tx, deps.db.kind, library.id, changes)
    await deps.tasks.addIn(
      tx,
      analyseBookTask,
      done.toAnalyse.map((bookId) => ({ bookId, libraryId: library.id })),
    )
    await deps.tasks.addIn(
      tx,
      finaliseSeriesTask,
      seriesToFinalise(done).map((seriesId) => ({ seriesId, libraryId: library.id })),
    )
    return done
  })
  deps.tasks.wake()
  emitChanges(deps.coalescer, bytesToUuid(library.uid), applied)
  await sleep(Math.min(20, Math.max(1, (performance.now() - started) / 4)))
  return applied
}

/** Marks a book as missing because a user deleted its file or excluded it. */
export function markBookMissing(
  deps: ChangeWriterDeps,
  library: { id: number; uid: Uint8Array },
  bookId: number,
): Promise<unknown> {
  return writeChanges(deps, library, [{ kind: 'vanished', bookId }])
}

/** Series that only got new books are finalised after those are analysed. */
function seriesToFinalise(applied: AppliedChanges): number[] {
  const growing = new Set(applied.created.map((book) => book.seriesId))
  const gone = new Set(applied.deletedSeries.map((series) => series.id))
  return [...applied.touchedSeries].filter((id) => !growing.has(id) && !gone.has(id))
}

function emitChanges(coalescer: ChangeWriterDeps['coalescer'], libraryId: string, applied: AppliedChanges): void {
  emitRegroupedSeries(coalescer, libraryId, { created: applied.createdSeries, deleted: applied.deletedSeries })
  for (const [type, books] of [
    ['book_created', applied.created],
    ['book_updated', applied.updated],
    ['book_deleted', applied.deleted],
  ] as const) {
    for (const book of books) {
      const ids = { bookId: bytesToUuid(book.uid), seriesId: bytesToUuid(book.seriesUid), libraryId }
      coalescer.emit({ type, ...ids }, { class: book.class })
    }
  }
}
