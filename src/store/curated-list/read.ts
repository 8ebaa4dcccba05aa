import { type RawBuilder, sql } from 'kysely'
import { limitOffset } from '../list/page-range.ts'
import type { Queryable } from '../open.ts'
import { nameMatcher } from '../text/name-matcher.ts'
import { parseUid } from '../uid.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'
import type { ListKind } from './list-kind.ts'
import { refreshRuleLists } from './refresh-rule-lists.ts'

export interface CuratedListView {
  id: number
  uid: Uint8Array
  name: string
  summary: string | null
  isOrdered: boolean
  /** Null: shared with everyone. */
  ownerId: number | null
  /** The original condition, if one determines the members. */
  condition: unknown
  /** Counts only members that the viewer may see. */
  memberCount: number
  createdAt: number
  updatedAt: number
}

export interface CuratedListQuery {
  limit: number
  offset: number
  /** Words of the name. */
  search?: string
  /** Internal id of a member. */
  containing?: number
  /** Public ids: a member is in one of these libraries. */
  libraryIds?: readonly string[]
}

/**
 * The lists that a viewer may see: their own, and shared ones. A shared list without visible members is hidden,
 * including its name, unless it is empty for everyone.
 */
export async function listCuratedLists(
  db: Queryable,
  viewer: Viewer,
  kind: ListKind,
  { limit, offset, search, containing, libraryIds }: CuratedListQuery,
): Promise<{ data: CuratedListView[]; total: number }> {
  await refreshRuleLists(db, kind)
  const conditions = [mayKnow(db, viewer, kind)]
  if (search?.trim()) conditions.push(await isNamed(db, kind, search))
  if (containing !== undefined) {
    conditions.push(sql<boolean>`exists (select 1 from ${sql.table(kind.members)} m
      where ${sql.ref(`m.${kind.listKey}`)} = c.id and ${sql.ref(`m.${kind.memberKey}`)} = ${containing})`)
  }
  if (libraryIds) {
    const uids = libraryIds.map(parseUid).filter((uid) => uid !== undefined)
    const among = uids.length > 0 ? sql`lib.uid in (${sql.join(uids)})` : sql`1 = 0`
    conditions.push(sql<boolean>`exists (select 1 ${visibleMembers(db, viewer, kind)}
      and exists (select 1 from library lib where lib.id = t.library_id and ${among}))`)
  }
  const where = sql.join(conditions, sql` and `)
  const rows = await selectLists(
    db,
    viewer,
    kind,
    where,
    sql`order by c.sort_key, c.id ${limitOffset({ limit, offset })}`,
  )
  const count = await sql<{ n: number }>`select count(*) as n from ${sql.table(kind.table)} c where ${where}`.execute(
    db.query,
  )
  return { data: rows, total: count.rows[0]?.n ?? 0 }
}

/** Users create hundreds of lists, not millions: their names are compared here, where they are folded like titles. */
async function isNamed(db: Queryable, kind: ListKind, search: string): Promise<RawBuilder<boolean>> {
  const matches = nameMatcher(search)
  const { rows } = await sql<{ id: number; name: string }>`select id, name from ${sql.table(kind.table)}`.execute(
    db.query,
  )
  const ids = rows.filter(({ name }) => matches(name)).map(({ id }) => Number(id))
  return ids.length > 0 ? sql<boolean>`c.id in (${sql.raw(ids.join(', '))})` : sql<boolean>`1 = 0`
}

export async function findCuratedList(
  db: Queryable,
  viewer: Viewer,
  kind: ListKind,
  uid: Uint8Array,
): Promise<CuratedListView | undefined> {
  await refreshRuleLists(db, kind)
  const where = sql`c.uid = ${uid} and ${mayKnow(db, viewer, kind)}`
  const [list] = await selectLists(db, viewer, kind, where, sql``)
  return list
}

/** The members that the viewer may see, in the list's order or by title. */
export async function listVisibleMemberIds(
  db: Queryable,
  viewer: Viewer,
  kind: ListKind,
  list: Pick<CuratedListView, 'id' | 'isOrdered'>,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ ids: number[]; total: number }> {
  const from = sql`from ${sql.table(kind.members)} m join ${sql.table(kind.member)} t
    on t.id = ${sql.ref(`m.${kind.memberKey}`)}
    where ${sql.ref(`m.${kind.listKey}`)} = ${list.id} and ${visibilityCondition(db.kind, viewer.sees, 't.class')}`
  const order = list.isOrdered ? sql`m.position, t.id` : sql`t.sort_key, t.id`
  const found = await sql<{
    id: number
  }>`select t.id ${from} order by ${order} ${limitOffset({ limit, offset })}`.execute(db.query)
  const count = await sql<{ n: number }>`select count(*) as n ${from}`.execute(db.query)
  return { ids: found.rows.map((row) => row.id), total: count.rows[0]?.n ?? 0 }
}

function mayKnow(db: Queryable, viewer: Viewer, kind: ListKind): RawBuilder<boolean> {
  if (viewer.sees.everything) return sql<boolean>`(c.owner_id is null or c.owner_id = ${viewer.userId})`
  return sql<boolean>`(c.owner_id = ${viewer.userId} or (c.owner_id is null and (
    not exists (select 1 from ${sql.table(kind.members)} m where ${sql.ref(`m.${kind.listKey}`)} = c.id)
    or exists (select 1 ${visibleMembers(db, viewer, kind)}))))`
}

function visibleMembers(db: Queryable, viewer: Viewer, kind: ListKind): RawBuilder<unknown> {
  return sql`from ${sql.table(kind.members)} m join ${sql.table(kind.member)} t
    on t.id = ${sql.ref(`m.${kind.memberKey}`)}
    where ${sql.ref(`m.${kind.listKey}`)} = c.id and ${visibilityCondition(db.kind, viewer.sees, 't.class')}`
}

async function selectLists(
  db: Queryable,
  viewer: Viewer,
  kind: ListKind,
  where: RawBuilder<unknown>,
  rest: RawBuilder<unknown>,
): Promise<CuratedListView[]> {
  const found = await sql<
    Omit<CuratedListView, 'isOrdered' | 'condition'> & { is_ordered: number; condition: string | null }
  >`select c.id, c.uid, c.name, c.summary,
      c.is_ordered, c.condition, c.owner_id as "ownerId", c.created_at as "createdAt", c.updated_at as "updatedAt",
      (select count(*) ${visibleMembers(db, viewer, kind)}) as "memberCount"
    from ${sql.table(kind.table)} c where ${where} ${rest}`.execute(db.query)
  return found.rows.map(({ is_ordered, condition, ...list }) => ({
    ...list,
    isOrdered: is_ordered === 1,
    condition: condition === null ? null : (JSON.parse(condition) as unknown),
  }))
}
