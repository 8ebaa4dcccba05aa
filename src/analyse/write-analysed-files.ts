import { type BookBeforeAnalysis, readBooksBeforeAnalysis, writeAnalyses } from '../store/book/write-analysis.ts'
import { writeExternalDataOfFile } from '../store/book/write-external-data-of-file.ts'
import { linkFacets, linkPeople } from '../store/facet/link-facets.ts'
import { linkStory, type StoryChange, type StoryOfBook } from '../store/facet/link-story.ts'
import { lockRows } from '../store/lock-rows.ts'
import type { Db, Tx } from '../store/open.ts'
import { bumpRevisions } from '../store/revision.ts'
import { indexBooksForSearch } from '../store/search/index-words.ts'
import { readSeriesBookCounts, readSeriesRows } from '../store/series/series-books.ts'
import type { AnalysedFile } from './analysed-file.ts'
import type { RegroupedSeries } from './emit-regrouped-series.ts'
import {
  type FinaliseDeps,
  type FinalisedSeries,
  type FinalisePlan,
  finaliseSeries,
  planFinalising,
  readLibraryForSeries,
} from './finalise-series.ts'
import { addToListsNamedInFiles, type BookWithListNames, namesAnyList } from './lists-from-files.ts'
import { type MergedBookRow, mergeFileIntoBookRow } from './merge-file-into-book-row.ts'
import { regroupBooks } from './regroup-books.ts'

export interface WrittenBooks {
  books: BookBeforeAnalysis[]
  /** Series too large to be finalised after every batch. */
  toFinalise: { seriesId: number; libraryId: number; size: number }[]
  /** Series that were created or deleted because books belong elsewhere, by library. */
  regrouped: { libraryUid: Uint8Array; series: RegroupedSeries }[]
  /** Series whose title has changed. */
  retitled: FinalisedSeries['series'][]
  /** Collections and read lists named in the files. */
  lists: Awaited<ReturnType<typeof addToListsNamedInFiles>>
}

/**
 * Writes the results for a batch of books and finalises their series, in one transaction. A book may be in it twice, if
 * it was requested again while being read: the later result wins.
 */
export async function writeAnalysedFiles(
  deps: FinaliseDeps,
  batch: readonly AnalysedFile[],
  inSameTransaction: (tx: Tx, written: WrittenBooks) => Promise<void>,
): Promise<WrittenBooks> {
  const { db } = deps
  const findings = [...new Map(batch.map((finding) => [finding.book.id, finding])).values()]
  const plan = await planForBooks(deps, findings)
  return db.transaction(async (tx) => {
    const now = Date.now()
    const bookIds = findings.map((finding) => finding.book.id)
    // Locks series before books, in the same order as finalising, to avoid deadlocks.
    await lockRows(tx, db.kind, 'series', plan.seriesIds)
    await lockRows(tx, db.kind, 'book', bookIds)
    const states = await readBooksBeforeAnalysis(tx, bookIds)
    const rows: Row[] = []
    for (const finding of findings) {
      const state = states.get(finding.book.id)
      const rules = state && plan.libraries.get(state.libraryId)?.rules
      if (state && rules) rows.push({ finding, state, ...mergeFileIntoBookRow(finding, state, rules) })
    }
    if (rows.length === 0) {
      const nothing = { books: [], toFinalise: [], regrouped: [], retitled: [], lists: [] }
      await inSameTransaction(tx, nothing)
      return nothing
    }
    await writeAnalyses(
      tx,
      rows.map(({ row }) => row),
      now,
    )
    await writeLinks(tx, db.kind, rows, now)
    const { touched, seriesOfBook, series } = await regroupBooks(
      tx,
      db.kind,
      plan.libraries,
      rows.map(({ state, metadata }) => ({ ...state, file: metadata?.facts.file })),
      now,
    )
    const { toFinalise, reindexed, retitled } = await finaliseSmall(tx, db.kind, plan, touched, {
      regrouped: seriesOfBook,
      now,
    })
    const isIndexedWithSeries = ({ state }: Row) =>
      reindexed.has(state.seriesId) && !plan.libraries.get(state.libraryId)!.rules.usesMetadata
    await indexBooksForSearch(
      tx,
      db.kind,
      rows.filter((row) => !isIndexedWithSeries(row)).map(({ state }) => state.id),
    )
    const lists = await addToListsNamedInFiles(tx, db.kind, await findBooksNamingLists(tx, rows, plan))
    const written = {
      books: rows.map(({ state }) => ({ ...state, seriesUid: seriesOfBook.get(state.id)?.uid ?? state.seriesUid })),
      toFinalise,
      regrouped: await readRegrouped(tx, plan, series),
      retitled,
      lists,
    }
    await inSameTransaction(tx, written)
    await bumpRevisions(tx, 'catalog', ...[...plan.libraries.keys()].map((id) => `library:${id}` as const))
    return written
  })
}

/** Finalising may have changed the visibility class of new series. */
async function readRegrouped(
  tx: Tx,
  plan: FinalisePlan,
  series: ReadonlyMap<number, RegroupedSeries>,
): Promise<WrittenBooks['regrouped']> {
  const createdIds = [...series.values()].flatMap(({ created }) => created.map((one) => one.id))
  const rows = createdIds.length > 0 ? await readSeriesRows(tx, createdIds) : []
  const current = new Map(rows.map((row) => [row.id, row]))
  return [...series].map(([libraryId, { created, deleted }]) => ({
    libraryUid: plan.libraries.get(libraryId)!.library.uid,
    series: { created: created.map((one) => ({ ...one, class: current.get(one.id)?.class ?? one.class })), deleted },
  }))
}

/** Series with more books than this are finalised from time to time, not after every batch of their books. */
const SMALL = 300

async function finaliseSmall(
  tx: Tx,
  kind: Db['kind'],
  plan: FinalisePlan,
  seriesIds: ReadonlyMap<number, number>,
  options: { regrouped: ReadonlyMap<number, unknown>; now: number },
): Promise<Pick<WrittenBooks, 'toFinalise' | 'retitled'> & { reindexed: Set<number> }> {
  const sizes = await readSeriesBookCounts(tx, [...seriesIds.keys()])
  const small: number[] = []
  const large: WrittenBooks['toFinalise'] = []
  for (const [seriesId, size] of sizes) {
    if (size <= SMALL) small.push(seriesId)
    else large.push({ seriesId, libraryId: seriesIds.get(seriesId)!, size })
  }
  const finalised = small.length > 0 ? await finaliseSeries(tx, kind, plan, small, options) : []
  const reindexed = new Set(finalised.filter((one) => one.isReindexed).map((one) => one.series.id))
  const retitled = finalised.filter((one) => one.isRetitled).map((one) => one.series)
  return { toFinalise: large, reindexed, retitled }
}

async function planForBooks(
  deps: FinaliseDeps,
  findings: readonly AnalysedFile[],
): Promise<FinalisePlan & { seriesIds: number[] }> {
  const rows = await deps.db.query
    .selectFrom('book')
    .select(['series_id', 'library_id'])
    .where(
      'id',
      'in',
      findings.map((finding) => finding.book.id),
    )
    .execute()
  const seriesIds = [...new Set(rows.map((row) => row.series_id))]
  const plan = await planFinalising(deps, seriesIds)
  for (const { library_id } of rows) {
    if (plan.libraries.has(library_id)) continue
    const library = await readLibraryForSeries(deps, library_id)
    if (library) plan.libraries.set(library_id, library)
  }
  return { ...plan, seriesIds }
}

type Row = MergedBookRow & { finding: AnalysedFile; state: BookBeforeAnalysis }

async function writeLinks(tx: Tx, kind: Db['kind'], rows: readonly Row[], now: number): Promise<void> {
  const genres = new Map<number, readonly string[]>()
  const tags = new Map<number, readonly string[]>()
  const people = new Map<number, readonly { name: string; role: string }[]>()
  const stories: StoryChange[] = []
  for (const { state, row, metadata } of rows) {
    if (!metadata) continue
    if (metadata.genres) genres.set(state.id, metadata.genres)
    if (metadata.tags) tags.set(state.id, metadata.tags)
    people.set(state.id, metadata.authors)
    if (row.meta?.facts !== state.facts) {
      const before = JSON.parse(state.facts ?? '{}') as StoryOfBook
      stories.push({ bookId: state.id, story: metadata.facts, before })
    }
  }
  await linkFacets(tx, kind, 'book', 'genre', genres)
  await linkFacets(tx, kind, 'book', 'tag', tags)
  await linkPeople(tx, kind, 'book', people)
  await linkStory(tx, kind, stories)
  const externals = rows.map(({ finding, state }) => ({
    bookId: state.id,
    identifiers: { ...finding.metadata.identifiers, ...(finding.metadata.isbn && { isbn: finding.metadata.isbn }) },
    urls: finding.metadata.urls ?? [],
  }))
  await writeExternalDataOfFile(tx, externals, now)
}

/** The books whose files name lists, in libraries with that option; with their current series. */
async function findBooksNamingLists(tx: Tx, rows: readonly Row[], plan: FinalisePlan): Promise<BookWithListNames[]> {
  const naming = rows.flatMap(({ state, metadata }) => {
    const facts = metadata?.facts
    const options = plan.libraries.get(state.libraryId)?.library.metadataOptions
    return facts && options && namesAnyList(facts, options) ? [{ id: state.id, facts, options }] : []
  })
  if (naming.length === 0) return []
  const found = await tx
    .selectFrom('book')
    .select(['id', 'series_id'])
    .where(
      'id',
      'in',
      naming.map((book) => book.id),
    )
    .execute()
  const seriesOf = new Map(found.map((row) => [row.id, row.series_id]))
  return naming.map((book) => ({ ...book, seriesId: seriesOf.get(book.id)! }))
}
