import { setTimeout as sleep } from 'node:timers/promises'
import { emitRegroupedSeries, type RegroupedSeries } from '../../analyse/emit-regrouped-series.ts'
import { type FinaliseDeps, readLibraryForSeries } from '../../analyse/finalise-series.ts'
import { finaliseSeriesTask } from '../../analyse/tasks.ts'
import type { BookFacts } from '../../catalog/merge/book-facts.ts'
import type { CatalogueEventCoalescer } from '../../events/coalesce-catalogue-events.ts'
import type { Db, Tx } from '../../store/open.ts'
import { bumpRevisions } from '../../store/revision.ts'
import { type BookWithSeries, countBooksBySeries, readBooksBySeries } from '../../store/scan/books-by-series.ts'
import { type SeriesTransfer, transferBooks } from '../../store/scan/transfer-books.ts'
import { bytesToUuid } from '../../store/uid.ts'
import { PermanentTaskError, type TaskContext, type TaskHandler, taskHandler } from '../../tasks/task-kind.ts'
import type { Tasks } from '../../tasks/tasks.ts'
import { regroupLibraryTask } from '../tasks.ts'
import { CHANGE_BATCH } from './write-changes.ts'

export interface RegroupDeps extends FinaliseDeps {
  tasks: Tasks
  coalescer: CatalogueEventCoalescer
}

export function regroupHandlers(deps: RegroupDeps): TaskHandler[] {
  return [taskHandler(regroupLibraryTask, 'scan', (task, context) => regroup(deps, task.libraryId ?? 0, context))]
}

/**
 * Assigns every book of a library to the series that the current strategy determines. Books keep their identity; a
 * series is kept if all its books move to the same new series, and otherwise its user data goes to the series that
 * receives its books.
 */
async function regroup(deps: RegroupDeps, libraryId: number, { signal, progress }: TaskContext) {
  const opened = await readLibraryForSeries(deps, libraryId)
  if (!opened) throw new PermanentTaskError('The library no longer exists.')
  const { library, rules } = opened
  const before = await countBooksBySeries(deps.db, libraryId)
  const total = [...before.values()].reduce((sum, count) => sum + count, 0)
  let done = 0
  let moved = 0
  for await (const books of readBooksBySeries(deps.db, libraryId)) {
    signal.throwIfAborted()
    const leaving = books.flatMap((book) => {
      const { toSeries } = rules.placeInSeries(book.path, rules.usesMetadata ? insideOf(book) : undefined)
      return toSeries.key === book.seriesPath ? [] : [{ book, toSeries }]
    })
    const transfers = leaving.map(({ book, toSeries }) => ({
      bookId: book.id,
      fromSeriesId: book.seriesId,
      isEmptied: allGoTo(books, leaving, book.seriesId, toSeries.key, before),
      toSeries,
    }))
    for (let start = 0; start < transfers.length; start += CHANGE_BATCH) {
      const some = transfers.slice(start, start + CHANGE_BATCH)
      const regrouped = await deps.db.transaction((tx) => transfer(tx, deps.db.kind, libraryId, some))
      emitRegroupedSeries(deps.coalescer, bytesToUuid(library.uid), regrouped)
    }
    done += books.length
    moved += transfers.length
    progress(done, total)
    await sleep(5)
  }
  await finaliseAll(deps, libraryId)
  deps.coalescer.emit({ type: 'library_updated', libraryId: bytesToUuid(library.uid) }, { libraryId })
  return { books: done, moved }
}

/**
 * Whether a whole series moves to one new series; books are read series by series, so all of them are available here.
 */
function allGoTo(
  books: readonly BookWithSeries[],
  leaving: readonly { book: BookWithSeries; toSeries: { key: string } }[],
  seriesId: number,
  key: string,
  sizes: ReadonlyMap<number, number>,
): boolean {
  const going = leaving.filter(({ book, toSeries }) => book.seriesId === seriesId && toSeries.key === key).length
  return going === books.filter((book) => book.seriesId === seriesId).length && going === sizes.get(seriesId)
}

async function transfer(
  tx: Tx,
  kind: Db['kind'],
  libraryId: number,
  transfers: readonly SeriesTransfer[],
): Promise<RegroupedSeries> {
  const transferred = await transferBooks(tx, kind, libraryId, transfers, Date.now())
  await bumpRevisions(tx, 'catalog', `library:${libraryId}`)
  return transferred
}

/** Names and numbers may follow new rules even if no book moved. */
async function finaliseAll(deps: RegroupDeps, libraryId: number): Promise<void> {
  const ids = [...(await countBooksBySeries(deps.db, libraryId)).keys()]
  for (let start = 0; start < ids.length; start += 200) {
    const some = ids.slice(start, start + 200)
    await deps.db.transaction((tx) =>
      deps.tasks.addIn(
        tx,
        finaliseSeriesTask,
        some.map((seriesId) => ({ seriesId, libraryId })),
      ),
    )
  }
  deps.tasks.wake()
}

function insideOf(book: BookWithSeries) {
  return book.facts ? (JSON.parse(book.facts) as BookFacts).file : undefined
}
