import type { BookFacts } from '../catalog/merge/book-facts.ts'
import {
  type MemberBook,
  mergeSeriesMetadata,
  type StoredSeriesMetadata,
  seriesJsonFields,
} from '../catalog/merge/merge-series-metadata.ts'
import type { Limits } from '../formats/limits.ts'
import type { Author } from '../formats/publication.ts'
import type { SeriesJson } from '../formats/sidecar/series-json.ts'
import { linkFacets, linkPeople } from '../store/facet/link-facets.ts'
import { findLibraryForScan, type LibraryForScan } from '../store/library/library-for-scan.ts'
import { lockRows } from '../store/lock-rows.ts'
import { listFieldsClosedToFiles } from '../store/metadata/plugin-held-fields.ts'
import type { Db, Queryable, Tx } from '../store/open.ts'
import { indexBooksForSearch, indexSeriesForSearch } from '../store/search/index-words.ts'
import { recountSeries } from '../store/series/recount.ts'
import {
  readSeriesBookFacets,
  readSeriesBooks,
  readSeriesRows,
  type SeriesBookRow,
  type SeriesRow,
} from '../store/series/series-books.ts'
import {
  deleteAlternateTitleByLabel,
  ensureAlternateTitle,
  writeSeriesColumns,
} from '../store/series/write-finalised-series.ts'
import { updateVisibilityClasses } from '../store/visibility/visibility-class.ts'
import type { LibraryStrategies, StrategiesFor } from '../strategies/library-strategies.ts'
import { hasOwnFolder } from '../strategies/series/placement.ts'
import { compareBooksByNumber, orderSeriesBooks, type SeriesMember } from './order-series-books.ts'
import { isFolderEmpty, readSeriesJsonInFolder } from './read-sidecar-files.ts'
import { type SeriesTitle, seriesColumns } from './series-columns.ts'
import { seriesTitleFromFiles } from './series-title.ts'

export interface FinaliseDeps {
  db: Db
  rulesFor: StrategiesFor
  limits: Limits
}

/** What finalising needs besides the database, gathered before the transaction, which must not wait for a disk. */
export interface FinalisePlan {
  libraries: Map<number, { library: LibraryForScan; rules: LibraryStrategies }>
  sidecars: Map<number, SeriesJson>
  /** Series whose library is unavailable, so their sidecars are unknown. */
  unreachable: Set<number>
}

interface FinaliseOptions {
  rename?: boolean
  regrouped?: ReadonlyMap<number, unknown>
  now: number
}

export interface FinalisedSeries {
  series: SeriesRow
  isChanged: boolean
  /** Its title has changed. */
  isRetitled: boolean
  /** All its books have just been reindexed for search. */
  isReindexed: boolean
}

export async function planFinalising(deps: FinaliseDeps, seriesIds: readonly number[]): Promise<FinalisePlan> {
  const plan: FinalisePlan = { libraries: new Map(), sidecars: new Map(), unreachable: new Set() }
  if (seriesIds.length === 0) return plan
  const away = new Map<number, Promise<boolean>>()
  const isAway = (libraryId: number, root: string) => away.getOrInsertComputed(libraryId, () => isFolderEmpty(root))
  const seriesPaths = await deps.db.query
    .selectFrom('series')
    .select(['id', 'library_id', 'path'])
    .where('id', 'in', seriesIds)
    .execute()
  for (const { id, library_id, path } of seriesPaths) {
    const known = plan.libraries.get(library_id) ?? (await readLibraryForSeries(deps, library_id))
    if (!known) continue
    plan.libraries.set(library_id, known)
    if (!hasOwnFolder(path)) continue
    const sidecar = await readSeriesJsonInFolder(known.library.path, path, deps.limits)
    if (sidecar) plan.sidecars.set(id, sidecar)
    else if (await isAway(library_id, known.library.path)) plan.unreachable.add(id)
  }
  return plan
}

export async function readLibraryForSeries(
  { db, rulesFor }: { db: Queryable; rulesFor: StrategiesFor },
  libraryId: number,
): Promise<{ library: LibraryForScan; rules: LibraryStrategies } | undefined> {
  const library = await findLibraryForScan(db, libraryId)
  return library && { library, rules: rulesFor(library) }
}

/**
 * Updates series after their books have changed: numbers and names, metadata merged from the books, counters,
 * visibility class. The cost grows with the number of books, so large series are finalised by a separate task, and not
 * after each batch.
 */
export async function finaliseSeries(
  tx: Tx,
  kind: Db['kind'],
  plan: FinalisePlan,
  seriesIds: readonly number[],
  options: FinaliseOptions,
): Promise<FinalisedSeries[]> {
  await lockRows(tx, kind, 'series', seriesIds)
  const rows = (await readSeriesRows(tx, seriesIds)).filter((row) => plan.libraries.has(row.library_id))
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const members = groupBooksBySeries(await readSeriesBooks(tx, ids))
  const genres = await readSeriesBookFacets(tx, 'genre', ids)
  const tags = await readSeriesBookFacets(tx, 'tag', ids)
  const finalised: FinalisedSeries[] = []
  const links: Links = { genres: new Map(), tags: new Map(), people: new Map() }
  for (const series of rows) {
    const books = members.get(series.id) ?? []
    finalised.push(await finaliseOneSeries(tx, kind, plan, series, { books, genres, tags }, links, options))
  }
  await linkFacets(tx, kind, 'series', 'genre', links.genres)
  await linkFacets(tx, kind, 'series', 'tag', links.tags)
  await linkPeople(tx, kind, 'series', links.people)
  await recountSeries(tx, ids)
  await updateVisibilityClasses(
    tx,
    ids.filter((id) => (members.get(id)?.length ?? 0) > 0),
    { areFinalised: true },
  )
  return finalised
}

async function finaliseOneSeries(
  tx: Tx,
  kind: Db['kind'],
  plan: FinalisePlan,
  series: SeriesRow,
  { books, genres, tags }: SeriesContents,
  links: Links,
  options: FinaliseOptions,
): Promise<FinalisedSeries> {
  const { rules, library } = plan.libraries.get(series.library_id)!
  const sidecar = plan.sidecars.get(series.id)
  const isUnreachable = plan.unreachable.has(series.id)
  const before = beforeOf(series, books[0], rules)
  const title = isUnreachable ? undefined : titleFor(before, books, rules, sidecar)
  const isRetitled = title !== undefined && title.text !== series.title
  const titled = isRetitled ? { ...series, title: title.text } : series
  // Names of books may depend on it.
  const rename = options.rename || isRetitled
  const ordered = await orderSeriesBooks(tx, kind, titled, books, rules, { ...options, rename })
  if (isUnreachable) before.fieldsToKeep = fieldsFromSeriesJson(series)
  const merged = mergeSeriesMetadata(
    before,
    ordered.map((book) => toMember(book, genres, tags)),
    sidecar,
  )
  const columns = seriesColumns(titled, merged, ordered, before, title, library.metadataOptions.seriesCover)
  const isChanged = await writeSeriesColumns(tx, series, columns, options.now)
  if (merged.genres !== undefined) links.genres.set(series.id, merged.genres ?? [])
  if (merged.tags !== undefined) links.tags.set(series.id, merged.tags ?? [])
  if (merged.authors !== undefined) links.people.set(series.id, merged.authors ?? [])
  const isLocalized = await writeLocalizedTitle(tx, titled, merged.localizedTitle, options.now)
  if (isLocalized || differs(series, columns, 'title', 'title_sort', 'publisher', 'authors'))
    await indexSeriesForSearch(tx, kind, [series.id])
  // Search also finds books by the name and publisher of their series.
  const isReindexed = isLocalized || differs(series, columns, 'title', 'title_sort', 'publisher')
  if (isReindexed)
    await indexBooksForSearch(
      tx,
      kind,
      ordered.map((book) => book.id),
    )
  return { series, isChanged, isRetitled, isReindexed }
}

interface Before extends StoredSeriesMetadata {
  /** The title derived from its folder alone; undefined if it no longer contains a book. */
  folderTitle?: string
  /** That title comes from the files after all: Calibre transliterates the names of its folders. */
  isPlacedByFiles?: boolean
}

/** A series without books keeps the metadata gathered from them: they may come back. */
function beforeOf(series: SeriesRow, book: SeriesMember | undefined, rules: LibraryStrategies): Before {
  const locks = listFieldsClosedToFiles(series.locks)
  if (!book) return { locks, fromFiles: [] }
  const fromFiles = JSON.parse(series.fields_from_files) as string[]
  const { toSeries } = rules.placeInSeries(book.path, book.known.file)
  if (toSeries.key !== series.path) return { locks, fromFiles }
  return {
    locks,
    fromFiles,
    fromPath: { publisher: toSeries.publisher, year: toSeries.year },
    folderTitle: toSeries.title,
    isPlacedByFiles:
      rules.usesMetadata && !rules.titleFromMetadata && hasOwnFolder(series.path) && book.known.file !== undefined,
  }
}

/** The title the files agree on; the folder's name if they no longer agree. */
function titleFor(
  { locks, fromFiles, folderTitle, isPlacedByFiles }: Before,
  books: readonly SeriesMember[],
  rules: LibraryStrategies,
  sidecar: SeriesJson | undefined,
): SeriesTitle | undefined {
  if (locks.includes('title') || folderTitle === undefined) return undefined
  const voters = books.map(({ path, known }) => ({ path, facts: known }))
  const agreed = seriesTitleFromFiles(rules, folderTitle, voters, sidecar)
  if (agreed !== undefined) return { text: agreed, isFromFiles: true }
  if (isPlacedByFiles) return { text: folderTitle, isFromFiles: true }
  return fromFiles.includes('title') ? { text: folderTitle, isFromFiles: false } : undefined
}

/** The fields of a series whose value may come from series.json. */
function fieldsFromSeriesJson(series: SeriesRow): string[] {
  const { age_rating: ageRating, total_book_count: totalBookCount, ...same } = series
  const values = { ...same, ageRating, totalBookCount }
  return seriesJsonFields.filter((field) => values[field] !== null)
}

async function writeLocalizedTitle(
  tx: Tx,
  series: SeriesRow,
  title: string | null | undefined,
  now: number,
): Promise<boolean> {
  if (title === undefined) return false
  if (title === null) return deleteAlternateTitleByLabel(tx, series.id, 'Localized')
  return title !== series.title && ensureAlternateTitle(tx, series.id, 'Localized', title, now)
}

interface SeriesContents {
  books: readonly SeriesMember[]
  /** Names by id of the book. */
  genres: Map<number, string[]>
  tags: Map<number, string[]>
}

/** What is linked for all series at once. */
interface Links {
  genres: Map<number, readonly string[]>
  tags: Map<number, readonly string[]>
  people: Map<number, readonly Author[]>
}

function toMember(book: SeriesMember, genres: Map<number, string[]>, tags: Map<number, string[]>): MemberBook {
  return {
    facts: book.known,
    summary: book.summary,
    authors: JSON.parse(book.authors ?? '[]') as Author[],
    genres: genres.get(book.id) ?? [],
    tags: tags.get(book.id) ?? [],
  }
}

function differs(series: SeriesRow, columns: Partial<SeriesRow>, ...of: (keyof SeriesRow)[]): boolean {
  return of.some((column) => columns[column] !== undefined && columns[column] !== series[column])
}

/** In reading order, as far as known. */
export function groupBooksBySeries(rows: readonly SeriesBookRow[]): Map<number, SeriesMember[]> {
  const groups = new Map<number, SeriesMember[]>()
  for (const row of rows.toSorted(compareBooksByNumber)) {
    const member = { ...row, known: JSON.parse(row.facts ?? '{}') as BookFacts }
    const group = groups.get(row.seriesId)
    if (group) group.push(member)
    else groups.set(row.seriesId, [member])
  }
  return groups
}
