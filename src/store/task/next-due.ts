import { sql } from 'kysely'
import type { Queryable } from '../open.ts'

/** When the first of the waiting tasks may begin; undefined if none waits. */
export async function readNextDue(db: Queryable): Promise<number | undefined> {
  const row = await db.query
    .selectFrom('task')
    .select((eb) => eb.fn.min<number | null>('run_after').as('due'))
    .where('status', '=', sql.lit('pending'))
    .executeTakeFirst()
  return row?.due ?? undefined
}
