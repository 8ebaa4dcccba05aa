import { NO_REVISION } from '../cache/revision-cache.ts'
import { defineViewerCache } from '../cache/viewer-cache.ts'
import type { Db } from '../open.ts'
import type { Viewer } from '../viewer.ts'

/** Most servers have no missing files, and needn't query for them each time. */
const anyDeletedCache = defineViewerCache<'any', boolean>('any_deleted_books', { scopesOf: () => ['catalog'] })

export async function hasDeletedBooks(db: Db, viewer: Viewer): Promise<boolean> {
  const read = async () => {
    const found = db.query.selectFrom('book').select('id').where('deleted_at', 'is not', null).limit(1)
    return (await found.executeTakeFirst()) !== undefined
  }
  const cache = anyDeletedCache(db, viewer)
  return cache ? cache.load('any', NO_REVISION, read) : read()
}

/** Number of books of these series whose files are missing. */
export async function countDeletedBooks(
  db: Db,
  viewer: Viewer,
  seriesIds: readonly number[],
): Promise<Map<number, number>> {
  if (seriesIds.length === 0 || !(await hasDeletedBooks(db, viewer))) return new Map()
  const rows = await db.query
    .selectFrom('book')
    .select((eb) => ['series_id', eb.fn.countAll<number>().as('count')])
    .where('series_id', 'in', seriesIds)
    .where('deleted_at', 'is not', null)
    .groupBy('series_id')
    .execute()
  return new Map(rows.map((row) => [row.series_id, Number(row.count)]))
}
