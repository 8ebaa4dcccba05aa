import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import type { Config } from '../config/settings.ts'
import { openConfiguredPictureStore } from '../images/configured-stores.ts'
import { restoreRows } from '../store/backup/restore-rows.ts'
import { decodeRowsFromJsonLines } from '../store/backup/rows-as-json-lines.ts'
import { splitStreamIntoLines } from '../store/backup/split-stream-into-lines.ts'
import { ForeignFileError } from '../store/foreign/copy-foreign-database.ts'
import { type ImportSource, listImportSources } from '../store/import/sources.ts'
import { type Db, openDatabase } from '../store/open.ts'
import { bumpRevisions } from '../store/revision.ts'
import { openFileLock } from '../store/sqlite/file-lock.ts'
import { deleteUnfinishedTasksOfType, hasUnfinishedTasks } from '../store/task/cancel-retry-delete.ts'
import { importStepTask, resumeWaitingImportsTask } from './import-source-tasks.ts'
import { importLocks, removeStraySourceFiles, sourceFilePaths } from './source-files.ts'

/**
 * Restores the backup from before the last import, in one transaction. Changes made since then are lost, but nobody is
 * signed out.
 */
export async function undoLastImport(db: Db, config: Config): Promise<{ name: string; rows: number }> {
  const last = await findUndoableImport(config, await listImportSources(db))
  if (!last) throw new ForeignFileError('There is no import that can be undone.')
  // Rows that it writes after the restore would stay.
  if (await hasUnfinishedTasks(db, [importStepTask.type, resumeWaitingImportsTask.type], ['running']))
    throw new ForeignFileError('This import is running. Cancel its task first.')
  const lock = openFileLock(importLocks(config).run)
  if (!lock.take()) throw new ForeignFileError('This import is running. Cancel its task first.')
  try {
    return await restoreFrom(db, config, last)
  } finally {
    lock.close()
  }
}

async function restoreFrom(db: Db, config: Config, last: ImportSource): Promise<{ name: string; rows: number }> {
  const { backup, report } = sourceFilePaths(config, last.uid)
  const read = () => {
    const unpacked = createReadStream(backup).pipe(createGunzip())
    return decodeRowsFromJsonLines(
      splitStreamIntoLines(unpacked),
      () => {},
      (picture) => openConfiguredPictureStore(config).put(picture),
    )
  }
  const rows = await withoutTimeLimit(db, config, (own) => restoreRows(own, read, { keepsSignIns: true }))
  // Running servers must not trust their caches.
  await db.transaction(async (tx) => {
    // The backup was made during the import's task, so it contains the task, which would run the import again.
    await deleteUnfinishedTasksOfType(tx, importStepTask.type)
    await bumpRevisions(tx, 'access', 'catalog', 'settings')
  })
  // Restoring the backup a second time would lose what users did since. The report describes data that is gone.
  for (const path of [backup, report]) await rm(path, { force: true })
  await removeStraySourceFiles(config, new Set((await listImportSources(db)).map(({ uid }) => uid)))
  return { name: last.name, rows }
}

/** On PostgreSQL, queries of requests have a limit; replacing all rows of a large library takes longer. */
async function withoutTimeLimit<Outcome>(
  db: Db,
  { database, data_dir: dataDir }: Pick<Config, 'database' | 'data_dir'>,
  work: (db: Db) => Promise<Outcome>,
): Promise<Outcome> {
  if (db.kind !== 'postgres') return work(db)
  const own = await openDatabase({ url: database.url, dataDir, writes: 'inline', migrate: false })
  try {
    return await work(own)
  } finally {
    await own.close()
  }
}

/**
 * The import that ran last, whether or not it finished: the one with the newest backup. Automatic imports after a scan
 * make no backup, and are undone together with the one before them.
 */
export async function findUndoableImport(
  config: Pick<Config, 'data_dir'>,
  sources: readonly ImportSource[],
): Promise<ImportSource | undefined> {
  const madeAt = await Promise.all(
    sources.map(({ uid }) =>
      stat(sourceFilePaths(config, uid).backup).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  )
  const newest = Math.max(0, ...madeAt)
  return newest > 0 ? sources[madeAt.indexOf(newest)] : undefined
}
