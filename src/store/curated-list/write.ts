import { sql } from 'kysely'
import { problem } from '../../contract/problems.ts'
import { lockRows } from '../lock-rows.ts'
import type { Db, Tx } from '../open.ts'
import { bumpRevisions } from '../revision.ts'
import { sortKey } from '../text/sort-key.ts'
import { newUid } from '../uid.ts'
import { type ListLimits, requireListRoom, requireMemberRoom } from '../user/per-user-limits.ts'
import type { ListKind } from './list-kind.ts'

export interface CuratedListToStore {
  name: string
  summary: string | null
  isOrdered: boolean
  ownerId: number | null
  /** The rule that determines the members. Undefined: unchanged; null: members are chosen manually. */
  rule?: { condition: unknown; filter: object } | null
  /** When it was created on another server, if it was. */
  createdAt?: number
}

export async function createCuratedList(
  tx: Tx,
  kind: ListKind,
  list: CuratedListToStore,
): Promise<{ id: number; uid: Uint8Array }> {
  const now = Date.now()
  const uid = newUid()
  const made = await sql<{ id: number }>`insert into ${sql.table(kind.table)}
      (uid, owner_id, name, sort_key, summary, is_ordered, condition, rule, created_at, updated_at)
    values (${uid}, ${list.ownerId}, ${list.name}, ${sortKey(list.name)}, ${list.summary},
      ${list.isOrdered}, ${json(list.rule?.condition)}, ${json(list.rule?.filter)}, ${list.createdAt ?? now}, ${now}) returning id`.execute(
    tx,
  )
  await noteChange(tx, list.ownerId)
  return { id: made.rows[0]!.id, uid }
}

/** Creates a list with its members. Throws if the user would have too many lists of their own. */
export async function createListWithMembers(
  db: Pick<Db, 'transaction'>,
  kind: ListKind,
  list: CuratedListToStore,
  memberIds: readonly number[],
  limits: ListLimits,
): Promise<Uint8Array> {
  return db.transaction((tx) => createListWithMembersIn(tx, kind, list, memberIds, limits))
}

export async function createListWithMembersIn(
  tx: Tx,
  kind: ListKind,
  list: CuratedListToStore,
  memberIds: readonly number[],
  limits: ListLimits,
): Promise<Uint8Array> {
  const { id, uid } = await createCuratedList(tx, kind, list)
  await requireListRoom(tx, list.ownerId, limits)
  if (list.ownerId !== null) requireMemberRoom(new Set(memberIds).size, 0, limits)
  if (!list.rule) await setManualListMembers(tx, kind, { id, ownerId: list.ownerId }, memberIds)
  return uid
}

/** Bumps the revisions of the previous and the new owner: those who can no longer see the list must notice. */
export async function changeCuratedList(tx: Tx, kind: ListKind, id: number, list: CuratedListToStore): Promise<void> {
  const before = await sql<{ owner_id: number | null }>`select owner_id from ${sql.table(kind.table)}
    where id = ${id}`.execute(tx)
  await sql`update ${sql.table(kind.table)} set name = ${list.name}, sort_key = ${sortKey(list.name)},
    summary = ${list.summary}, is_ordered = ${list.isOrdered}, owner_id = ${list.ownerId}, updated_at = ${Date.now()}
    where id = ${id}`.execute(tx)
  if (list.rule !== undefined) {
    await sql`update ${sql.table(kind.table)} set condition = ${json(list.rule?.condition)},
      rule = ${json(list.rule?.filter)} where id = ${id}`.execute(tx)
  }
  await noteChange(tx, list.ownerId, ...before.rows.map((row) => row.owner_id))
}

/** A list that exists on two servers is as old as the older of the two. */
export async function backdateList(
  tx: Tx,
  kind: ListKind,
  list: { id: number; ownerId: number | null },
  createdAt: number,
): Promise<void> {
  const { numAffectedRows } = await sql`update ${sql.table(kind.table)} set created_at = ${createdAt}
    where id = ${list.id} and created_at > ${createdAt}`.execute(tx)
  if (numAffectedRows) await noteChange(tx, list.ownerId)
}

export async function deleteCuratedList(
  tx: Tx,
  kind: ListKind,
  list: { id: number; ownerId: number | null },
): Promise<void> {
  await sql`delete from ${sql.table(kind.table)} where id = ${list.id}`.execute(tx)
  await noteChange(tx, list.ownerId)
}

const json = (value: unknown): string | null => (value === undefined || value === null ? null : JSON.stringify(value))

/** As JSON; null if the members are chosen manually, undefined if the list no longer exists. */
export async function readListRule(tx: Tx, kind: ListKind, listId: number): Promise<string | null | undefined> {
  const found = sql<{ rule: string | null }>`select rule from ${sql.table(kind.table)} where id = ${listId}`
  return (await found.execute(tx)).rows[0]?.rule
}

/** Sets the members, in this order, as chosen by a user. */
export async function setManualListMembers(
  tx: Tx,
  kind: ListKind,
  list: { id: number; ownerId: number | null },
  memberIds: readonly number[],
): Promise<void> {
  const rule = await readListRule(tx, kind, list.id)
  if (rule === undefined) {
    throw problem('not_found', kind.member === 'book' ? 'There is no such read list.' : 'There is no such collection.')
  }
  if (rule !== null) {
    throw problem('conflict', 'This list follows its filter. Change the filter instead.')
  }
  await replaceListMembers(tx, kind, list, memberIds)
}

/**
 * Replaces the members of a list with the result of `change`; undefined keeps them. Returns whether they were replaced.
 * Concurrent changes to one list run one after the other, and no member is lost.
 */
export async function changeListMembers(
  tx: Tx,
  db: Pick<Db, 'kind'>,
  kind: ListKind,
  list: { id: number; ownerId: number | null },
  change: (now: number[]) => readonly number[] | undefined,
  limits?: Pick<ListLimits, 'list_members'>,
): Promise<boolean> {
  await lockRows(tx, db.kind, kind.table, [list.id])
  const before = await readAllMemberIds(tx, kind, list.id)
  const members = change(before)
  if (!members) return false
  if (limits && list.ownerId !== null) requireMemberRoom(new Set(members).size, before.length, limits)
  await setManualListMembers(tx, kind, list, members)
  return true
}

export async function replaceListMembers(
  tx: Tx,
  kind: ListKind,
  list: { id: number; ownerId: number | null },
  memberIds: readonly number[],
): Promise<void> {
  const [members, listKey, memberKey] = [sql.table(kind.members), sql.ref(kind.listKey), sql.ref(kind.memberKey)]
  await sql`delete from ${members} where ${listKey} = ${list.id}`.execute(tx)
  const unique = [...new Set(memberIds)]
  for (let start = 0; start < unique.length; start += ROWS_AT_ONCE) {
    const rows = unique
      .slice(start, start + ROWS_AT_ONCE)
      .map((memberId, index) => sql`(${list.id}, ${memberId}, ${start + index + 1})`)
    await sql`insert into ${members} (${listKey}, ${memberKey}, position) values ${sql.join(rows)}`.execute(tx)
  }
  await touch(tx, kind, list)
}

export async function readAllMemberIds(tx: Tx | Db['query'], kind: ListKind, listId: number): Promise<number[]> {
  const found = await sql<{ id: number }>`select ${sql.ref(kind.memberKey)} as id from ${sql.table(kind.members)}
    where ${sql.ref(kind.listKey)} = ${listId} order by position, id`.execute(tx)
  return found.rows.map((row) => row.id)
}

const ROWS_AT_ONCE = 1000

async function touch(tx: Tx, kind: ListKind, list: { id: number; ownerId: number | null }): Promise<void> {
  await sql`update ${sql.table(kind.table)} set updated_at = ${Date.now()} where id = ${list.id}`.execute(tx)
  await noteChange(tx, list.ownerId)
}

const noteChange = (tx: Tx, ...owners: (number | null)[]): Promise<void> =>
  bumpRevisions(tx, ...owners.map((id) => (id === null ? ('catalog' as const) : (`user:${id}` as const))))
