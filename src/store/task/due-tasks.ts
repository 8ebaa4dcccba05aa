import { sql } from 'kysely'
import type { Queryable } from '../open.ts'
import { isTaskDueSql } from './is-task-due.ts'

/** When the first pending task may start; undefined if there is none. */
export async function readNextDueTime(db: Queryable, now = Date.now()): Promise<number | undefined> {
  const row = await db.query
    .selectFrom('task')
    .select(sql<number | null>`min(case when ${isTaskDueSql(now)} then 0 else task.run_after end)`.as('due'))
    .where('status', '=', sql.lit('pending'))
    .executeTakeFirst()
  return row?.due ?? undefined
}

/** Whether tasks of these types are due or running. */
export async function hasDueTasks(db: Queryable, types: readonly string[], now = Date.now()): Promise<boolean> {
  const row = await db.query
    .selectFrom('task')
    .select('id')
    .where('type', 'in', types)
    .where('status', 'in', ['pending', 'running'])
    .where(isTaskDueSql(now))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
