import { readBooks } from '../book/read.ts'
import type { Db } from '../open.ts'
import { readSeries } from '../series/read.ts'
import type { Viewer } from '../viewer.ts'
import { findIdsByUid } from './titles.ts'

interface BadgeValues {
  uid: string
  language: string | null
  formats: string[]
  lastBookAt: number | null
}

/** The values that badges show for series; series that the viewer may not see are left out. */
export async function readSeriesBadgeValues(db: Db, viewer: Viewer, uids: readonly string[]): Promise<BadgeValues[]> {
  const series = await readSeries(db, viewer, await findIdsByUid(db, 'series', uids))
  if (series.length === 0) return []
  const rows = await db.query
    .selectFrom('book')
    .select(['series_id', 'format'])
    .distinct()
    .where(
      'series_id',
      'in',
      series.map(({ id }) => id),
    )
    .where('deleted_at', 'is', null)
    .orderBy('format')
    .execute()
  return series.map(({ id, uid, language, lastBookAt }) => ({
    uid,
    language,
    formats: rows.filter((row) => row.series_id === id).map((row) => row.format),
    lastBookAt,
  }))
}

/** The same for books. A book without a language has that of its series. */
export async function readBookBadgeValues(db: Db, viewer: Viewer, uids: readonly string[]): Promise<BadgeValues[]> {
  const books = await readBooks(db, viewer, await findIdsByUid(db, 'book', uids))
  if (books.length === 0) return []
  const ids = books.map(({ id }) => id)
  const rows = await db.query
    .selectFrom('book')
    .innerJoin('series', 'series.id', 'book.series_id')
    .select(['book.id', 'book.language', 'series.language as of_series'])
    .where('book.id', 'in', ids)
    .execute()
  const languages = new Map(rows.map((row) => [row.id, row.language ?? row.of_series]))
  return books.map(({ id, uid, format }) => ({
    uid,
    language: languages.get(id) ?? null,
    formats: [format],
    lastBookAt: null,
  }))
}
