import type { NewTask } from '../store/task/add.ts'
import type { ClaimedTask } from '../store/task/claim.ts'
import type { TaskEnding } from '../store/task/running-tasks.ts'

/** What a task is about, and what else it needs to know. */
export interface TaskRequest<Params extends object = object> {
  libraryId?: number
  seriesId?: number
  bookId?: number
  params?: Params
  /** Not before this time. */
  runAfter?: number
  /** Instead of the kind's own, e.g. because a person waits for it. */
  priority?: number
}

/**
 * A kind of task, as whoever asks for it needs to know it. The work itself stands beside it (`taskHandler`) and is only
 * put together with what it needs where tasks are run.
 */
export interface TaskKind<Params extends object = object> {
  readonly type: string
  /** Higher goes first. */
  readonly priority: number
  readonly maxAttempts: number
  /** Asking twice for the same key is asking once. */
  readonly key: (request: TaskRequest<Params>) => string
  /** Of these kinds only one at a time runs per library. */
  readonly alone: boolean
  /** Asking while it runs queues one more run, for work that must see what came after its start. */
  readonly repeats: boolean
  /** There are thousands of these: no history of success, and only a sample of events. */
  readonly many: boolean
  readonly forgetsSuccess: boolean
  /** What it reads may bring its worker down. One that was begun before is tried apart from all others of this sort. */
  readonly mayKill: boolean
  readonly params?: Params
}

type Optional = 'maxAttempts' | 'alone' | 'repeats' | 'many' | 'forgetsSuccess' | 'mayKill'

export function defineTask<Params extends object = object>(
  kind: Omit<TaskKind<Params>, Optional | 'params'> & Partial<Pick<TaskKind<Params>, Optional>>,
): TaskKind<Params> {
  const rarely = { alone: false, repeats: false, many: false, forgetsSuccess: false, mayKill: false }
  return { maxAttempts: 3, ...rarely, ...kind }
}

export interface TaskContext {
  /** Aborts when someone cancels the task, or the worker stops. */
  readonly signal: AbortSignal
  /** Cheap to call often: written and told a few times a second. `interim` is readable as the result so far. */
  progress(current: number, total: number, message?: string | null, interim?: unknown): void
  /** For work that ends its task in the transaction that writes it (`endTasks`), and then answers `taskAlreadyEnded`. */
  ending(result?: unknown): TaskEnding
  /** Throws where another worker has it by now: before something is told or done that cannot be taken back. */
  hold(): Promise<void>
  /** Work was done that no later attempt repeats: that earlier ones were interrupted no longer counts against it. */
  gotFurther(): Promise<void>
}

/** What `run` answers when it has ended its task itself, in a transaction of its own. */
export const taskAlreadyEnded = Symbol('the task ended itself')

/** How many of a lane run at once is decided where the worker is put together. */
export type TaskLane = 'scan' | 'analyse' | 'series' | 'text' | 'plugin' | 'other'

export interface TaskHandler {
  readonly kind: TaskKind
  readonly lane: TaskLane
  readonly run: (task: ClaimedTask, context: TaskContext) => Promise<unknown>
  readonly giveUp?: GiveUpHandler
}

/**
 * Says where the work was to be that there is none, once all attempts are used up. Answers `taskAlreadyEnded` where it did so
 * in the transaction that ended the task.
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

/** Trying again would change nothing; the message is for a person. */
export class PermanentTaskError extends Error {
  override readonly name: string = 'PermanentFailure'
}

/** Whoever began it was never heard of again, each time. */
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
