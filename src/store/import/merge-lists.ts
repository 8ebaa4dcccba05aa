import { sql } from 'kysely'
import type { ListKind } from '../curated-list/list-kind.ts'
import { changeListMembers, readListRule } from '../curated-list/write.ts'
import type { Db, Queryable, Tx } from '../open.ts'
import { foldForSorting } from '../text/sort-key.ts'
import type { Uid } from '../uid.ts'

export interface ListToMerge {
  id: number
  uid: Uid
  ownerId: number | null
}

export async function findListByUid(
  db: Pick<Queryable, 'query'>,
  kind: ListKind,
  uid: Uid,
): Promise<ListToMerge | undefined> {
  const found = await sql<ListToMerge>`select id, uid, owner_id as "ownerId" from ${sql.table(kind.table)}
    where uid = ${uid}`.execute(db.query)
  return found.rows[0]
}

/** A list of the same name with the same owner, or shared, that isn't another list of the source. */
export async function findListByName(
  db: Pick<Queryable, 'query'>,
  kind: ListKind,
  name: string,
  ownerId: number | null,
  isTaken: (list: ListToMerge) => boolean,
): Promise<ListToMerge | undefined> {
  const found = await sql<ListToMerge & { name: string }>`select id, uid, owner_id as "ownerId", name
    from ${sql.table(kind.table)} where ${ownerId === null ? sql`owner_id is null` : sql`owner_id = ${ownerId}`}`.execute(
    db.query,
  )
  return found.rows.find((row) => foldForSorting(row.name) === foldForSorting(name) && !isTaken(row))
}

/** The source's members in its order, then those that only we have. */
export function mergeMemberIds(before: readonly number[], memberIds: readonly number[]): number[] {
  const wanted = new Set(memberIds)
  return [...wanted, ...before.filter((id) => !wanted.has(id))]
}

/** Returns whether anything changed. */
export async function writeMergedMembers(
  tx: Tx,
  db: Pick<Db, 'kind'>,
  kind: ListKind,
  list: ListToMerge,
  memberIds: readonly number[],
): Promise<boolean> {
  // A list with a condition keeps its members.
  if ((await readListRule(tx, kind, list.id)) !== null) return false
  return changeListMembers(tx, db, kind, list, (before) => {
    const after = mergeMemberIds(before, memberIds)
    return JSON.stringify(after) === JSON.stringify(before) ? undefined : after
  })
}
