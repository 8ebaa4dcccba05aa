import type { Queryable } from '../open.ts'

/**
 * The paths of a series or book: the library's folder, and the paths below it. A series has the path of its first book. The
 * password of an encrypted book is sealed.
 */
export async function findSeriesOrBookPaths(
  db: Queryable,
  entity: 'series' | 'book',
  id: number,
): Promise<
  { root: string; seriesPath: string; bookPath: string | undefined; bookPassword: string | undefined } | undefined
> {
  const row = await db.query
    .selectFrom('series as s')
    .innerJoin('library as l', 'l.id', 's.library_id')
    .leftJoin('book as b', (join) => join.onRef('b.series_id', '=', 's.id').on('b.deleted_at', 'is', null))
    .select(['l.path as root', 's.path as seriesPath', 'b.path as bookPath', 'b.file_password as bookPassword'])
    .where(entity === 'series' ? 's.id' : 'b.id', '=', id)
    .orderBy('b.number')
    .orderBy('b.id')
    .executeTakeFirst()
  return row && { ...row, bookPath: row.bookPath ?? undefined, bookPassword: row.bookPassword ?? undefined }
}
