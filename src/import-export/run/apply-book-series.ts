import { type FinalisePlan, readLibraryForSeries } from '../../analyse/finalise-series.ts'
import { regroupBooks } from '../../analyse/regroup-books.ts'
import type { BookFacts } from '../../catalog/merge/book-facts.ts'
import { type BookBeforeAnalysis, readBooksBeforeAnalysis } from '../../store/book/write-analysis.ts'
import { writeBookFacts } from '../../store/import/book-facts.ts'
import { inChunks } from '../../store/in-chunks.ts'
import { lockRows } from '../../store/lock-rows.ts'
import type { Tx } from '../../store/open.ts'
import { bumpRevisions } from '../../store/revision.ts'
import { facetKey } from '../../store/text/fold-letters.ts'
import { bytesToUuid } from '../../store/uid.ts'
import { makeStrategiesFor } from '../../strategies/library-strategies.ts'
import type { BookSeriesRecord } from '../records.ts'
import { applyBatchOrEachRow } from './apply-batch-or-each-row.ts'
import { cutText } from './cut-text.ts'
import { type ImportRunState, mustWaitForAnalysis, reportNameOf } from './import-run-state.ts'

interface Wanted {
  id: string
  ours: number
  seriesId: number
  series: BookSeriesRecord
}

/**
 * Series that only the other database names: books are grouped as if their files named them. In a library that groups
 * by folders, books stay where they are. Books that already match aren't counted: their files name the series.
 */
export async function applyBookSeries(
  state: ImportRunState,
  said: ReadonlyMap<string, BookSeriesRecord>,
): Promise<void> {
  const wanted = new Map<number, Wanted>()
  for (const [id, series] of said) {
    const book = state.matcher.found.get(id)
    if (!book || wanted.has(book.id)) continue
    if (mustWaitForAnalysis(state, 'book series', book, reportNameOf(state, 'book', id))) continue
    wanted.set(book.id, { id, ours: book.id, seriesId: book.seriesId, series })
  }
  for (const some of inChunks([...wanted.values()], BOOKS_AT_ONCE)) {
    await applyBatchOrEachRow(state, 'book series', some, (rows) => placeBooks(state, rows))
  }
}

const BOOKS_AT_ONCE = 200

async function placeBooks(state: ImportRunState, wanted: readonly Wanted[]): Promise<void> {
  const { db, metadataEditHooks, events } = state.deps
  // Nearly all books already match their files: filter them without a lock, so that nobody has to wait.
  const known = await readBooksBeforeAnalysis(
    db.query,
    wanted.map((row) => row.ours),
  )
  const rows = wanted.filter((row) => !isLeftToFile(factsOf(known.get(row.ours)), row.series))
  if (rows.length === 0) return
  const libraries: FinalisePlan['libraries'] = new Map()
  const rulesFor = makeStrategiesFor(db)
  for (const { id } of state.libraries) {
    const library = await readLibraryForSeries({ db, rulesFor }, id)
    if (library) libraries.set(id, library)
  }
  const work = async (tx: Tx | undefined) => {
    const ids = rows.map((row) => row.ours)
    if (tx) {
      // Series before books, the same order as when a series is finalised.
      await lockRows(tx, db.kind, 'series', [...new Set(rows.map((row) => row.seriesId))])
      await lockRows(tx, db.kind, 'book', ids)
    }
    const books = await readBooksBeforeAnalysis(tx ?? db.query, ids)
    const placed = rows.flatMap((row) => {
      const book = books.get(row.ours)
      const next = book && libraries.has(book.libraryId) ? placeOne(state, row, book, libraries) : undefined
      return next ? [{ book: book!, facts: next }] : []
    })
    state.report.count('book series', 'imported', placed.length)
    if (!tx || placed.length === 0) return []
    const now = Date.now()
    await writeBookFacts(tx, new Map(placed.map(({ book, facts }) => [book.id, JSON.stringify(facts)])))
    const toRegroup = placed.map(({ book, facts }) => ({ ...book, file: facts.file }))
    const { touched } = await regroupBooks(tx, db.kind, libraries, toRegroup, now)
    await metadataEditHooks.queueFinalising(
      tx,
      [...touched].map(([id, libraryId]) => ({ id, libraryId })),
    )
    const libraryIds = [...new Set(touched.values())]
    await bumpRevisions(tx, 'catalog', ...libraryIds.map((id) => `library:${id}` as const))
    return libraryIds
  }
  const changed = await (state.isDryRun ? work(undefined) : db.transaction(work))
  if (changed.length > 0) metadataEditHooks.wake()
  for (const id of changed) {
    const libraryId = bytesToUuid(libraries.get(id)!.library.uid)
    events.emit({ type: 'library_updated', libraryId }, { libraryId: id })
  }
}

/** The book's facts afterwards; undefined when nothing changes. */
function placeOne(
  state: ImportRunState,
  { id, series }: Wanted,
  book: BookBeforeAnalysis,
  libraries: FinalisePlan['libraries'],
): BookFacts | undefined {
  const facts = factsOf(book)
  if (isLeftToFile(facts, series)) return undefined
  const { series: before, number: numberBefore } = facts.file ?? {}
  const number = series.number ?? undefined
  const name = reportNameOf(state, 'book', id)
  const { rules } = libraries.get(book.libraryId)!
  const inFile = facts.seriesFromImport?.inFile ?? { series: before, number: numberBefore }
  const cut = cutText(state, 'book series', name, series.name, MAX_TITLE)
  const file = { fields: [], ...facts.file, series: cut, ...(number !== undefined && { number }) }
  const { key } = rules.placeInSeries(book.path, file).toSeries
  if (key === rules.placeInSeries(book.path, { ...file, series: undefined }).toSeries.key) {
    state.report.leave('book series', name, 'no_equivalent', 'series_by_folder')
    return undefined
  }
  const seriesFromImport = { series: cut, number, inFile }
  return facts.file ? { ...facts, file, seriesFromImport } : { ...facts, seriesFromImport }
}

const factsOf = (book: BookBeforeAnalysis | undefined): BookFacts => JSON.parse(book?.facts ?? '{}') as BookFacts

/** The file names the same series, or another one that may be newer than the copy of the database. */
function isLeftToFile({ file }: BookFacts, { name, number, isNewer }: BookSeriesRecord): boolean {
  if (file?.series === undefined) return false
  const isSameSeries = facetKey(file.series) === facetKey(name)
  if (isSameSeries && (number === null || number === file.number)) return true
  return !isNewer && !(isSameSeries && file.number === undefined)
}

const MAX_TITLE = 2000
