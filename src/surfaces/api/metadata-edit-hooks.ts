import { analyseBookTask, finaliseSeriesTask } from '../../analyse/tasks.ts'
import type { BookFacts } from '../../catalog/merge/book-facts.ts'
import type { IdWithLibrary, MetadataEditHooks } from '../../catalog/metadata/metadata-edit-deps.ts'
import { formatReaderLimitsOf } from '../../config/format-reader-limits.ts'
import { findLibraryForScan } from '../../store/library/library-for-scan.ts'
import { type BookPath, readBookPaths, readFirstBookPathOfSeries } from '../../store/metadata/book-paths.ts'
import { makeStrategiesFor } from '../../strategies/library-strategies.ts'
import { parseBookNumber } from '../../strategies/number/parse-book-number.ts'
import type { AppContext } from '../app-context.ts'

/** Provides the rules of folders and files to the code that edits. */
export function openMetadataEditHooks({
  db,
  config,
  tasks,
}: Pick<AppContext, 'db' | 'config' | 'tasks'>): MetadataEditHooks {
  const finaliseDeps = { db, rulesFor: makeStrategiesFor(db), limits: formatReaderLimitsOf(config) }

  /** Where a scan would place each of these books now. */
  async function placeAnew(books: readonly BookPath[]) {
    const libraries = new Map<number, Awaited<ReturnType<typeof findLibraryForScan>>>()
    for (const { libraryId } of books) {
      if (!libraries.has(libraryId)) libraries.set(libraryId, await findLibraryForScan(db, libraryId))
    }
    return books.flatMap((book) => {
      const library = libraries.get(book.libraryId)
      const { file } = book.facts as BookFacts
      return library ? [{ book, ...finaliseDeps.rulesFor(library).placeInSeries(book.path, file) }] : []
    })
  }
  const idsOf = (things: readonly IdWithLibrary[]) => things.map((thing) => thing.id)

  return {
    numberOf: parseBookNumber,
    async readAgain(tx, books) {
      const requests = books.map(({ id, seriesId, libraryId }) => ({ bookId: id, seriesId, libraryId, ...NOW }))
      await tasks.addIn(tx, analyseBookTask, requests)
    },
    async queueFinalising(tx, series) {
      const requests = series.map(({ id, libraryId }) => ({ seriesId: id, libraryId, params: { rename: true } }))
      await tasks.addIn(tx, finaliseSeriesTask, requests)
    },
    wake: () => tasks.wake(),
    async guess(books) {
      const placed = await placeAnew(await readBookPaths(db, idsOf(books)))
      return new Map(placed.map(({ book, guess }) => [book.id, guess]))
    },
    async planReset(series) {
      const placed = await placeAnew(await readFirstBookPathOfSeries(db, idsOf(series)))
      const titles = new Map(placed.map(({ book, toSeries: list }) => [book.seriesId, list.title]))
      // Loads the readers of sidecar files too, which nothing else here needs.
      const { planFinalising, finaliseSeries } = await import('../../analyse/finalise-series.ts')
      const plan = await planFinalising(finaliseDeps, idsOf(series))
      return {
        titleOf: (seriesId) => titles.get(seriesId),
        finalise: async (tx, seriesIds, now) => {
          await finaliseSeries(tx, db.kind, plan, seriesIds, { rename: true, now })
        },
      }
    },
  }
}

/** Ahead of the thousands that a first scan has queued. */
const NOW = { params: { force: true }, priority: 950 }
