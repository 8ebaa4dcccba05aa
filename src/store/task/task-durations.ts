import { sql } from 'kysely'
import type { Db, Queryable } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import { visibleTaskCondition } from './read.ts'

/** Number of completed tasks of a type, and their total and longest duration in milliseconds. */
interface TaskTimes {
  count: number
  total: number
  longest: number
}

export async function readTaskDurations(
  db: { kind: Db['kind']; slowQuery: Queryable['query'] },
  viewer: Viewer,
): Promise<Map<string, TaskTimes>> {
  const took = sql<number>`completed_at - started_at`
  const rows = await db.slowQuery
    .selectFrom('task')
    .select((eb) => ['type', eb.fn.countAll<number>().as('count')])
    .select([sql<number>`sum(${took})`.as('total'), sql<number>`max(${took})`.as('longest')])
    .where('status', '=', 'completed')
    .where(visibleTaskCondition(db.kind, viewer))
    .groupBy('type')
    .execute()
  // PostgreSQL returns sums as text.
  return new Map(
    rows.map((row) => [row.type, { count: Number(row.count), total: Number(row.total), longest: Number(row.longest) }]),
  )
}
