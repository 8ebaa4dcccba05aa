import type { NewTask } from '../store/task/add.ts'
import type { ClaimedTask } from '../store/task/claim.ts'
import type { TaskEnding } from '../store/task/running-tasks.ts'

/** What a task works on, and its parameters. */
export interface TaskRequest<Params extends object = object> {
  libraryId?: number
  seriesId?: number
  bookId?: number
  params?: Params
  /** The earliest time it may run. */
  runAfter?: number
  /** Overrides the kind's priority, e.g. because a user waits for it. */
  priority?: number
}

/**
 * A kind of task, as the code that queues it needs to know it. The handler is defined beside it (`taskHandler`) and
 * gets its dependencies only where tasks are run.
 */
export interface TaskKind<Params extends object = object> {
  readonly type: string
  /** Higher runs first. */
  readonly priority: number
  readonly maxAttempts: number
  /** Adding a task whose key already waits or runs adds nothing. */
  readonly key: (request: TaskRequest<Params>) => string
  /** What of a library it changes: of all kinds that change the same, only one task at a time runs per library. */
  readonly alone: 'files' | 'text' | false
  /** Adding it while it runs queues one more run, for work that must see changes made after its start. */
  readonly repeats: boolean
  /** There are thousands of these: no history of success, and only a sample of events. */
  readonly many: boolean
  readonly forgetsSuccess: boolean
  /** Its input may crash the worker. A task that was started before is retried apart from all others of such kinds. */
  readonly mayKill: boolean
  readonly params?: Params
}

type Optional = 'maxAttempts' | 'alone' | 'repeats' | 'many' | 'forgetsSuccess' | 'mayKill'

export function defineTask<Params extends object = object>(
  kind: Omit<TaskKind<Params>, Optional | 'params'> & Partial<Pick<TaskKind<Params>, Optional>>,
): TaskKind<Params> {
  const rarely = { alone: false, repeats: false, many: false, forgetsSuccess: false, mayKill: false } as const
  return { maxAttempts: 3, ...rarely, ...kind }
}

export interface TaskContext {
  /** Aborts when a user cancels the task, or the worker stops. */
  readonly signal: AbortSignal
  /** Cheap to call often: written and emitted a few times a second. `interim` is readable as the result so far. */
  progress(current: number, total: number, message?: string | null, interim?: unknown): void
  /**
   * For handlers that end their task in the transaction that writes its result (`endTasks`), and then return
   * `taskAlreadyEnded`.
   */
  ending(result?: unknown): TaskEnding
  /** Throws if another worker has taken over the task: call it before anything that can't be undone. */
  hold(): Promise<void>
  /** Progress was made that no later attempt repeats: earlier interruptions no longer count as attempts. */
  gotFurther(): Promise<void>
}

/** Returned by `run` when it has ended its task in its own transaction. */
export const taskAlreadyEnded = Symbol('the task ended itself')

/** The number of tasks that run at once in each lane is set where the worker is built. */
export type TaskLane = 'scan' | 'analyse' | 'series' | 'text' | 'plugin' | 'other'

export interface TaskHandler {
  readonly kind: TaskKind
  readonly lane: TaskLane
  readonly run: (task: ClaimedTask, context: TaskContext) => Promise<unknown>
  readonly giveUp?: GiveUpHandler
}

/**
 * Records, where the result would be, that there is none, once all attempts are used up. Returns `taskAlreadyEnded` if
 * it did so in the transaction that ended the task.
 */
export type GiveUpHandler = (
  task: ClaimedTask,
  ending: TaskEnding,
  error: unknown,
) => Promise<typeof taskAlreadyEnded | undefined>

export type TaskWithParams<Params> = Omit<ClaimedTask, 'params'> & { params: Partial<Params> }

export function taskHandler<Params extends object>(
  kind: TaskKind<Params>,
  lane: TaskLane,
  run: (task: TaskWithParams<Params>, context: TaskContext) => Promise<unknown>,
  giveUp?: GiveUpHandler,
): TaskHandler {
  return { kind: kind as unknown as TaskKind, lane, run: run as TaskHandler['run'], giveUp }
}

/** Retrying would change nothing; the message is shown to users. */
export class PermanentTaskError extends Error {
  override readonly name: string = 'PermanentFailure'
}

/** Each worker that started it was lost. */
export class WorkerLostError extends PermanentTaskError {
  override readonly name = 'WorkerLost'
  readonly times: number

  constructor(times: number) {
    super(`The worker stopped ${times === 1 ? 'once' : `${times} times`} while running this task.`)
    this.times = times
  }
}

export function toNewTask<Params extends object>(kind: TaskKind<Params>, request: TaskRequest<Params>): NewTask {
  const { libraryId, seriesId, bookId, params, runAfter } = request
  return {
    type: kind.type,
    key: kind.key(request),
    priority: request.priority ?? kind.priority,
    maxAttempts: kind.maxAttempts,
    libraryId,
    seriesId,
    bookId,
    params,
    runAfter,
  }
}
