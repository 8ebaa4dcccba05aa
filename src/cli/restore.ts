import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { picturesOf } from '../images/picture-store.ts'
import { fromLines } from '../store/backup/lines.ts'
import { isEmpty, restoreRows } from '../store/backup/restore.ts'
import { migrations } from '../store/migrations/index.ts'
import { openDatabase } from '../store/open.ts'
import { type Command, configOf, UsageError } from './command.ts'

export const restoreCommand: Command = {
  usage: 'FILE',
  about: 'Put a backup into an empty database.',
  async run({ flags, args }) {
    const [file] = args
    if (file === undefined) throw new UsageError('say which file: lectern restore FILE')
    const config = configOf(flags)
    const db = await openDatabase({ url: config.database.url, dataDir: config.data_dir, writes: 'inline' })
    try {
      if (!(await isEmpty(db))) throw new UsageError('the database is not empty; name another data folder with --data')
      const known = migrations.at(-1)?.number ?? 0
      const unpacked = createReadStream(file).pipe(createGunzip())
      const lines = createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY })
      const check = ({ schema }: { schema: number }) => {
        if (schema > known) throw new UsageError('the backup is of a newer Lectern; update this one first')
      }
      const rows = fromLines(lines, check, (picture) => picturesOf(config).put(picture))
      console.log(`${await restoreRows(db, rows)} rows are back.`)
    } finally {
      await db.close()
    }
    return 0
  },
}
