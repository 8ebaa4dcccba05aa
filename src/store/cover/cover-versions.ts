import type { Queryable } from '../open.ts'
import type { Uid } from '../uid.ts'
import { bytesToUuid } from '../uid.ts'

/** The current cover version of each of these books and series, by id; missing ones don't exist. */
export async function readCoverVersions(db: Queryable, uids: readonly Uid[]): Promise<Map<string, number>> {
  const versions = new Map<string, number>()
  for (const entity of ['book', 'series'] as const) {
    const rows = await db.query.selectFrom(entity).select(['uid', 'cover_version']).where('uid', 'in', uids).execute()
    for (const row of rows) versions.set(bytesToUuid(row.uid), row.cover_version)
  }
  return versions
}
