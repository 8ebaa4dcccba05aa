import { sql } from 'kysely'
import type { Queryable } from '../open.ts'
import type { ListKind } from './list-kind.ts'

/** The visibility classes of a list's members: viewers who see one of them see the list. */
export async function readMemberVisibilityClasses(
  db: Pick<Queryable, 'query'>,
  kind: ListKind,
  listId: number,
): Promise<number[]> {
  const { rows } = await sql<{ class: number }>`select distinct t.class from ${sql.table(kind.members)} m
    join ${sql.table(kind.member)} t on t.id = ${sql.ref(`m.${kind.memberKey}`)}
    where ${sql.ref(`m.${kind.listKey}`)} = ${listId} and t.class > 0 order by 1`.execute(db.query)
  return rows.map((row) => row.class)
}
