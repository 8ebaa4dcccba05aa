import { sql } from 'kysely'
import { inChunks } from '../in-chunks.ts'
import type { Queryable } from '../open.ts'

/** Those of these books that have user data: read, rated, marked, listed or edited. */
export async function readBooksWithUserData(db: Queryable, ids: readonly number[]): Promise<Set<number>> {
  return readWhere(db, ids, [...ofBook.map((table) => hasRow(table, 'book_id', 'b.id')), isEdited])
}

/** The same, or whose series has user data: a series is deleted with its last book. */
export async function readBooksOrSeriesWithUserData(db: Queryable, ids: readonly number[]): Promise<Set<number>> {
  const ofBooks = ofBook.map((table) => hasRow(table, 'book_id', 'b.id'))
  const ofTheirSeries = ofSeries.map((table) => hasRow(table, 'series_id', 'b.series_id'))
  return readWhere(db, ids, [...ofBooks, isEdited, ...ofTheirSeries, isSeriesEdited])
}

const ofSeries = ['user_rating', 'want_to_read', 'collection_series', 'alternate_title', 'cover', 'series_sharing_tag']
const ofBook = [
  ...['progress', 'completion', 'reading_session', 'bookmark', 'annotation'],
  ...['user_rating', 'want_to_read', 'read_list_book', 'cover'],
]

const hasRow = (table: string, column: string, owner: string) =>
  sql<boolean>`exists (select 1 from ${sql.table(table)} t where t.${sql.ref(column)} = ${sql.ref(owner)})`

const isEdited = sql<boolean>`exists (select 1 from book_meta m where m.book_id = b.id
  and (m.locks <> '[]' or m.custom_metadata is not null))`

const isSeriesEdited = sql<boolean>`exists (select 1 from series s where s.id = b.series_id
  and (s.locks <> '[]' or s.custom_metadata is not null))`

async function readWhere(
  db: Queryable,
  ids: readonly number[],
  any: readonly ReturnType<typeof hasRow>[],
): Promise<Set<number>> {
  const found = new Set<number>()
  for (const some of inChunks(ids)) {
    const { rows } = await sql<{ id: number }>`select b.id from book b
      where b.id in (${sql.join(some)}) and (${sql.join(any, sql` or `)})`.execute(db.query)
    for (const row of rows) found.add(row.id)
  }
  return found
}
