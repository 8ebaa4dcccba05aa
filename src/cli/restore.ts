import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { picturesOf } from '../images/configured-stores.ts'
import { fromLines } from '../store/backup/lines.ts'
import { isEmpty, restoreRows } from '../store/backup/restore.ts'
import { splitLines } from '../store/backup/split-lines.ts'
import { migrations } from '../store/migrations/index.ts'
import { openDatabase } from '../store/open.ts'
import { type Command, configOf, UsageError } from './command.ts'

export const restoreCommand: Command = {
  usage: 'FILE',
  about: 'Restore a backup into an empty database.',
  async run({ flags, args }) {
    const [file] = args
    if (file === undefined) throw new UsageError('name the backup file: lectern restore FILE')
    const config = configOf(flags)
    const db = await openDatabase({ url: config.database.url, dataDir: config.data_dir, writes: 'inline' })
    try {
      if (!(await isEmpty(db)))
        throw new UsageError('the database is not empty; choose another data folder with --data')
      const known = migrations.at(-1)?.number ?? 0
      const check = ({ schema }: { schema: number }) => {
        if (schema > known)
          throw new UsageError('the backup was made by a newer version of Lectern; update Lectern first')
      }
      const read = () => fromLines(splitLines(unpack(file)), check, (picture) => picturesOf(config).put(picture))
      console.log(`${await restoreRows(db, read).catch(throwUnreadable(file))} rows are back.`)
    } finally {
      await db.close()
    }
    return 0
  },
}

function unpack(file: string): Readable {
  const unpacked = createGunzip()
  const packed = createReadStream(file).on('error', (error) => unpacked.destroy(error))
  return packed.pipe(unpacked)
}

/** What is wrong with the file is for a person to mend: no trace. */
function throwUnreadable(file: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    if (error.code === 'ENOENT') throw new UsageError(`there is no file at ${file}`)
    if (error.code === 'Z_BUF_ERROR') throw new UsageError(`${file} is incomplete`)
    const isNoBackup = error.code?.startsWith('Z_') || error instanceof SyntaxError
    throw isNoBackup ? new UsageError(`${file} is not a Lectern backup`) : error
  }
}
