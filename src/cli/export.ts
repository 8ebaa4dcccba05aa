import { readFileSync } from 'node:fs'
import { openConfiguredPictureStore } from '../images/configured-stores.ts'
import { exportRecords } from '../import-export/export/export-records.ts'
import { writeRecordArchive } from '../import-export/record-archive.ts'
import { openDatabase } from '../store/open.ts'
import { findPasswordLogin } from '../store/user/account.ts'
import { type Command, loadConfigFromFlags, UsageError } from './command.ts'

export const exportCommand: Command = {
  usage: '[FILE] [--user NAME]',
  about:
    'Export the data of the server, or of one user, to an archive that another server can read with "lectern import".',
  maxWords: 1,
  flags: ['user'],
  options: { '--user NAME': 'Export only what belongs to this user.' },
  async run({ flags, args }) {
    const config = loadConfigFromFlags(flags)
    const createdAt = new Date().toISOString()
    const db = await openDatabase({ url: config.database.url, dataDir: config.data_dir, writes: 'inline' })
    try {
      const name = flags.own.user
      const user = name === undefined ? undefined : await findPasswordLogin(db, name)
      if (name !== undefined && !user) throw new UsageError(`there is no user "${name}"`)
      const file = args[0] ?? `lectern-${user ? `${name}-` : ''}${createdAt.slice(0, 10)}.jsonl.gz`
      const header = {
        format: 'lectern-export',
        version: 1,
        kind: 'lectern',
        sourceVersion: version,
        createdAt,
      } as const
      const count = await writeRecordArchive(
        file,
        header,
        exportRecords(db, openConfiguredPictureStore(config), { userId: user?.id }),
      )
      console.log(`Exported ${count} rows to ${file}`)
    } finally {
      await db.close()
    }
    return 0
  },
}

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}
