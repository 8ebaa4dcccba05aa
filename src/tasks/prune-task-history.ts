import type { Db } from '../store/open.ts'
import { deleteAllButNewestEndedTasks, deleteEndedTasks } from '../store/task/cancel-retry-delete.ts'
import type { Schedule } from './schedule.ts'
import { defineTask, type TaskHandler, taskHandler } from './task-kind.ts'
import type { Tasks } from './tasks.ts'

export const pruneTaskHistoryTask = defineTask({ type: 'prune_tasks', priority: 100, key: () => 'prune-tasks' })

export const pruneTaskHistorySchedule = (tasks: Tasks): Schedule => ({
  name: 'prune_tasks',
  cron: '17 3 * * *',
  run: () => tasks.add(pruneTaskHistoryTask, {}),
})

/** Deletes tasks that ended more than thirty days ago, and all but the newest of kinds that come by the thousand. */
export function pruneTaskHistoryHandler(db: Db, manyTypes: readonly string[]): TaskHandler {
  return taskHandler(pruneTaskHistoryTask, 'other', async () => {
    const endedBefore = Date.now() - KEPT_DAYS * 86_400_000
    const old = await db.transaction((tx) => deleteEndedTasks(tx, { statuses: ENDED, endedBefore }))
    let surplus = 0
    for (const type of manyTypes)
      surplus += await db.transaction((tx) => deleteAllButNewestEndedTasks(tx, type, KEPT_OF_MANY))
    return { deleted: old + surplus }
  })
}

const KEPT_DAYS = 30
const KEPT_OF_MANY = 20_000
const ENDED = ['completed', 'failed', 'cancelled']
