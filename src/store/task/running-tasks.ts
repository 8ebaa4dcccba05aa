import { sql } from 'kysely'
import type { Db, Tx } from '../open.ts'
import { databaseClockSql } from './database-clock.ts'

export interface TaskEnding {
  id: number
  /** Who did it. Where another worker has it by now, nothing is ended: `TaskTaken` is thrown. */
  by?: string
  status: 'completed' | 'failed' | 'cancelled'
  error?: string
  result?: unknown
  /** Nobody will ask about it: the row is removed. */
  forget?: boolean
}

/** A worker that could not be heard for a while was taken for dead; what it has done meanwhile is another's by now. */
export class TaskTakenOverError extends Error {
  override readonly name = 'TaskTaken'
}

/** Ends tasks, in the transaction that wrote their work where there is one: never done twice, never half. */
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

/** One UPDATE for all that end the same way: analysing ends hundreds at a time with nothing to tell apart. */
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

/** Back into the queue: after a failure that may pass, or because this worker stops (then the attempt does not count). */
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
    // A successor waits under the key already; it does the work.
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

/** Tells that this worker lives. Answers what it runs, as far as the database knows, and what someone wants cancelled. */
export async function recordHeartbeat(db: Db, worker: string): Promise<{ id: number; isUnwanted: boolean }[]> {
  return db.transaction(async (tx) => {
    const mine = tx.selectFrom('task').where('status', '=', sql.lit('running')).where('worker', '=', worker)
    // Those that are being ended need none, and who waits for a hundred of them while holding others waits in a circle.
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
 * Tasks whose worker has not been heard of go back to the queue. Those that have used up their attempts are not begun
 * once more: a file that kills the process must not kill it for ever. Whoever takes them says so and ends them.
 * `silentMs`: since when; undefined: whoever it is, they are gone.
 */
export async function requeueLostTasks(db: Db, silentMs?: number): Promise<number> {
  return db.transaction(async (tx) => {
    let query = tx.selectFrom('task').select(['id', 'cancel_requested']).where('status', '=', sql.lit('running'))
    if (silentMs !== undefined)
      query = query.where('heartbeat_at', '<', sql<number>`${databaseClockSql(db.kind)} - ${silentMs}`)
    // One that its worker ends at this very moment is not lost.
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
  /** Counters of a task that is still running, for those who ask before it ends. */
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
