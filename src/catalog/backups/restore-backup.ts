import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Config } from '../../config/settings.ts'
import { openConfiguredPictureStore } from '../../images/configured-stores.ts'
import { restoreRows } from '../../store/backup/restore-rows.ts'
import { type BackupHeader, decodeRowsFromJsonLines } from '../../store/backup/rows-as-json-lines.ts'
import { splitStreamIntoLines } from '../../store/backup/split-stream-into-lines.ts'
import { migrations } from '../../store/migrations/index.ts'
import type { Db } from '../../store/open.ts'
import { deleteUnfinishedTasksOfType } from '../../store/task/cancel-retry-delete.ts'
import { createBackupTask } from './create-backup-task.ts'

/** A fault of the file that a user can fix. */
export class BackupFault extends Error {}

/** All or nothing. With `replace`, the existing rows are deleted in the same transaction. */
export async function restoreBackup(
  db: Db,
  config: Config,
  file: string,
  options: { replace?: boolean } = {},
): Promise<number> {
  const read = () =>
    decodeRowsFromJsonLines(splitStreamIntoLines(unpack(file)), refuseNewer, (picture) =>
      openConfiguredPictureStore(config).put(picture),
    )
  const rows = await restoreRows(db, read, options).catch(throwUnreadable(file))
  // A backup made by the server contains its own task as running: it would fail after the restore.
  await db.transaction((tx) => deleteUnfinishedTasksOfType(tx, createBackupTask.type))
  return rows
}

/** Reads the backup to the end without changing anything. */
export async function checkBackup(file: string): Promise<{ createdAt: string; rows: number }> {
  let header: BackupHeader | undefined
  let rows = 0
  const check = (found: BackupHeader) => {
    refuseNewer(found)
    header = found
  }
  try {
    for await (const portion of decodeRowsFromJsonLines(splitStreamIntoLines(unpack(file)), check))
      rows += portion.rows.length
  } catch (error) {
    throwUnreadable(file)(error as NodeJS.ErrnoException)
  }
  return { createdAt: header?.createdAt ?? '', rows }
}

function refuseNewer({ schema }: BackupHeader): void {
  if (schema <= (migrations.at(-1)?.number ?? 0)) return
  throw new BackupFault('the backup was made by a newer version of Lectern; update Lectern first')
}

function unpack(file: string): Readable {
  const unpacked = createGunzip()
  const packed = createReadStream(file).on('error', (error) => unpacked.destroy(error))
  return packed.pipe(unpacked)
}

/** A fault of the file is for the user to fix: no stack trace. */
function throwUnreadable(file: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    if (error instanceof BackupFault) throw error
    if (error.code === 'ENOENT') throw new BackupFault(`there is no file at ${file}`)
    if (error.code === 'Z_BUF_ERROR' || /^the backup is incomplete/.test(error.message)) {
      throw new BackupFault(`${file} is incomplete`)
    }
    const isNoBackup =
      error.code?.startsWith('Z_') || error instanceof SyntaxError || /not a Lectern/.test(error.message)
    throw isNoBackup ? new BackupFault(`${file} is not a Lectern backup`) : error
  }
}
