import { sql } from 'kysely'
import type { Db, Tx } from '../open.ts'
import { databaseClockSql } from './database-clock.ts'

export interface TaskEnding {
  id: number
  /** The worker that ran it. If another worker has it by now, nothing is ended and `TaskTakenOverError` is thrown. */
  by?: string
  status: 'completed' | 'failed' | 'cancelled'
  error?: string
  result?: unknown
  /** The task isn't of interest: its row is deleted. */
  forget?: boolean
}

/** A worker without heartbeats was considered dead; another worker has its task by now. */
export class TaskTakenOverError extends Error {
  override readonly name = 'TaskTaken'
}

/** Ends tasks, in the transaction that wrote their results if there is one: never done twice, never half. */
export async function endTasks(tx: Tx, endings: readonly TaskEnding[], now = Date.now()): Promise<void> {
  for (const alike of groupAlike(endings)) {
    const { status, error, result, by, forget } = alike[0]!
    const ids = alike.map((ending) => ending.id)
    const ended = await (forget ? forgetTasks(tx, ids, by) : endAlike(tx, ids, { status, error, result, by, now }))
    if (by !== undefined && ended < ids.length) throw new TaskTakenOverError('Another worker has taken over this task.')
  }
}

async function forgetTasks(tx: Tx, ids: readonly number[], by: string | undefined): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('task')
    .where('id', 'in', ids)
    .$if(by !== undefined, (query) => query.where('worker', '=', by!))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

async function endAlike(
  tx: Tx,
  ids: readonly number[],
  { status, error, result, by, now }: Omit<TaskEnding, 'id'> & { now: number },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('task')
    .set({
      status,
      error: error ?? null,
      result: result === undefined ? sql`result` : JSON.stringify(result),
      completed_at: now,
      worker: null,
      heartbeat_at: null,
    })
    .where('id', 'in', ids)
    .$if(by !== undefined, (query) => query.where('worker', '=', by!))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** One UPDATE for all tasks with the same outcome: analysis ends hundreds of identical ones at a time. */
function groupAlike(endings: readonly TaskEnding[]): TaskEnding[][] {
  const groups = new Map<string, TaskEnding[]>()
  for (const ending of endings) {
    const key = JSON.stringify([ending.status, ending.error, ending.result, ending.by, ending.forget])
    const group = groups.get(key)
    if (group) group.push(ending)
    else groups.set(key, [ending])
  }
  return [...groups.values()]
}

/**
 * Returns a task to the queue: after a temporary failure, or because this worker stops (then the attempt doesn't
 * count).
 */
export async function requeueTask(
  tx: Tx,
  id: number,
  how: { error?: string; runAfter: number; uncounted?: boolean; by?: string },
): Promise<void> {
  const { by } = how
  const mine = await tx
    .selectFrom('task')
    .select('dedupe_key')
    .where('id', '=', id)
    .$if(by !== undefined, (query) => query.where('worker', '=', by!))
    .executeTakeFirst()
  if (!mine) return
  const key = mine.dedupe_key.endsWith(`#${id}`) ? mine.dedupe_key.slice(0, -`#${id}`.length) : mine.dedupe_key
  if (key !== mine.dedupe_key && (await hasOpenTask(tx, key))) {
    // A successor with this key is already pending; it does the work.
    await forgetTasks(tx, [id], by)
    return
  }
  await tx
    .updateTable('task')
    .set((eb) => ({
      status: 'pending',
      worker: null,
      heartbeat_at: null,
      started_at: null,
      run_after: how.runAfter,
      error: how.error ?? null,
      attempts: how.uncounted ? eb('attempts', '-', 1) : eb.ref('attempts'),
      dedupe_key: key,
    }))
    .where('id', '=', id)
    .$if(by !== undefined, (query) => query.where('worker', '=', by!))
    .execute()
}

async function hasOpenTask(tx: Tx, key: string): Promise<boolean> {
  const open = await tx
    .selectFrom('task')
    .select('id')
    .where('dedupe_key', '=', key)
    .where(sql<boolean>`status in ('pending', 'running')`)
    .executeTakeFirst()
  return open !== undefined
}

export async function isTaskHeldByWorker(db: Db, { id, worker }: { id: number; worker: string }): Promise<boolean> {
  const row = await db.query
    .selectFrom('task')
    .select('id')
    .where('id', '=', id)
    .where('worker', '=', worker)
    .executeTakeFirst()
  return row !== undefined
}

export async function forgetEarlierAttempts(tx: Tx, { id, worker }: { id: number; worker: string }): Promise<void> {
  await tx.updateTable('task').set({ attempts: 1 }).where('id', '=', id).where('worker', '=', worker).execute()
}

/**
 * Records that this worker is alive. Returns its running tasks according to the database, and which of them a user
 * wants cancelled.
 */
export async function recordHeartbeat(db: Db, worker: string): Promise<{ id: number; isUnwanted: boolean }[]> {
  return db.transaction(async (tx) => {
    const mine = tx.selectFrom('task').where('status', '=', sql.lit('running')).where('worker', '=', worker)
    // Tasks that are just being ended need no heartbeat, and waiting for their locks while holding others would
    // deadlock.
    const free = db.kind === 'postgres' ? mine.forUpdate().skipLocked() : mine
    await tx
      .updateTable('task')
      .set({ heartbeat_at: databaseClockSql(db.kind) })
      .where('id', 'in', free.select('id'))
      .execute()
    const rows = await mine.select(['id', 'cancel_requested']).execute()
    return rows.map((row) => ({ id: row.id, isUnwanted: Boolean(row.cancel_requested) }))
  })
}

/**
 * Returns tasks without heartbeats to the queue. Tasks without attempts left aren't run again: a file that crashes the
 * process must not crash it for ever. The worker that claims them reports that and ends them. `silentMs`: the heartbeat
 * timeout; undefined: all workers are gone.
 */
export async function requeueLostTasks(db: Db, silentMs?: number): Promise<number> {
  return db.transaction(async (tx) => {
    let query = tx.selectFrom('task').select(['id', 'cancel_requested']).where('status', '=', sql.lit('running'))
    if (silentMs !== undefined)
      query = query.where('heartbeat_at', '<', sql<number>`${databaseClockSql(db.kind)} - ${silentMs}`)
    // A task that its worker is just ending isn't lost.
    if (db.kind === 'postgres') query = query.forUpdate().skipLocked()
    const lost = await query.execute()
    for (const task of lost) {
      if (task.cancel_requested) await endTasks(tx, [{ id: task.id, status: 'cancelled' }])
      else await requeueTask(tx, task.id, { error: LOST, runAfter: 0 })
    }
    return lost.length
  })
}

const LOST = 'The worker stopped while this task was running.'

export interface TaskProgressUpdate {
  id: number
  by: string
  current: number
  total: number
  message: string | null
  /** Counters of a task while it is running. */
  interim?: unknown
}

export async function recordTaskProgress(tx: Tx, note: TaskProgressUpdate): Promise<void> {
  await tx
    .updateTable('task')
    .set({
      progress_current: note.current,
      progress_total: note.total,
      progress_message: note.message,
      ...(note.interim === undefined ? {} : { result: JSON.stringify(note.interim) }),
    })
    .where('id', '=', note.id)
    .where('worker', '=', note.by)
    .where('status', '=', sql.lit('running'))
    .execute()
}
