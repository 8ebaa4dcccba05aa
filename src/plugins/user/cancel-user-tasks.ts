import type { Db } from '../../store/open.ts'
import { findNewestTaskByKey } from '../../store/task/read.ts'
import type { UserPlugin } from '../../store/user-plugin/read.ts'
import type { Tasks } from '../../tasks/tasks.ts'
import { recommendForUserTask, syncForUserTask } from '../tasks.ts'

/** Stops what runs or waits for a connection: its user no longer wants the plugin to act for them. */
export async function cancelUserTasks({ db, tasks }: { db: Db; tasks: Tasks }, { id }: UserPlugin): Promise<void> {
  for (const kind of [syncForUserTask, recommendForUserTask]) {
    const task = await findNewestTaskByKey(db, kind.type, [kind.key({ params: { userPluginId: id } })])
    if (task) await tasks.cancel(task)
  }
}
