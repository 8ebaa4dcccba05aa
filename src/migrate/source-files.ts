import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import type { Config } from '../config/settings.ts'
import { picturesOf } from '../images/configured-stores.ts'
import { readAllRows } from '../store/backup/read-rows.ts'
import { rowsToLines } from '../store/backup/row-lines.ts'
import { migrations } from '../store/migrations/index.ts'
import type { Db } from '../store/open.ts'

/** What is kept of a source, in a folder that only this server reads: it holds hashes of passwords. */
export function sourceFiles(config: Pick<Config, 'data_dir'>, uid: string) {
  const folder = join(config.data_dir, 'imports', uid)
  return {
    folder,
    /** Its records. */
    archive: join(folder, 'records.jsonl.gz'),
    /** Everything here, as it was before the last run. */
    backup: join(folder, 'before.backup.gz'),
    report: join(folder, 'report.json'),
    upload: join(folder, 'upload'),
    work: join(folder, 'work'),
  }
}

export async function removeSourceFiles(config: Pick<Config, 'data_dir'>, uid: string): Promise<void> {
  await rm(sourceFiles(config, uid).folder, { recursive: true, force: true })
}

/** Everything in the database and all uploaded covers, as `lectern backup` writes it. */
export async function writeBackup(db: Db, config: Config, path: string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
  const schema = migrations.at(-1)?.number ?? 0
  const header = { format: 'lectern-backup', version: 1, schema, createdAt: new Date().toISOString() } as const
  const lines = Readable.from(rowsToLines(header, readAllRows(db), picturesOf(config).all()))
  const packing = createGzip({ level: constants.Z_BEST_SPEED })
  await pipeline(lines, packing, createWriteStream(`${path}.part`, { mode: 0o600, flush: true }))
  await rename(`${path}.part`, path)
}
