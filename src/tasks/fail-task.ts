import type { Db } from '../store/open.ts'
import type { ClaimedTask } from '../store/task/claim.ts'
import { endTasks, requeueTask, type TaskEnding, TaskTakenOverError } from '../store/task/running-tasks.ts'
import type { EmitTaskEvent } from './task-events.ts'
import { PermanentTaskError, type TaskHandler, taskAlreadyEnded } from './task-kind.ts'
import { taskEventFields } from './tasks.ts'

/** The reasons for which a running task is stopped. */
export const TASK_CANCELLED = new Error('The task was cancelled.')
export const TASK_TAKEN_OVER = new TaskTakenOverError('Another worker has taken over this task.')
export const WORKER_STOPPING = new Error('The worker is stopping.')

export interface FailTaskDeps {
  db: Db
  emit: EmitTaskEvent
  onError?: (error: unknown, task?: ClaimedTask) => void
}

/** Handles a task whose handler threw: it was stopped, is retried later, or has failed permanently. */
export async function failTask(
  { db, emit, onError }: FailTaskDeps,
  { task, work, signal }: { task: ClaimedTask; work: TaskHandler; signal: AbortSignal },
  error: unknown,
): Promise<void> {
  if (isTaskTakenOver(error, signal)) return
  if (signal.aborted && signal.reason === WORKER_STOPPING) {
    await db.transaction((tx) => requeueTask(tx, task.id, { runAfter: 0, uncounted: true, by: task.worker }))
    return
  }
  if (signal.aborted) {
    await db.transaction((tx) => endTasks(tx, [{ id: task.id, by: task.worker, status: 'cancelled' }]))
    emit({ type: 'task_cancelled', ...taskEventFields(task) }, work.kind.many)
    return
  }
  const message = error instanceof Error ? error.message : String(error)
  const isLasting = error instanceof PermanentTaskError
  if (!isLasting) onError?.(error, task)
  const isOver = isLasting || task.attempts >= task.maxAttempts
  const ending: TaskEnding = { id: task.id, by: task.worker, status: 'failed', error: message }
  if (isOver && (await giveUp({ db, onError }, { task, work, ending }, error))) {
    emit({ type: 'task_failed', ...taskEventFields(task), error: message }, work.kind.many)
    return
  }
  const runAfter = Date.now() + FIRST_WAIT_MS * 4 ** (Math.min(task.attempts, task.maxAttempts) - 1)
  await db.transaction((tx) => requeueTask(tx, task.id, { error: message, runAfter, by: task.worker }))
}

/** Another worker continues the task: its outcome here is ignored. */
export const isTaskTakenOver = (error: unknown, signal: AbortSignal): boolean =>
  error instanceof TaskTakenOverError || (signal.aborted && signal.reason === TASK_TAKEN_OVER)

/**
 * Returns false if the `giveUp` handler failed too; it is retried as often as the task itself, after which the task
 * ends without it.
 */
async function giveUp(
  { db, onError }: Omit<FailTaskDeps, 'emit'>,
  { task, work, ending }: { task: ClaimedTask; work: TaskHandler; ending: TaskEnding },
  error: unknown,
): Promise<boolean> {
  try {
    if ((await work.giveUp?.(task, ending, error)) === taskAlreadyEnded) return true
  } catch (fault) {
    if (fault instanceof TaskTakenOverError) throw fault
    onError?.(fault, task)
    if (task.attempts < 2 * task.maxAttempts) return false
  }
  await db.transaction((tx) => endTasks(tx, [ending]))
  return true
}

const FIRST_WAIT_MS = 10_000
