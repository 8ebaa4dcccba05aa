import { sql } from 'kysely'
import { lockRows } from '../lock-rows.ts'
import type { Db, Tx } from '../open.ts'
import { bumpRevisions } from '../revision.ts'
import { foldForSorting, sortKey } from '../text/sort-key.ts'
import { type ListKind, readListKind } from './list-kind.ts'
import { lockListNames } from './unique-names.ts'
import { createCuratedList } from './write.ts'

/** A list membership named in a file: the list, and the position if given. */
export interface MemberNamedInFile {
  list: string
  memberId: number
  place?: number
}

export interface ListWithAddedMembers {
  id: number
  uid: Uint8Array
  ownerId: null
  isNew: boolean
}

/**
 * Adds members to the shared lists of these names, and creates missing lists. Nothing is ever removed or moved: members
 * and orders set by users stay. Lists with a condition are skipped.
 */
export async function addMembersNamedInFiles(
  tx: Tx,
  dialect: Db['kind'],
  kind: ListKind,
  members: readonly MemberNamedInFile[],
): Promise<ListWithAddedMembers[]> {
  const byName = Map.groupBy(members, ({ list }) => foldForSorting(list))
  if (byName.size === 0) return []
  await lockListNames(tx, dialect, kind)
  const filled: ListWithAddedMembers[] = []
  for (const wanted of byName.values()) {
    const name = wanted[0]!.list
    const known = await findShared(tx, kind, name)
    if (known?.hasRule) continue
    // Also locks out users who edit it at the same time.
    if (known) await lockRows(tx, dialect, kind.table, [known.id])
    const list = known ?? (await create(tx, kind, name))
    if ((await add(tx, kind, list.id, wanted)) || !known) {
      filled.push({ id: list.id, uid: list.uid, ownerId: null, isNew: !known })
    }
  }
  return filled
}

async function findShared(tx: Tx, kind: ListKind, name: string) {
  const found = await sql<{ id: number; uid: Uint8Array; name: string; rule: string | null }>`
    select id, uid, name, rule from ${sql.table(kind.table)}
    where owner_id is null and sort_key = ${sortKey(name)} order by id`.execute(tx)
  const same = found.rows.find((row) => foldForSorting(row.name) === foldForSorting(name))
  return same && { id: same.id, uid: same.uid, hasRule: same.rule !== null }
}

const create = (tx: Tx, kind: ListKind, name: string) =>
  createCuratedList(tx, kind, { name, summary: null, isOrdered: kind === readListKind, ownerId: null })

/**
 * Returns whether a member was added. A member whose position is taken goes to the end, like one without a position.
 */
async function add(tx: Tx, kind: ListKind, listId: number, wanted: readonly MemberNamedInFile[]): Promise<boolean> {
  const [members, listKey, memberKey] = [sql.table(kind.members), sql.ref(kind.listKey), sql.ref(kind.memberKey)]
  const before = await sql<{ id: number; position: number }>`select ${memberKey} as id, position from ${members}
    where ${listKey} = ${listId}`.execute(tx)
  const known = new Set(before.rows.map((row) => row.id))
  const taken = new Set(before.rows.map((row) => row.position))
  let last = before.rows.reduce((max, row) => Math.max(max, row.position), 0)
  const inOrder = wanted.toSorted((a, b) => (a.place ?? Number.MAX_SAFE_INTEGER) - (b.place ?? Number.MAX_SAFE_INTEGER))
  const rows: [memberId: number, position: number][] = []
  for (const { memberId, place } of inOrder) {
    if (known.has(memberId)) continue
    known.add(memberId)
    const position = place !== undefined && place > 0 && !taken.has(place) ? place : last + 1
    taken.add(position)
    last = Math.max(last, position)
    rows.push([memberId, position])
  }
  if (rows.length === 0) return false
  const values = rows.map(([memberId, position]) => sql`(${listId}, ${memberId}, ${position})`)
  await sql`insert into ${members} (${listKey}, ${memberKey}, position) values ${sql.join(values)}`.execute(tx)
  await sql`update ${sql.table(kind.table)} set updated_at = ${Date.now()} where id = ${listId}`.execute(tx)
  await bumpRevisions(tx, 'catalog')
  return true
}
