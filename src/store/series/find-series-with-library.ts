import type { Queryable } from '../open.ts'
import type { Uid } from '../uid.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'

/** Those of these series that the viewer may see, with their libraries. */
export async function findSeriesWithLibrary(
  db: Queryable,
  viewer: Viewer,
  uids: readonly Uid[],
): Promise<{ id: number; uid: Uid; title: string; libraryId: number; libraryUid: Uid }[]> {
  return db.query
    .selectFrom('series as s')
    .innerJoin('library as l', 'l.id', 's.library_id')
    .select(['s.id', 's.uid', 's.title', 's.library_id as libraryId', 'l.uid as libraryUid'])
    .where('s.uid', 'in', uids)
    .where(visibilityCondition(db.kind, viewer.sees, 's.class'))
    .execute()
}
