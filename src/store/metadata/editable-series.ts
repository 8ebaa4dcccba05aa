import { linkFacets, linkPeople } from '../facet/link-facets.ts'
import { readFacetNames } from '../list/facet-names.ts'
import { lockRows } from '../lock-rows.ts'
import type { Db, Queryable, Tx } from '../open.ts'
import { parseStoredJson } from '../parse-stored-json.ts'
import { type SeriesFields, seriesFieldsFromRow } from '../series/series-fields.ts'
import { titleSortKeys } from '../series/title-sort-keys.ts'
import { facetKey } from '../text/fold-letters.ts'
import { changedValuesById, type EditedEntity, type StoredAuthor } from './editable-book.ts'

/** All editable fields of a series: an edit is a function from one state to the next. */
export interface EditableSeries extends SeriesFields {
  readonly id: number
  readonly folderName: string
  title: string
  authors: StoredAuthor[]
  /** JSON */
  custom: string | null
  locks: string[]
  genres: string[]
  tags: string[]
}

/** Locks the series until the transaction ends, so that two concurrent edits of different fields are both kept. */
export async function readEditableSeries(tx: Tx, kind: Db['kind'], ids: readonly number[]): Promise<EditableSeries[]> {
  await lockRows(tx, kind, 'series', ids)
  return selectEditableSeries({ kind, query: tx }, ids)
}

/** Only to look at them. */
export async function selectEditableSeries(
  queryable: Pick<Queryable, 'kind' | 'query'>,
  ids: readonly number[],
): Promise<EditableSeries[]> {
  const rows = await queryable.query
    .selectFrom('series')
    .select(['id', 'folder_name', 'title', 'title_sort', 'summary', 'publisher', 'imprint', 'status', 'age_rating'])
    .select(['language', 'reading_direction', 'year', 'total_book_count', 'authors', 'custom_metadata', 'locks'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  const genres = await readFacetNames(queryable, 'series', 'genre', ids)
  const tags = await readFacetNames(queryable, 'series', 'tag', ids)
  return rows.map((row) => ({
    id: row.id,
    folderName: row.folder_name,
    title: row.title,
    ...seriesFieldsFromRow(row),
    authors: parseStoredJson<StoredAuthor[]>(row.authors, []),
    custom: row.custom_metadata,
    locks: parseStoredJson<string[]>(row.locks, []),
    genres: (genres.get(row.id) ?? []).map((genre) => genre.name),
    tags: (tags.get(row.id) ?? []).map((tag) => tag.name),
  }))
}

/** Those whose summary is that of one of their books. */
export async function findSeriesWithSummaryOfBook(
  { query }: Pick<Queryable, 'query'>,
  ids: readonly number[],
): Promise<Set<number>> {
  const rows = await query
    .selectFrom('series as s')
    .innerJoin('book as b', 'b.series_id', 's.id')
    .innerJoin('book_meta as m', 'm.book_id', 'b.id')
    .select('s.id')
    .distinct()
    .where('s.id', 'in', ids)
    .whereRef('m.summary', '=', 's.summary')
    .execute()
  return new Set(rows.map((row) => row.id))
}

export async function writeEditedSeries(
  tx: Tx,
  kind: Db['kind'],
  changes: readonly EditedEntity<EditableSeries>[],
  now: number,
): Promise<void> {
  for (const { after } of changes) {
    await tx
      .updateTable('series')
      .set({
        title: after.title,
        title_sort: after.titleSort,
        ...titleSortKeys(after.title, after.titleSort),
        summary: after.summary,
        publisher: after.publisher,
        publisher_key: after.publisher === null ? null : facetKey(after.publisher),
        imprint: after.imprint,
        status: after.status,
        age_rating: after.ageRating,
        language: after.language,
        reading_direction: after.readingDirection,
        year: after.year,
        total_book_count: after.totalBookCount,
        authors: JSON.stringify(after.authors),
        custom_metadata: after.custom,
        locks: JSON.stringify(after.locks),
        updated_at: now,
      })
      .where('id', '=', after.id)
      .execute()
  }
  await linkFacets(tx, kind, 'series', 'genre', changedValuesById(changes, 'genres'))
  await linkFacets(tx, kind, 'series', 'tag', changedValuesById(changes, 'tags'))
  await linkPeople(tx, kind, 'series', changedValuesById(changes, 'authors'))
}

/** Books of these series, including deleted ones: search finds them by their series' titles. */
export async function readBookIdsOfSeries(tx: Tx, seriesIds: readonly number[]): Promise<number[]> {
  if (seriesIds.length === 0) return []
  const rows = await tx.selectFrom('book').select('id').where('series_id', 'in', seriesIds).execute()
  return rows.map((row) => row.id)
}

export async function readVisibilityClassesOfSeries(
  tx: Tx,
  seriesIds: readonly number[],
): Promise<Map<number, number>> {
  if (seriesIds.length === 0) return new Map()
  const rows = await tx.selectFrom('series').select(['id', 'class']).where('id', 'in', seriesIds).execute()
  return new Map(rows.map((row) => [row.id, row.class]))
}
