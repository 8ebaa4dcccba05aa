import { sql } from 'kysely'
import type { Queryable } from '../open.ts'

/** When the first of the waiting tasks may begin; undefined if none waits. */
export async function readNextDueTime(db: Queryable): Promise<number | undefined> {
  const row = await db.query
    .selectFrom('task')
    .select((eb) => eb.fn.min<number | null>('run_after').as('due'))
    .where('status', '=', sql.lit('pending'))
    .executeTakeFirst()
  return row?.due ?? undefined
}

/** Whether work of these kinds is to be done now. */
export async function hasDueTasks(db: Queryable, types: readonly string[], now = Date.now()): Promise<boolean> {
  const row = await db.query
    .selectFrom('task')
    .select('id')
    .where('type', 'in', types)
    .where('status', 'in', ['pending', 'running'])
    .where('run_after', '<=', now)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
