import { backupName } from '../catalog/backups/backup-files.ts'
import { writeBackup } from '../catalog/backups/write-backup.ts'
import { openDatabase } from '../store/open.ts'
import { type Command, loadConfigFromFlags } from './command.ts'

export const backupCommand: Command = {
  usage: '[FILE]',
  about: 'Back up the database, uploaded covers and fonts to a file. You can restore it into SQLite or PostgreSQL.',
  maxWords: 1,
  async run({ flags, args }) {
    const config = loadConfigFromFlags(flags)
    const file = args[0] ?? backupName(new Date())
    const db = await openDatabase({ url: config.database.url, dataDir: config.data_dir, writes: 'inline' })
    try {
      await writeBackup(db, config, file)
    } finally {
      await db.close()
    }
    console.log(`Backup written to ${file}`)
    return 0
  },
}
