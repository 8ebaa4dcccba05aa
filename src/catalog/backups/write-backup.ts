import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Config } from '../../config/settings.ts'
import { openConfiguredPictureStore } from '../../images/configured-stores.ts'
import { readAllRows } from '../../store/backup/read-rows.ts'
import { encodeRowsAsJsonLines } from '../../store/backup/rows-as-json-lines.ts'
import { migrations } from '../../store/migrations/index.ts'
import type { Db } from '../../store/open.ts'

/** Writes everything that can't be regenerated to a file. The file gets its name only when it is complete. */
export async function writeBackup(
  db: Db,
  config: Config,
  file: string,
  { signal, level }: { signal?: AbortSignal; level?: number } = {},
): Promise<void> {
  const header = {
    format: 'lectern-backup',
    version: 1,
    schema: migrations.at(-1)?.number ?? 0,
    createdAt: new Date().toISOString(),
  } as const
  const lines = Readable.from(encodeRowsAsJsonLines(header, readAllRows(db), openConfiguredPictureStore(config).all()))
  const unfinished = `${file}.part`
  try {
    await pipeline(lines, createGzip({ level }), createWriteStream(unfinished, { mode: 0o600, flush: true }), {
      signal,
    })
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
