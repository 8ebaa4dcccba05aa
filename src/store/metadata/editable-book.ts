import { linkFacets, linkPeople } from '../facet/link-facets.ts'
import { readFacetNames } from '../list/facet-names.ts'
import { lockRows } from '../lock-rows.ts'
import type { Db, Queryable, Tx } from '../open.ts'
import { parseStoredJson } from '../parse-stored-json.ts'
import { titleSortKeys } from '../series/title-sort-keys.ts'

/** All editable fields of a book: an edit is a function from one state to the next. */
export interface EditableBook {
  readonly id: number
  readonly fileName: string
  title: string
  titleSort: string | null
  number: number | null
  numberText: string | null
  summary: string | null
  authors: StoredAuthor[]
  /** `book_meta.facts` */
  facts: Readonly<Record<string, unknown>>
  /** JSON */
  custom: string | null
  locks: string[]
  genres: string[]
  tags: string[]
  /** Facts that lists sort and filter by. */
  columns: BookFactColumns
}

export interface BookFactColumns {
  year: number | null
  release_date: number | null
  language: string | null
  book_type: string | null
  volume: number | null
  chapter: number | null
}

export interface StoredAuthor {
  name: string
  role: string
  sortName?: string
}

async function readSeriesOf(tx: Tx, bookIds: readonly number[]): Promise<number[]> {
  const rows = await tx.selectFrom('book').select('series_id').distinct().where('id', 'in', bookIds).execute()
  return rows.map((row) => row.series_id)
}

/** Locks the books until the transaction ends, so that two concurrent edits of different fields are both kept. */
export async function readEditableBooks(tx: Tx, kind: Db['kind'], ids: readonly number[]): Promise<EditableBook[]> {
  // Series before books, in the same order as when a series is sorted: otherwise they could deadlock.
  await lockRows(tx, kind, 'series', await readSeriesOf(tx, ids))
  await lockRows(tx, kind, 'book', ids)
  return selectEditableBooks({ kind, query: tx }, ids)
}

/** Only to look at them. */
export async function selectEditableBooks(
  queryable: Pick<Queryable, 'kind' | 'query'>,
  ids: readonly number[],
): Promise<EditableBook[]> {
  const { query } = queryable
  const rows = await query
    .selectFrom('book as b')
    .select(['b.id', 'b.file_name', 'b.title', 'b.title_sort', 'b.number', 'b.number_text'])
    .select(['b.year', 'b.release_date', 'b.language', 'b.book_type', 'b.volume', 'b.chapter'])
    .where('b.id', 'in', ids)
    .orderBy('b.id')
    .execute()
  const metas = new Map(
    (await query.selectFrom('book_meta').selectAll().where('book_id', 'in', ids).execute()).map((row) => [
      row.book_id,
      row,
    ]),
  )
  const genres = await readFacetNames(queryable, 'book', 'genre', ids)
  const tags = await readFacetNames(queryable, 'book', 'tag', ids)
  return rows.map((row) => {
    const meta = metas.get(row.id)
    const { year, release_date, language, book_type, volume, chapter } = row
    return {
      id: row.id,
      fileName: row.file_name,
      title: row.title,
      titleSort: row.title_sort,
      number: row.number,
      numberText: row.number_text,
      summary: meta?.summary ?? null,
      authors: parseStoredJson<StoredAuthor[]>(meta?.authors, []),
      facts: parseStoredJson<Record<string, unknown>>(meta?.facts, {}),
      custom: meta?.custom_metadata ?? null,
      locks: parseStoredJson<string[]>(meta?.locks, []),
      genres: (genres.get(row.id) ?? []).map((genre) => genre.name),
      tags: (tags.get(row.id) ?? []).map((tag) => tag.name),
      columns: { year, release_date, language, book_type, volume, chapter },
    }
  })
}

export interface EditedEntity<State> {
  after: State
  /** Names of the changed fields. */
  fields: ReadonlySet<string>
}

/** Writes whole books, and the links of those whose genres, tags or authors changed. */
export async function writeEditedBooks(
  tx: Tx,
  kind: Db['kind'],
  changes: readonly EditedEntity<EditableBook>[],
  now: number,
): Promise<void> {
  for (const { after } of changes) {
    await tx
      .updateTable('book')
      .set({
        title: after.title,
        title_sort: after.titleSort,
        sort_key: titleSortKeys(after.title, after.titleSort).sort_key,
        number: after.number,
        number_text: after.numberText,
        ...after.columns,
        updated_at: now,
      })
      .where('id', '=', after.id)
      .execute()
    const meta = {
      summary: after.summary,
      authors: JSON.stringify(after.authors),
      facts: JSON.stringify(after.facts),
      custom_metadata: after.custom,
      locks: JSON.stringify(after.locks),
    }
    await tx
      .insertInto('book_meta')
      .values({ book_id: after.id, ...meta })
      .onConflict((conflict) => conflict.column('book_id').doUpdateSet(meta))
      .execute()
  }
  await linkFacets(tx, kind, 'book', 'genre', changedValuesById(changes, 'genres'))
  await linkFacets(tx, kind, 'book', 'tag', changedValuesById(changes, 'tags'))
  await linkPeople(tx, kind, 'book', changedValuesById(changes, 'authors'))
}

export function changedValuesById<
  Field extends 'genres' | 'tags' | 'authors',
  State extends Record<Field, unknown> & { id: number },
>(changes: readonly EditedEntity<State>[], field: Field): Map<number, State[Field]> {
  const changed = changes.filter(({ fields }) => fields.has(field))
  return new Map(changed.map(({ after }) => [after.id, after[field]]))
}
