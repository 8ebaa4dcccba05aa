import { createReadStream, existsSync } from 'node:fs'
import { createGunzip } from 'node:zlib'
import type { Config } from '../config/settings.ts'
import { openConfiguredPictures } from '../images/configured-stores.ts'
import { restoreRows } from '../store/backup/restore-rows.ts'
import { rowsFromLines } from '../store/backup/rows-as-json-lines.ts'
import { splitLines } from '../store/backup/split-lines.ts'
import { ForeignFileError } from '../store/foreign/copy-database.ts'
import { listImportSources } from '../store/import/sources.ts'
import type { Db } from '../store/open.ts'
import { bumpRevisions } from '../store/revision.ts'
import { dropUnfinishedTasks } from '../store/task/cancel-retry-delete.ts'
import { importStepTask } from './import-task.ts'
import { sourceFilePaths } from './source-files.ts'

/**
 * Everything as it was before the last import: the backup that was made then is put back, in one transaction. What happened
 * since is lost with it.
 */
export async function undoLastImport(db: Db, config: Config): Promise<{ name: string; rows: number }> {
  const sources = (await listImportSources(db)).filter((source) => source.lastRunAt !== null)
  const last = sources.sort((a, b) => b.lastRunAt! - a.lastRunAt!)[0]
  const backup = last && sourceFilePaths(config, last.uid).backup
  if (!last || !backup || !existsSync(backup)) throw new ForeignFileError('There is no import that can be undone.')
  const read = () => {
    const unpacked = createReadStream(backup).pipe(createGunzip())
    return rowsFromLines(
      splitLines(unpacked),
      () => {},
      (picture) => openConfiguredPictures(config).put(picture),
    )
  }
  const rows = await restoreRows(db, read)
  // Servers that run meanwhile must not trust what they remember.
  await db.transaction(async (tx) => {
    // The backup was made while the import ran: with it came the task that would run the import again.
    await dropUnfinishedTasks(tx, importStepTask.type)
    await bumpRevisions(tx, 'access', 'catalog', 'settings')
  })
  return { name: last.name, rows }
}
