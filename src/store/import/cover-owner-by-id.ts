import type { CoverEntity, CoverOwner } from '../cover/cover-owner.ts'
import type { Db } from '../open.ts'

/** Like `findCoverOwner`, for callers that may edit everything. */
export async function findCoverOwnerById(db: Db, entity: CoverEntity, id: number): Promise<CoverOwner | undefined> {
  // Both tables have these columns, which Kysely's types can't express.
  const from = entity === 'book' ? db.query.selectFrom('book as t') : (db.query.selectFrom('series as t') as never)
  const row = await (from as ReturnType<typeof db.query.selectFrom<'book as t'>>)
    .innerJoin('library as l', 'l.id', 't.library_id')
    .select(['t.id', 't.uid', 't.library_id as libraryId', 'l.uid as libraryUid', 't.class', 't.title'])
    .select(['t.cover_id as coverId', 't.cover_version as coverVersion'])
    .where('t.id', '=', id)
    .executeTakeFirst()
  return row && { entity, ...row }
}
