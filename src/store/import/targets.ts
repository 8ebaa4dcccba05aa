import { inChunks } from '../in-chunks.ts'
import type { BookTarget, SeriesTarget } from '../metadata/targets.ts'
import type { Queryable } from '../open.ts'

/** Whoever imports may edit everything, so nobody's view decides what is found. */
export async function findBookTargetsById(db: Queryable, ids: readonly number[]): Promise<BookTarget[]> {
  const found: BookTarget[] = []
  for (const some of inChunks(ids)) {
    const rows = await db.query
      .selectFrom('book as b')
      .innerJoin('series as s', 's.id', 'b.series_id')
      .innerJoin('library as l', 'l.id', 'b.library_id')
      .select(['b.id', 'b.uid', 'b.series_id as seriesId', 's.uid as seriesUid'])
      .select(['b.library_id as libraryId', 'l.uid as libraryUid', 's.class'])
      .where('b.id', 'in', some)
      .orderBy('b.id')
      .execute()
    found.push(...rows)
  }
  return found
}

export async function findSeriesTargetsById(db: Queryable, ids: readonly number[]): Promise<SeriesTarget[]> {
  const found: SeriesTarget[] = []
  for (const some of inChunks(ids)) {
    const rows = await db.query
      .selectFrom('series as s')
      .innerJoin('library as l', 'l.id', 's.library_id')
      .select(['s.id', 's.uid', 's.library_id as libraryId', 'l.uid as libraryUid', 's.class'])
      .where('s.id', 'in', some)
      .orderBy('s.id')
      .execute()
    found.push(...rows)
  }
  return found
}
