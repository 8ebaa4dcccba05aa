import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Events } from '../events/events.ts'
import type { Db } from '../store/open.ts'
import { type ClaimedTask, claimTasks, findWaitingTaskTypes } from '../store/task/claim.ts'
import {
  endTasks,
  forgetEarlierAttempts,
  isTaskHeldByWorker,
  requeueLostTasks,
  type TaskEnding,
  TaskTakenOverError,
} from '../store/task/running-tasks.ts'
import { failTask, TASK_CANCELLED, TASK_TAKEN_OVER, WORKER_STOPPING } from './fail-task.ts'
import { Heartbeat } from './heartbeat.ts'
import { makeTaskEventEmitter } from './task-events.ts'
import {
  type TaskContext,
  type TaskHandler,
  type TaskKind,
  type TaskLane,
  taskAlreadyEnded,
  WorkerLostError,
} from './task-kind.ts'
import { makeTaskProgress } from './task-progress.ts'
import { taskEventFields } from './tasks.ts'

export interface WorkerOptions {
  db: Db
  events: Pick<Events, 'emit'>
  handlers: readonly TaskHandler[]
  /** How many tasks of a lane run at once. */
  lanes: Record<TaskLane, number>
  /**
   * No other process can be running tasks of this database: any that are marked running at the start are left from a
   * crash.
   */
  isOnlyWorker: boolean
  onError?: (error: unknown, task?: ClaimedTask) => void
  pollMilliseconds?: number
  beatMilliseconds?: number
}

interface Running {
  task: ClaimedTask
  work: TaskHandler
  abort: AbortController
  done: Promise<void>
}

/** Claims tasks from the queue and runs them: as many of each lane as there is room for, the most urgent first. */
export class TaskWorker {
  readonly id = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`
  readonly #options: WorkerOptions
  readonly #works: readonly TaskHandler[]
  readonly #emit
  readonly #running = new Map<number, Running>()
  #isOpen = false
  #pumping: Promise<void> | undefined
  #again = false
  #beating: Promise<void> | undefined
  #timers: NodeJS.Timeout[] = []

  constructor(options: WorkerOptions) {
    this.#options = options
    this.#works = [...options.handlers].sort((a, b) => b.kind.priority - a.kind.priority)
    this.#emit = makeTaskEventEmitter(options.events)
  }

  async start(): Promise<void> {
    const { db, isOnlyWorker, pollMilliseconds = 1000, beatMilliseconds = 2000 } = this.#options
    if (isOnlyWorker) await requeueLostTasks(db)
    this.#isOpen = true
    const heart = this.#heart(beatMilliseconds)
    this.#timers = [
      setInterval(() => this.wake(), pollMilliseconds),
      setInterval(() => this.#guarded(() => heart()), beatMilliseconds),
    ]
    this.wake()
  }

  /** Looks for waiting tasks. */
  wake(): void {
    if (!this.#isOpen) return
    if (this.#pumping) {
      this.#again = true
      return
    }
    this.#pumping = this.#guarded(() => this.#fill()).finally(() => {
      this.#pumping = undefined
      if (!this.#again) return
      this.#again = false
      this.wake()
    })
  }

  /** No task is running or being claimed. */
  get isIdle(): boolean {
    return this.#running.size === 0 && this.#pumping === undefined
  }

  cancel(taskId: number): void {
    this.#running.get(taskId)?.abort.abort(TASK_CANCELLED)
  }

  /** Aborts running tasks, waits until they react, and returns them to the queue. */
  async stop(): Promise<void> {
    this.#isOpen = false
    for (const timer of this.#timers) clearInterval(timer)
    await this.#pumping
    await this.#beating?.catch(() => {})
    for (const { abort } of this.#running.values()) abort.abort(WORKER_STOPPING)
    await Promise.all([...this.#running.values()].map((running) => running.done))
  }

  async #fill(): Promise<void> {
    const types = this.#works.map((work) => work.kind.type)
    const waiting = await findWaitingTaskTypes(this.#options.db, types, Date.now())
    const works = this.#works.filter((work) => waiting.has(work.kind.type))
    for (const work of works) {
      if (!work.kind.mayKill) await this.#claim(work, this.#roomIn(work.lane))
      else if (!this.#isSuspectRunning) await this.#claim(work, this.#roomIn(work.lane), false)
    }
    const suspects = works.filter((work) => work.kind.mayKill)
    for (const work of suspects) if (this.#dangerous.length === 0) await this.#claim(work, 1, true)
  }

  get #dangerous(): Running[] {
    return [...this.#running.values()].filter(({ work }) => work.kind.mayKill)
  }

  /**
   * A task that may have killed its worker is running. If others like it were killed with it, we couldn't tell which
   * one was the cause. Tasks that can't kill the worker continue beside it: some of them wait until all of these are
   * done.
   */
  get #isSuspectRunning(): boolean {
    return this.#dangerous.some(({ task }) => task.attempts > 1)
  }

  async #claim(work: TaskHandler, limit: number, isBegun?: boolean): Promise<void> {
    if (!this.#isOpen || limit <= 0) return
    const tasks = await claimTasks(this.#options.db, {
      type: work.kind.type,
      limit,
      worker: this.id,
      now: Date.now(),
      aloneWith: work.kind.alone ? this.#typesAloneWith(work.kind) : undefined,
      mayRepeat: work.kind.repeats,
      isBegun,
    })
    for (const task of tasks) this.#launch(task, work)
  }

  #typesAloneWith({ alone }: TaskKind): string[] {
    return this.#works.filter((work) => work.kind.alone === alone).map((work) => work.kind.type)
  }

  #roomIn(lane: TaskLane): number {
    let used = 0
    for (const running of this.#running.values()) if (running.work.lane === lane) used++
    const width = this.#options.lanes[lane]
    // A wide lane is filled a dozen at a time: a claim costs one transaction, however many tasks it takes.
    const isWorthIt = used === 0 || width <= MANY_AT_ONCE || width - used >= width / 4
    return isWorthIt ? width - used : 0
  }

  #launch(task: ClaimedTask, work: TaskHandler): void {
    const running: Running = { task, work, abort: new AbortController(), done: Promise.resolve() }
    this.#running.set(task.id, running)
    running.done = this.#run(running).finally(() => {
      this.#running.delete(task.id)
      this.wake()
    })
  }

  async #run({ task, work, abort }: Running): Promise<void> {
    const { db } = this.#options
    const progress = makeTaskProgress(db, this.#emit, task, (error) => this.#options.onError?.(error, task))
    const forget = work.kind.forgetsSuccess
    const ending = (result?: unknown): TaskEnding => ({
      id: task.id,
      by: task.worker,
      status: 'completed',
      result,
      forget,
    })
    const context: TaskContext = {
      signal: abort.signal,
      progress: progress.note,
      ending,
      hold: async () => {
        if (!(await isTaskHeldByWorker(db, task)))
          throw new TaskTakenOverError('Another worker has taken over this task.')
      },
      gotFurther: async () => {
        if (task.attempts === 1) return
        await db.transaction((tx) => forgetEarlierAttempts(tx, task))
        task.attempts = 1
      },
    }
    try {
      if (task.attempts > task.maxAttempts) throw new WorkerLostError(task.maxAttempts)
      const result = await work.run(task, context)
      await progress.close()
      if (result !== taskAlreadyEnded) await db.transaction((tx) => endTasks(tx, [ending(result)]))
      this.#emit({ type: 'task_completed', ...taskEventFields(task) }, work.kind.many)
    } catch (error) {
      await progress.close()
      const deps = { db, emit: this.#emit, onError: this.#options.onError }
      await this.#guarded(() => failTask(deps, { task, work, signal: abort.signal }, error))
    }
  }

  /** Heartbeats never overlap: a slow database must not pile them up. */
  #heart(everyMs: number): () => Promise<void> {
    const { db, isOnlyWorker } = this.#options
    const heartbeat = new Heartbeat({
      db,
      worker: this.id,
      everyMs,
      isOnlyWorker,
      isClaiming: () => this.#pumping !== undefined,
      running: () => new Set(this.#running.keys()),
      cancel: (id) => this.cancel(id),
      letGo: (id) => this.#running.get(id)?.abort.abort(TASK_TAKEN_OVER),
    })
    return () => {
      this.#beating ??= heartbeat.beat().finally(() => {
        this.#beating = undefined
      })
      return this.#beating
    }
  }

  /** The database may be unavailable for a moment: the next poll tries again. */
  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof TaskTakenOverError)) this.#options.onError?.(error)
    }
  }
}

const MANY_AT_ONCE = 8
