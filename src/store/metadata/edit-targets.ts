import { inChunks } from '../in-chunks.ts'
import type { Queryable } from '../open.ts'
import type { Uid } from '../uid.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'

/** A series to edit, with the fields that its events need. */
export interface SeriesEditTarget {
  id: number
  uid: Uid
  libraryId: number
  libraryUid: Uid
  class: number
}

/** A book to edit. Its class is its series', so that a deleted book is still visible to its viewers. */
export interface BookEditTarget extends SeriesEditTarget {
  seriesId: number
  seriesUid: Uid
}

/** Each once, ordered by internal id; series that the viewer may not see are left out. */
export async function findSeriesEditTargets(
  db: Queryable,
  viewer: Viewer,
  uids: readonly Uid[],
): Promise<SeriesEditTarget[]> {
  const found: SeriesEditTarget[] = []
  for (const some of inChunks(uids)) {
    const rows = await selectSeriesEditTargets(db)
      .where('s.uid', 'in', some)
      .where(visibilityCondition(db.kind, viewer.sees, 's.class'))
      .execute()
    found.push(...rows)
  }
  return onceEach(found)
}

export async function findBookEditTargets(
  db: Queryable,
  viewer: Viewer,
  uids: readonly Uid[],
): Promise<BookEditTarget[]> {
  const found: BookEditTarget[] = []
  for (const some of inChunks(uids)) {
    const rows = await selectBookEditTargets(db)
      .where('b.uid', 'in', some)
      .where(visibilityCondition(db.kind, viewer.sees, 's.class'))
      .execute()
    found.push(...rows)
  }
  return onceEach(found)
}

export function selectSeriesEditTargets(db: Queryable) {
  return db.query
    .selectFrom('series as s')
    .innerJoin('library as l', 'l.id', 's.library_id')
    .select(['s.id', 's.uid', 's.library_id as libraryId', 'l.uid as libraryUid', 's.class'])
}

export function selectBookEditTargets(db: Queryable) {
  return db.query
    .selectFrom('book as b')
    .innerJoin('series as s', 's.id', 'b.series_id')
    .innerJoin('library as l', 'l.id', 'b.library_id')
    .select(['b.id', 'b.uid', 'b.series_id as seriesId', 's.uid as seriesUid'])
    .select(['b.library_id as libraryId', 'l.uid as libraryUid', 's.class'])
}

function onceEach<T extends { id: number }>(found: readonly T[]): T[] {
  return [...new Map(found.map((one) => [one.id, one])).values()].sort((a, b) => a.id - b.id)
}
