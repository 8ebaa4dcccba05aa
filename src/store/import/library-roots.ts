import type { Queryable } from '../open.ts'
import { bytesToUuid } from '../uid.ts'

export async function findLibraryRoots(
  db: Pick<Queryable, 'query'>,
): Promise<{ id: number; uid: string; name: string; path: string }[]> {
  const rows = await db.query.selectFrom('library').select(['id', 'uid', 'name', 'path']).orderBy('id').execute()
  return rows.map((row) => ({ ...row, uid: bytesToUuid(row.uid) }))
}
