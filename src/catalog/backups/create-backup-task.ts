import { join } from 'node:path'
import type { Config } from '../../config/settings.ts'
import type { Db } from '../../store/open.ts'
import { cronFault, type Schedule } from '../../tasks/schedule.ts'
import { defineTask, type TaskHandler, taskHandler } from '../../tasks/task-kind.ts'
import type { Tasks } from '../../tasks/tasks.ts'
import { backupName, deleteAbandonedBackups, deleteOldBackups, makeBackupsFolder } from './backup-files.ts'

export const createBackupTask = defineTask({
  type: 'create_backup',
  priority: 400,
  maxAttempts: 1,
  key: () => 'create-backup',
})

/** The configured schedule; none if it is empty or invalid, which `doctor` reports. */
export const backupSchedule = (tasks: Tasks, { backups }: Pick<Config, 'backups'>): Schedule[] =>
  backups.schedule === '' || cronFault(backups.schedule)
    ? []
    : [{ name: 'create_backup', cron: backups.schedule, run: () => tasks.add(createBackupTask, {}) }]

export function createBackupHandler({ db, config }: { db: Db; config: Config }): TaskHandler {
  return taskHandler(createBackupTask, 'other', async (_task, { signal }) => {
    const { writeBackup } = await import('./write-backup.ts')
    await deleteAbandonedBackups(config)
    const name = backupName(new Date())
    await writeBackup(db, config, join(await makeBackupsFolder(config), name), { signal })
    return { name, deleted: await deleteOldBackups(config) }
  })
}
