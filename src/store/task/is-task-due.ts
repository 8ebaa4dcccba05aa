import { type RawBuilder, sql } from 'kysely'

/** Tasks wait for minutes at most. One that is to wait longer was queued before the clock was set back. */
const MAX_WAIT_MS = 3_600_000

/** Whether a pending task may start. */
export const isTaskDueSql = (now: number): RawBuilder<boolean> =>
  sql<boolean>`(task.run_after <= ${now} or task.run_after > ${now + MAX_WAIT_MS})`
