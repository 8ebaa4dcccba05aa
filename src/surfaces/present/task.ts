import type { Task } from '../../contract/tasks.ts'
import type { TaskView } from '../../store/task/read.ts'
import { bytesToUuid } from '../../store/uid.ts'
import { formatTimestamp, formatTimestampOrNull } from './format-time.ts'

export function presentTask(task: TaskView): Task {
  return {
    id: bytesToUuid(task.uid),
    type: task.type,
    status: task.status,
    priority: task.priority,
    libraryId: task.libraryUid && bytesToUuid(task.libraryUid),
    seriesId: task.seriesUid && bytesToUuid(task.seriesUid),
    bookId: task.bookUid && bytesToUuid(task.bookUid),
    params: task.params,
    progress: task.progress ?? { current: 0, total: 0, message: null },
    attempts: task.attempts,
    maxAttempts: task.maxAttempts,
    error: task.error,
    result: task.result,
    createdAt: formatTimestamp(task.createdAt),
    startedAt: formatTimestampOrNull(task.startedAt),
    completedAt: formatTimestampOrNull(task.completedAt),
  }
}
