import { type RawBuilder, sql } from 'kysely'
import type { ListKind } from '../curated-list/list-kind.ts'
import { changeListMembers } from '../curated-list/write.ts'
import type { Db, Queryable, Tx } from '../open.ts'
import { foldForSorting } from '../text/sort-key.ts'
import type { Uid } from '../uid.ts'

export interface ListToMerge {
  id: number
  uid: Uid
  ownerId: number | null
  name: string
  summary: string | null
  isOrdered: boolean
  /** Its filter determines the members. */
  hasRule: boolean
}

export async function findListByUid(
  db: Pick<Queryable, 'query'>,
  kind: ListKind,
  uid: Uid,
): Promise<ListToMerge | undefined> {
  const [found] = await findLists(db, kind, sql`uid = ${uid}`)
  return found
}

/** A list of the same name with the same owner, or shared, that `isOther` doesn't refuse. */
export async function findListByName(
  db: Pick<Queryable, 'query'>,
  kind: ListKind,
  name: string,
  ownerId: number | null,
  isOther: (list: ListToMerge) => boolean,
): Promise<ListToMerge | undefined> {
  const lists = await findLists(db, kind, ownerId === null ? sql`owner_id is null` : sql`owner_id = ${ownerId}`)
  return lists.find((list) => foldForSorting(list.name) === foldForSorting(name) && !isOther(list))
}

async function findLists(
  db: Pick<Queryable, 'query'>,
  kind: ListKind,
  where: RawBuilder<unknown>,
): Promise<ListToMerge[]> {
  type Row = Omit<ListToMerge, 'isOrdered' | 'hasRule'> & { isOrdered: number; rule: string | null }
  const found = await sql<Row>`select id, uid, owner_id as "ownerId", name, summary, is_ordered as "isOrdered", rule
    from ${sql.table(kind.table)} where ${where}`.execute(db.query)
  return found.rows.map(({ isOrdered, rule, ...list }) => ({
    ...list,
    isOrdered: Boolean(isOrdered),
    hasRule: rule !== null,
  }))
}

/** Returns the members before, and whether they changed. */
export async function writeMergedMembers(
  tx: Tx,
  db: Pick<Db, 'kind'>,
  kind: ListKind,
  list: { id: number; ownerId: number | null },
  merge: (before: readonly number[]) => readonly number[],
): Promise<{ before: readonly number[]; hasChanged: boolean }> {
  let before: readonly number[] = []
  const hasChanged = await changeListMembers(tx, db, kind, list, (now) => {
    before = now
    const after = merge(now)
    return JSON.stringify(after) === JSON.stringify(now) ? undefined : after
  })
  return { before, hasChanged }
}
