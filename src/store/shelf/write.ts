import { sql } from 'kysely'
import type { Db, Tx } from '../open.ts'
import { bumpRevisions } from '../revision.ts'
import { sortKey } from '../text/sort-key.ts'
import { newUid } from '../uid.ts'
import type { ShelfKind } from './kind.ts'

export interface ShelfToStore {
  name: string
  summary: string | null
  isOrdered: boolean
  ownerId: number | null
}

export async function createShelf(
  tx: Tx,
  kind: ShelfKind,
  shelf: ShelfToStore,
): Promise<{ id: number; uid: Uint8Array }> {
  const now = Date.now()
  const uid = newUid()
  const made = await sql<{ id: number }>`insert into ${sql.table(kind.table)}
      (uid, owner_id, name, sort_key, summary, is_ordered, created_at, updated_at)
    values (${uid}, ${shelf.ownerId}, ${shelf.name}, ${sortKey(shelf.name)}, ${shelf.summary},
      ${shelf.isOrdered}, ${now}, ${now}) returning id`.execute(tx)
  await noteChange(tx, shelf.ownerId)
  return { id: made.rows[0]!.id, uid }
}

/** A new one and what stands on it, at once. */
export async function createFilledShelf(
  db: Pick<Db, 'transaction'>,
  kind: ShelfKind,
  shelf: ShelfToStore,
  memberIds: readonly number[],
): Promise<Uint8Array> {
  return db.transaction((tx) => createFilledIn(tx, kind, shelf, memberIds))
}

export async function createFilledIn(
  tx: Tx,
  kind: ShelfKind,
  shelf: ShelfToStore,
  memberIds: readonly number[],
): Promise<Uint8Array> {
  const { id, uid } = await createShelf(tx, kind, shelf)
  await setMembers(tx, kind, { id, ownerId: shelf.ownerId }, memberIds)
  return uid
}

/** Whoever it was shared with, or whose it was, must notice that it is not any more. */
export async function changeShelf(tx: Tx, kind: ShelfKind, id: number, shelf: ShelfToStore): Promise<void> {
  const before = await sql<{ owner_id: number | null }>`select owner_id from ${sql.table(kind.table)}
    where id = ${id}`.execute(tx)
  await sql`update ${sql.table(kind.table)} set name = ${shelf.name}, sort_key = ${sortKey(shelf.name)},
    summary = ${shelf.summary}, is_ordered = ${shelf.isOrdered}, owner_id = ${shelf.ownerId}, updated_at = ${Date.now()}
    where id = ${id}`.execute(tx)
  await noteChange(tx, shelf.ownerId, ...before.rows.map((row) => row.owner_id))
}

export async function deleteShelf(
  tx: Tx,
  kind: ShelfKind,
  shelf: { id: number; ownerId: number | null },
): Promise<void> {
  await sql`delete from ${sql.table(kind.table)} where id = ${shelf.id}`.execute(tx)
  await noteChange(tx, shelf.ownerId)
}

/** The members from now on, in this order. */
export async function setMembers(
  tx: Tx,
  kind: ShelfKind,
  shelf: { id: number; ownerId: number | null },
  memberIds: readonly number[],
): Promise<void> {
  const [members, shelfKey, memberKey] = [sql.table(kind.members), sql.ref(kind.shelfKey), sql.ref(kind.memberKey)]
  await sql`delete from ${members} where ${shelfKey} = ${shelf.id}`.execute(tx)
  const unique = [...new Set(memberIds)]
  for (let start = 0; start < unique.length; start += ROWS_AT_ONCE) {
    const rows = unique
      .slice(start, start + ROWS_AT_ONCE)
      .map((memberId, index) => sql`(${shelf.id}, ${memberId}, ${start + index + 1})`)
    await sql`insert into ${members} (${shelfKey}, ${memberKey}, position) values ${sql.join(rows)}`.execute(tx)
  }
  await touch(tx, kind, shelf)
}

export async function readMemberIds(tx: Tx, kind: ShelfKind, shelfId: number): Promise<number[]> {
  const found = await sql<{ id: number }>`select ${sql.ref(kind.memberKey)} as id from ${sql.table(kind.members)}
    where ${sql.ref(kind.shelfKey)} = ${shelfId} order by position, id`.execute(tx)
  return found.rows.map((row) => row.id)
}

const ROWS_AT_ONCE = 1000

async function touch(tx: Tx, kind: ShelfKind, shelf: { id: number; ownerId: number | null }): Promise<void> {
  await sql`update ${sql.table(kind.table)} set updated_at = ${Date.now()} where id = ${shelf.id}`.execute(tx)
  await noteChange(tx, shelf.ownerId)
}

const noteChange = (tx: Tx, ...owners: (number | null)[]): Promise<void> =>
  bumpRevisions(tx, ...owners.map((id) => (id === null ? ('catalog' as const) : (`user:${id}` as const))))
