import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { picturesOf } from '../images/configured-stores.ts'
import { toLines } from '../store/backup/lines.ts'
import { readAllRows } from '../store/backup/rows.ts'
import { migrations } from '../store/migrations/index.ts'
import { openDatabase } from '../store/open.ts'
import { type Command, configOf } from './command.ts'

export const backupCommand: Command = {
  usage: '[FILE]',
  about: 'Back up the database, uploaded covers and fonts to a file. You can restore it into SQLite or PostgreSQL.',
  async run({ flags, args }) {
    const config = configOf(flags)
    const createdAt = new Date().toISOString()
    const file = args[0] ?? `lectern-${createdAt.slice(0, 19).replaceAll(':', '')}.backup.gz`
    const db = await openDatabase({ url: config.database.url, dataDir: config.data_dir, writes: 'inline' })
    try {
      const header = {
        format: 'lectern-backup',
        version: 1,
        schema: migrations.at(-1)?.number ?? 0,
        createdAt,
      } as const
      const lines = Readable.from(toLines(header, readAllRows(db), picturesOf(config).all()))
      const unfinished = `${file}.part`
      await pipeline(lines, createGzip(), createWriteStream(unfinished, { mode: 0o600, flush: true }))
      await rename(unfinished, file)
    } finally {
      await db.close()
    }
    console.log(`Backup written to ${file}`)
    return 0
  },
}
