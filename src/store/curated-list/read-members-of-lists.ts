import { sql } from 'kysely'
import { idCondition } from '../list/sql-conditions.ts'
import type { Queryable } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'
import type { ListKind } from './list-kind.ts'
import type { CuratedListView } from './read.ts'

export interface ListMembers {
  /** Public ids of the members that the viewer may see, in the list's order. */
  uids: Uint8Array[]
}

/** The members of many lists, with one query for all of them. */
export async function readMembersOfLists(
  db: Queryable,
  viewer: Viewer,
  kind: ListKind,
  lists: readonly Pick<CuratedListView, 'id' | 'isOrdered'>[],
): Promise<Map<number, ListMembers>> {
  const ids = lists.map((list) => list.id)
  const listKey = sql.ref(`m.${kind.listKey}`)
  const { rows } = await sql<{ list: number; uid: Uint8Array; position: number; sort_key: string }>`
    select ${listKey} as list, t.uid, m.position, t.sort_key
    from ${sql.table(kind.members)} m join ${sql.table(kind.member)} t on t.id = ${sql.ref(`m.${kind.memberKey}`)}
    where ${idCondition(db.kind, listKey, ids)} and t.class > 0
      and ${visibilityCondition(db.kind, viewer.sees, 't.class')}
    order by m.position`.execute(db.query)
  const ordered = new Map(lists.map((list) => [list.id, list.isOrdered]))
  return new Map(
    [...Map.groupBy(rows, (row) => row.list)].map(([id, seen]) => {
      if (!ordered.get(id)) seen.sort((a, b) => (a.sort_key < b.sort_key ? -1 : a.sort_key > b.sort_key ? 1 : 0))
      return [id, { uids: seen.map((member) => member.uid) }]
    }),
  )
}
