import type { Db } from '../store/open.ts'
import type { ClaimedTask } from '../store/task/claim.ts'
import { recordTaskProgress, type TaskProgressUpdate } from '../store/task/running-tasks.ts'
import type { EmitTaskEvent } from './task-events.ts'
import type { TaskContext } from './task-kind.ts'
import { taskEventFields } from './tasks.ts'

/** Progress may be reported at any rate; it is written and emitted twice a second. */
export function makeTaskProgress(
  db: Db,
  emit: EmitTaskEvent,
  task: ClaimedTask,
  onError: (error: unknown) => void,
): { note: TaskContext['progress']; close: () => Promise<void> } {
  let latest: TaskProgressUpdate | undefined
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const write = () => {
    timer = undefined
    const note = latest
    latest = undefined
    if (!note) return
    writing = db.transaction((tx) => recordTaskProgress(tx, note)).catch(onError)
    const { current, total, message } = note
    emit({ type: 'task_progress', ...taskEventFields(task), progress: { current, total, message } }, false)
  }
  return {
    note(current, total, message = null, interim) {
      latest = { id: task.id, by: task.worker, current, total, message, interim: interim ?? latest?.interim }
      timer ??= setTimeout(write, EVERY_MS)
    },
    async close() {
      clearTimeout(timer)
      write()
      await writing
    },
  }
}

const EVERY_MS = 500
