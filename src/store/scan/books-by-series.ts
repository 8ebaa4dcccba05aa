import type { Queryable } from '../open.ts'

/** A book and its series, including deleted books: they return to where they belong. */
export interface BookWithSeries {
  id: number
  path: string
  seriesId: number
  seriesPath: string
  facts: string | null
}

/** All books of a library, by whole series, a few hundred at a time (or as many as one series has). */
export async function* readBooksBySeries(db: Queryable, libraryId: number): AsyncGenerator<BookWithSeries[]> {
  const series = await countBooksBySeries(db, libraryId)
  let ids: number[] = []
  let books = 0
  for (const [id, count] of series) {
    ids.push(id)
    books += count
    if (books < AT_ONCE && ids.length < AT_ONCE) continue
    yield await readOf(db, ids)
    ids = []
    books = 0
  }
  if (ids.length > 0) yield await readOf(db, ids)
}

const AT_ONCE = 200

/** The number of books per series of a library, including deleted ones. */
export async function countBooksBySeries(db: Queryable, libraryId: number): Promise<Map<number, number>> {
  const rows = await db.query
    .selectFrom('book')
    .select((eb) => ['series_id', eb.fn.countAll<number>().as('books')])
    .where('library_id', '=', libraryId)
    .groupBy('series_id')
    .orderBy('series_id')
    .execute()
  return new Map(rows.map((row) => [row.series_id, Number(row.books)]))
}

async function readOf(db: Queryable, seriesIds: readonly number[]): Promise<BookWithSeries[]> {
  return (
    db.query
      .selectFrom('book as b')
      .innerJoin('series as s', 's.id', 'b.series_id')
      .leftJoin('book_meta as m', 'm.book_id', 'b.id')
      .select(['b.id', 'b.path', 'b.series_id as seriesId', 's.path as seriesPath', 'm.facts'])
      .where('b.series_id', 'in', seriesIds)
      // Displaced books have no path; they keep their series until they are found.
      .where('b.path', 'not like', '//%')
      .execute()
  )
}
