import { limitAndOffsetOf, presentListPage } from '../../contract/paging.ts'
import { problem } from '../../contract/problems.ts'
import { tasks as routes } from '../../contract/tasks.ts'
import { deleteEndedTasks } from '../../store/task/cancel-retry-delete.ts'
import { countTasks, findTask, listTasks, type TaskView } from '../../store/task/read.ts'
import { uuidToBytes } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { presentTask } from '../present/task.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { readLibrary } from './read-library.ts'

export function mountTasks(api: OpenSurface, context: AppContext): void {
  const { db, tasks } = context

  serve(api, routes.list, async ({ query, viewer, request, href }) => {
    const { status, type } = query
    const library = query.libraryId ? await readLibrary(db, viewer, query.libraryId) : undefined
    const found = await listTasks(db, viewer, { status, type, libraryId: library?.id }, limitAndOffsetOf(query))
    return presentListPage({ request, href }, query, { data: found.data.map(presentTask), total: found.total })
  })

  serve(api, routes.stats, ({ viewer }) => countTasks(db, viewer))

  serve(api, routes.clear, async ({ query, viewer }) => {
    const statuses = query.status ? [query.status] : ['completed', 'failed', 'cancelled']
    const seenBy = { kind: db.kind, viewer }
    return { deleted: await db.transaction((tx) => deleteEndedTasks(tx, { statuses, seenBy })) }
  })

  serve(api, routes.read, async ({ params, viewer }) => presentTask(await read(viewer, params.id)))

  serve(api, routes.cancel, async ({ params, viewer }) => {
    const task = await read(viewer, params.id)
    if ((await tasks.cancel(task)) === 'over') throw problem('conflict', 'This task has already ended.')
    return presentTask(await read(viewer, params.id))
  })

  serve(api, routes.retry, async ({ params, viewer }) => {
    const task = await read(viewer, params.id)
    if (task.status !== 'failed' && task.status !== 'cancelled') {
      throw problem('conflict', 'You can retry only failed or cancelled tasks.')
    }
    const again = await tasks.retry(task)
    if (!again) throw problem('conflict', 'The same task is already queued or running.')
    return presentTask(again)
  })

  async function read(viewer: Viewer, id: string): Promise<TaskView> {
    const task = await findTask(db, viewer, uuidToBytes(id))
    if (!task) throw problem('not_found', 'There is no such task.')
    return task
  }
}
