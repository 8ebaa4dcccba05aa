import type { Static } from 'typebox'
import { Page, PagingWith } from './paging.ts'
import { ById, del, get, Nullable, post, Timestamp, Uuid } from './route.ts'
import Type from './typebox.ts'

export const TaskStatus = Type.Enum(['pending', 'running', 'completed', 'failed', 'cancelled'])

export const Task = Type.Object(
  {
    id: Uuid,
    type: Type.String({ examples: ['scan_library', 'analyze_book'] }),
    status: TaskStatus,
    priority: Type.Integer(),
    libraryId: Nullable(Uuid),
    seriesId: Nullable(Uuid),
    bookId: Nullable(Uuid),
    params: Type.Record(Type.String(), Type.Unknown()),
    progress: Type.Object({
      current: Type.Integer({ minimum: 0 }),
      total: Type.Integer({ minimum: 0 }),
      message: Nullable(Type.String()),
    }),
    attempts: Type.Integer({ minimum: 0 }),
    maxAttempts: Type.Integer({ minimum: 1 }),
    error: Nullable(Type.String()),
    result: Type.Unknown({ description: 'The result; counters while the task is running.' }),
    createdAt: Timestamp,
    startedAt: Nullable(Timestamp),
    completedAt: Nullable(Timestamp),
  },
  { title: 'Task' },
)
export type Task = Static<typeof Task>

const count = () => Type.Integer({ minimum: 0 })
const counts = { pending: count(), running: count(), completed: count(), failed: count(), cancelled: count() }

export const tasks = {
  list: get('/tasks', {
    permission: 'TasksRead',
    summary: 'List tasks, newest first',
    query: PagingWith({
      status: Type.Optional(TaskStatus),
      type: Type.Optional(Type.String({ maxLength: 100 })),
      libraryId: Type.Optional(Uuid),
    }),
    response: Page(Task),
  }),
  stats: get('/tasks/stats', {
    permission: 'TasksRead',
    summary: 'Count tasks by status',
    response: Type.Object(
      { ...counts, byType: Type.Record(Type.String(), Type.Object(counts)) },
      { title: 'TaskStats' },
    ),
  }),
  clear: del('/tasks', {
    permission: 'TasksWrite',
    summary: 'Delete finished tasks',
    query: Type.Object({
      status: Type.Optional(
        Type.Enum(['completed', 'failed', 'cancelled'], { description: 'Defaults to all of them.' }),
      ),
    }),
    response: Type.Object({ deleted: count() }),
  }),
  read: get('/tasks/:id', { permission: 'TasksRead', summary: 'Get a task', params: ById, response: Task }),
  cancel: post('/tasks/:id/cancel', {
    permission: 'TasksWrite',
    summary: 'Cancel a task',
    also: [409],
    description:
      'A queued task is cancelled immediately, a running one as soon as its work has stopped. 409 if it is finished.',
    params: ById,
    response: Task,
  }),
  retry: post('/tasks/:id/retry', {
    permission: 'TasksWrite',
    summary: 'Retry a failed or cancelled task',
    also: [409],
    params: ById,
    response: Task,
    status: 202,
  }),
}
