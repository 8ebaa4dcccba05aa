import { parsed } from '../list/named.ts'
import type { Asks } from '../open.ts'

export interface BookPath {
  id: number
  seriesId: number
  libraryId: number
  /** Relative to the library. */
  path: string
  facts: Record<string, unknown>
}

export async function readBookPaths(db: Asks, bookIds: readonly number[]): Promise<BookPath[]> {
  return read(db, 'b.id', bookIds)
}

/** One book of each series, the first that lies there: it knows the folder as well as the others. */
export async function readFirstPaths(db: Asks, seriesIds: readonly number[]): Promise<BookPath[]> {
  const rows = await read(db, 'b.series_id', seriesIds)
  rows.sort((a, b) => (a.path < b.path ? 1 : -1))
  return [...new Map(rows.map((row) => [row.seriesId, row])).values()]
}

async function read(db: Asks, by: 'b.id' | 'b.series_id', ids: readonly number[]): Promise<BookPath[]> {
  const found: BookPath[] = []
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const rows = await db.query
      .selectFrom('book as b')
      .leftJoin('book_meta as m', 'm.book_id', 'b.id')
      .select(['b.id', 'b.series_id as seriesId', 'b.library_id as libraryId', 'b.path', 'm.facts'])
      .where(by, 'in', ids.slice(start, start + AT_ONCE))
      .where('b.deleted_at', 'is', null)
      .execute()
    found.push(...rows.map((row) => ({ ...row, facts: parsed<Record<string, unknown>>(row.facts, {}) })))
  }
  return found
}

const AT_ONCE = 500
