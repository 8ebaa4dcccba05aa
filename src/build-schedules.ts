import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { backupSchedule } from './catalog/backups/create-backup-task.ts'
import { deleteUnusedThumbnailsWeekly } from './catalog/covers/delete-unused-thumbnails.ts'
import type { Config } from './config/settings.ts'
import { scanSchedules } from './scan/scan-schedules.ts'
import type { Db } from './store/open.ts'
import { hasPlugins } from './store/plugin/read.ts'
import { pruneTaskHistorySchedule } from './tasks/prune-task-history.ts'
import type { Schedule } from './tasks/schedule.ts'
import type { Tasks } from './tasks/tasks.ts'

/** Everything that runs at certain times, as the settings and the libraries say now. */
export async function buildSchedules(db: Db, config: Config, tasks: Tasks): Promise<Schedule[]> {
  return [
    pruneTaskHistorySchedule(tasks),
    deleteUnusedThumbnailsWeekly(tasks),
    pluginSchedule(db, config, tasks),
    ...backupSchedule(tasks, config),
    ...(await scanSchedules(db, tasks)),
  ]
}

export const PLUGIN_SCHEDULE = 'plugins_due'

/** Release sources, matching and sync have schedules of their own; this tick queues those that are due. */
function pluginSchedule(db: Db, config: Config, tasks: Tasks): Schedule {
  return {
    name: PLUGIN_SCHEDULE,
    cron: '*/5 * * * *',
    run: async (due: number) => {
      const hasAny = await hasPlugins(db)
      if (!hasAny && !existsSync(join(config.data_dir, 'plugins', 'packages'))) return
      const { queueDuePluginTasks, removePackagesLeftBehind } = await import('./build-plugin-host.ts')
      if (hasAny) await queueDuePluginTasks(db, tasks, Math.max(due, Date.now()))
      await removePackagesLeftBehind(db, config)
    },
  }
}
