import { sql } from 'kysely'
import type { Tx } from '../db.ts'
import { newUid } from '../uid.ts'

export interface NewTask {
  type: string
  /** While a task with this key is pending or running, adding it again has no effect. */
  key: string
  priority: number
  maxAttempts: number
  libraryId?: number
  seriesId?: number
  bookId?: number
  params?: object
  /** The earliest time to run. */
  runAfter?: number
}

/** Adds tasks to the queue. Returns the ids of those that weren't queued yet. */
export async function addTasks(tx: Tx, tasks: readonly NewTask[], now = Date.now()): Promise<number[]> {
  const added: number[] = []
  for (let start = 0; start < tasks.length; start += ROWS_AT_ONCE) {
    const rows = await tx
      .insertInto('task')
      .values(tasks.slice(start, start + ROWS_AT_ONCE).map((task) => toRow(task, now)))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
    for (const row of rows) added.push(row.id)
  }
  return added
}

/** Adds a task to the queue, or finds the one that is already there. */
export async function addTask(tx: Tx, task: NewTask): Promise<{ id: number; isNew: boolean }> {
  // On PostgreSQL a task may end between the two queries; then the next round adds it.
  for (let round = 0; round < 3; round++) {
    const [id] = await addTasks(tx, [task])
    if (id !== undefined) return { id, isNew: true }
    const waiting = await findOpenTask(tx, task.key)
    if (waiting) return { id: waiting.id, isNew: false }
  }
  throw new Error(`the task ${task.key} could not be added`)
}

async function findOpenTask(tx: Tx, key: string): Promise<{ id: number } | undefined> {
  return tx
    .selectFrom('task')
    .select('id')
    .where('dedupe_key', '=', key)
    .where(sql<boolean>`status in ('pending', 'running')`)
    .executeTakeFirst()
}

const ROWS_AT_ONCE = 200

function toRow(task: NewTask, now: number) {
  return {
    uid: newUid(),
    type: task.type,
    dedupe_key: task.key,
    status: 'pending',
    priority: task.priority,
    library_id: task.libraryId ?? null,
    series_id: task.seriesId ?? null,
    book_id: task.bookId ?? null,
    params: JSON.stringify(task.params ?? {}),
    max_attempts: task.maxAttempts,
    run_after: task.runAfter ?? 0,
    created_at: now,
  }
}
