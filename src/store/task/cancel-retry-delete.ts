import { sql } from 'kysely'
import type { Db, Queryable, Tx } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import { visibleTaskCondition } from './read.ts'

/** The effect of a cancellation: the task was cancelled, its worker was asked to stop, or it had already ended. */
export type CancelOutcome = 'cancelled' | 'asked' | 'over'

export async function cancelTask(tx: Tx, id: number, now = Date.now()): Promise<CancelOutcome> {
  const pending = await tx
    .updateTable('task')
    .set({ status: 'cancelled', completed_at: now, cancel_requested: 1 })
    .where('id', '=', id)
    .where('status', '=', sql.lit('pending'))
    .returning('id')
    .execute()
  if (pending.length > 0) return 'cancelled'
  const running = await tx
    .updateTable('task')
    .set({ cancel_requested: 1 })
    .where('id', '=', id)
    .where('status', '=', sql.lit('running'))
    .returning('id')
    .execute()
  return running.length > 0 ? 'asked' : 'over'
}

/** Restarts a failed or cancelled task. False if one with its key is already pending or running. */
export async function retryTask(tx: Tx, id: number): Promise<boolean> {
  const open = await tx
    .selectFrom('task as ended')
    .innerJoin('task as open', 'open.dedupe_key', 'ended.dedupe_key')
    .select('open.id')
    .where('ended.id', '=', id)
    .where(sql<boolean>`open.status in ('pending', 'running')`)
    .executeTakeFirst()
  if (open) return false
  await tx
    .updateTable('task')
    .set({
      status: 'pending',
      attempts: 0,
      run_after: 0,
      error: null,
      result: null,
      cancel_requested: 0,
      progress_current: null,
      progress_total: null,
      progress_message: null,
      started_at: null,
      completed_at: null,
    })
    .where('id', '=', id)
    .execute()
  return true
}

/** Deletes ended tasks: all, or those that a viewer may see. Returns how many. */
export async function deleteEndedTasks(
  tx: Tx,
  which: { statuses: readonly string[]; endedBefore?: number; seenBy?: { kind: Db['kind']; viewer: Viewer } },
): Promise<number> {
  let query = tx.deleteFrom('task').where('status', 'in', which.statuses).where('completed_at', 'is not', null)
  if (which.seenBy) query = query.where(visibleTaskCondition(which.seenBy.kind, which.seenBy.viewer))
  if (which.endedBefore !== undefined) query = query.where('completed_at', '<', which.endedBefore)
  const { numDeletedRows } = await query.executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Limits the history of one type: a first scan of a million books must not leave a million rows. */
export async function deleteAllButNewestEndedTasks(tx: Tx, type: string, kept: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from task where type = ${type} and completed_at is not null and id <= (
    select id from task where type = ${type} and completed_at is not null order by id desc limit 1 offset ${kept})`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}

export async function hasUnfinishedTasks(
  db: Pick<Queryable, 'query'>,
  types: readonly string[],
  statuses: readonly ('pending' | 'running')[] = ['pending', 'running'],
): Promise<boolean> {
  const row = await db.query
    .selectFrom('task')
    .select('id')
    .where('type', 'in', types)
    .where('status', 'in', statuses)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes pending and running tasks of one type, as if they had never been requested. */
export async function deleteUnfinishedTasksOfType(tx: Tx, type: string): Promise<void> {
  await tx.deleteFrom('task').where('type', '=', type).where('status', 'in', ['pending', 'running']).execute()
}
