import type { Events, NewEvent } from '../events/events.ts'
import type { Db, Tx } from '../store/open.ts'
import { addTask, addTasks } from '../store/task/add.ts'
import { type CancelOutcome, cancelTask, retryTask } from '../store/task/cancel-retry-delete.ts'
import { readTasks, type TaskView } from '../store/task/read.ts'
import { bytesToUuid, type Uid } from '../store/uid.ts'
import { type TaskKind, type TaskRequest, toNewTask } from './task-kind.ts'

/** Connects the code that adds tasks to the workers: in another thread, or in other processes through the database. */
export interface WorkerLink {
  /** A new task is waiting. */
  wake(): void
  /** A user wants to stop this task. */
  cancel(taskId: number): void
}

export interface Tasks {
  /** Adds the task, or returns the one that already waits or runs under its key. */
  add<P extends object>(
    kind: TaskKind<P>,
    request: TaskRequest<NoInfer<P>>,
  ): Promise<{ task: TaskView; isNew: boolean }>
  /** Adds many within a transaction; call `wake` after it. Returns how many were new. */
  addIn<P extends object>(tx: Tx, kind: TaskKind<P>, requests: readonly TaskRequest<NoInfer<P>>[]): Promise<number>
  cancel(task: TaskView): Promise<CancelOutcome>
  /** Undefined if a task with the same key is already waiting or running. */
  retry(task: TaskView): Promise<TaskView | undefined>
  wake(): void
}

export function openTasks({ db, events, link }: { db: Db; events: Pick<Events, 'emit'>; link: WorkerLink }): Tasks {
  return {
    async add(kind, request) {
      const { view, isNew } = await db.transaction(async (tx) => {
        const added = await addTask(tx, toNewTask(kind, request))
        const [found] = await readTasks(tx, [added.id])
        return { view: found!, isNew: added.isNew }
      })
      if (isNew) {
        emitTaskEvent(events, 'task_created', view)
        link.wake()
      }
      return { task: view, isNew }
    },
    async addIn(tx, kind, requests) {
      const added = await addTasks(
        tx,
        requests.map((request) => toNewTask(kind, request)),
      )
      return added.length
    },
    async cancel(task) {
      const outcome = await db.transaction((tx) => cancelTask(tx, task.key))
      if (outcome === 'asked') link.cancel(task.key)
      if (outcome === 'cancelled') emitTaskEvent(events, 'task_cancelled', task)
      return outcome
    },
    async retry(task) {
      const again = await db.transaction(async (tx) =>
        (await retryTask(tx, task.key)) ? (await readTasks(tx, [task.key]))[0] : undefined,
      )
      if (again) {
        emitTaskEvent(events, 'task_created', again)
        link.wake()
      }
      return again
    },
    wake: () => link.wake(),
  }
}

export interface TaskIdentity {
  uid: Uid
  type: string
  libraryUid: Uid | null
  seriesUid: Uid | null
  bookUid: Uid | null
}

/** The fields of a task event that identify the task. */
export function taskEventFields(task: TaskIdentity) {
  return {
    taskId: bytesToUuid(task.uid),
    taskType: task.type,
    libraryId: uuidOrNull(task.libraryUid),
    seriesId: uuidOrNull(task.seriesUid),
    bookId: uuidOrNull(task.bookUid),
  }
}

function emitTaskEvent(
  events: Pick<Events, 'emit'>,
  type: 'task_created' | 'task_cancelled',
  task: TaskIdentity,
): void {
  events.emit({ type, ...taskEventFields(task) } satisfies NewEvent, { permission: 'TasksRead' })
}

const uuidOrNull = (uid: Uid | null) => (uid ? bytesToUuid(uid) : null)
