import { sql } from 'kysely'
import { inChunks } from '../in-chunks.ts'
import { idCondition } from '../list/sql-conditions.ts'
import type { Queryable } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'
import type { ListKind } from './list-kind.ts'

/** Internal ids of possible members, in the given order; those that the viewer may not see are left out. */
export async function findMemberIdsByUid(
  db: Queryable,
  viewer: Viewer,
  kind: ListKind,
  uids: readonly Uint8Array[],
): Promise<number[]> {
  const found = new Map<string, number>()
  for (const chunk of inChunks(uids)) {
    const rows = await sql<{ id: number; uid: Uint8Array }>`select t.id, t.uid from ${sql.table(kind.member)} t
      where t.uid in (${sql.join(chunk)}) and ${visibilityCondition(db.kind, viewer.sees, 't.class')}`.execute(db.query)
    for (const row of rows.rows) found.set(row.uid.toHex(), row.id)
  }
  return uids.map((uid) => found.get(uid.toHex())).filter((id) => id !== undefined)
}

/** The reverse: public ids of what the viewer may see, in the given order. */
export async function findMemberUidsById(
  db: Queryable,
  viewer: Viewer,
  kind: ListKind,
  ids: readonly number[],
): Promise<Uint8Array[]> {
  const { rows } = await sql<{ id: number; uid: Uint8Array }>`select t.id, t.uid from ${sql.table(kind.member)} t
    where ${idCondition(db.kind, sql`t.id`, ids)} and ${visibilityCondition(db.kind, viewer.sees, 't.class')}`.execute(
    db.query,
  )
  const uids = new Map(rows.map((row) => [row.id, row.uid]))
  return ids.map((id) => uids.get(id)).filter((uid) => uid !== undefined)
}
