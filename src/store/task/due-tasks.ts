import { sql } from 'kysely'
import type { Queryable } from '../open.ts'

/** When the first pending task may start; undefined if there is none. */
export async function readNextDueTime(db: Queryable): Promise<number | undefined> {
  const row = await db.query
    .selectFrom('task')
    .select((eb) => eb.fn.min<number | null>('run_after').as('due'))
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
    .where('run_after', '<=', now)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
