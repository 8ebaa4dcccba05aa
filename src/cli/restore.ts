import { BackupFault, restoreBackup } from '../catalog/backups/restore-backup.ts'
import { restoreIntoNewFile } from '../catalog/backups/restore-into-new-file.ts'
import { isDatabaseEmpty } from '../store/backup/restore-rows.ts'
import { openDatabase } from '../store/open.ts'
import { isDamagedDatabase } from '../store/sqlite/is-damaged-database.ts'
import { type Command, loadConfigFromFlags, UsageError } from './command.ts'

export const restoreCommand: Command = {
  usage: 'FILE',
  about: 'Restore a backup into an empty database, or in place of a damaged one.',
  maxWords: 1,
  async run({ flags, args }) {
    const [file] = args
    if (file === undefined) throw new UsageError('specify the backup file: lectern restore FILE')
    const config = loadConfigFromFlags(flags)
    const { url } = config.database
    const db = await openDatabase({ url, dataDir: config.data_dir, writes: 'inline' }).catch((error) => {
      if (url || !isDamagedDatabase(error)) throw error
    })
    if (!db) {
      const { rows, old } = await restoreIntoNewFile(config, file).catch(throwUsage)
      console.log(`Restored ${rows} rows from ${file}. The damaged database is kept as ${old}.`)
      return 0
    }
    try {
      if (!(await isDatabaseEmpty(db)))
        throw new UsageError('the database is not empty; choose another data folder with --data')
      const rows = await restoreBackup(db, config, file).catch(throwUsage)
      console.log(`Restored ${rows} rows from ${file}.`)
    } finally {
      await db.close()
    }
    return 0
  },
}

function throwUsage(error: unknown): never {
  throw error instanceof BackupFault ? new UsageError(error.message) : error
}
