import { sql } from 'kysely'
import type { Queryable } from '../open.ts'

/** Number of pending and running tasks by type. After a first scan there are many, so no request waits for it. */
export async function countUnfinishedTasks(db: { slowQuery: Queryable['query'] }): Promise<Record<string, number>> {
  const rows = await db.slowQuery
    .selectFrom('task')
    .select((eb) => ['type', eb.fn.countAll<number>().as('n')])
    .where(sql<boolean>`status in ('pending', 'running')`)
    .groupBy('type')
    .execute()
  return Object.fromEntries(rows.map((row) => [row.type, Number(row.n)]))
}

/** Whether any task is pending or running, perhaps on a server that was killed meanwhile. */
export async function hasAnyUnfinishedTask(db: Queryable): Promise<boolean> {
  const row = await db.query
    .selectFrom('task')
    .select('id')
    .where(sql<boolean>`status in ('pending', 'running')`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
