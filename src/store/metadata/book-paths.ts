import type { Queryable } from '../open.ts'
import { parseStoredJson } from '../parse-stored-json.ts'

export interface BookPath {
  id: number
  seriesId: number
  libraryId: number
  /** Relative to the library. */
  path: string
  facts: Record<string, unknown>
}

export async function readBookPaths(db: Queryable, bookIds: readonly number[]): Promise<BookPath[]> {
  const found: BookPath[] = []
  for (let start = 0; start < bookIds.length; start += AT_ONCE) {
    const rows = await db.query
      .selectFrom('book as b')
      .leftJoin('book_meta as m', 'm.book_id', 'b.id')
      .select(['b.id', 'b.series_id as seriesId', 'b.library_id as libraryId', 'b.path', 'm.facts'])
      .where('b.id', 'in', bookIds.slice(start, start + AT_ONCE))
      .where('b.deleted_at', 'is', null)
      .execute()
    found.push(...rows.map((row) => ({ ...row, facts: parseStoredJson<Record<string, unknown>>(row.facts, {}) })))
  }
  return found
}

/** One book of each series is enough to know the folder. */
export async function readFirstBookPathOfSeries(db: Queryable, seriesIds: readonly number[]): Promise<BookPath[]> {
  const ids: number[] = []
  for (let start = 0; start < seriesIds.length; start += AT_ONCE) {
    const rows = await db.query
      .selectFrom('book')
      .select((eb) => eb.fn.min('id').as('id'))
      .where('series_id', 'in', seriesIds.slice(start, start + AT_ONCE))
      .where('deleted_at', 'is', null)
      .groupBy('series_id')
      .execute()
    for (const row of rows) ids.push(row.id)
  }
  return readBookPaths(db, ids)
}

const AT_ONCE = 500
