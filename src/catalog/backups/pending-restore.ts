import { existsSync, readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config/settings.ts'
import { openDatabase } from '../../store/open.ts'
import { backupName, backupsFolder, isBackupName, makeBackupsFolder } from './backup-files.ts'
import { restoreBackup } from './restore-backup.ts'
import { finishRestoredFile, restoreIntoNewFile } from './restore-into-new-file.ts'
import { writeBackup } from './write-backup.ts'

/**
 * A restore waits for the next start: the database cannot be replaced while people read, tasks run and caches are
 * filled.
 */
export interface PendingRestore {
  name: string
  requestedAt: number
  /** How often it was started: a server that is killed during a restore tries once more, and then gives up. */
  attempts?: number
}

type Where = Pick<Config, 'data_dir' | 'backups'>
const markerOf = ({ data_dir }: Where) => join(data_dir, 'restore-at-start.json')

export function readPendingRestore(config: Where): PendingRestore | undefined {
  if (!existsSync(markerOf(config))) return undefined
  try {
    const { name, requestedAt, attempts = 0 } = JSON.parse(readFileSync(markerOf(config), 'utf8')) as PendingRestore
    return isBackupName(name) ? { name, requestedAt, attempts } : undefined
  } catch {
    return undefined
  }
}

export async function requestRestore(config: Where, pending: PendingRestore): Promise<void> {
  const fresh = `${markerOf(config)}.part`
  await writeFile(fresh, JSON.stringify(pending), { mode: 0o600 })
  await rename(fresh, markerOf(config))
}

export async function cancelRestore(config: Where): Promise<void> {
  await rm(markerOf(config), { force: true })
}

/**
 * Runs before anything opens the database. The previous data is kept beside the backups; if the restore fails, it stays
 * in place.
 */
export async function restoreAtStart(config: Config, say: (line: string) => void): Promise<void> {
  const finished = config.database.url ? undefined : await finishRestoredFile(config.data_dir)
  if (finished) say(`Finished the restore that was interrupted. What was there before is kept as ${finished}`)
  const pending = readPendingRestore(config)
  if (finished) await cancelRestore(config)
  if (!pending || finished) return
  const { attempts = 0 } = pending
  if (attempts >= MAX_ATTEMPTS) {
    await cancelRestore(config)
    say(`The restore of ${pending.name} was interrupted ${attempts} times and is not tried again. Nothing was changed.`)
    return
  }
  await requestRestore(config, { ...pending, attempts: attempts + 1 })
  const file = join(backupsFolder(config), pending.name)
  try {
    const rows = config.database.url ? await replaceRows(config, file) : (await restoreIntoNewFile(config, file)).rows
    say(`Restored ${pending.name}: ${rows} rows`)
  } catch (error) {
    say(`The restore of ${pending.name} failed, and nothing was changed: ${(error as Error).message}`)
  }
  // In any case: a restore that fails is not tried at every start.
  await cancelRestore(config)
}

const MAX_ATTEMPTS = 2

async function replaceRows(config: Config, file: string): Promise<number> {
  const { url } = config.database
  const db = await openDatabase({ url, dataDir: config.data_dir, writes: 'inline' })
  try {
    await writeBackup(db, config, join(await makeBackupsFolder(config), backupName(new Date(), 'before-restore')))
    return await restoreBackup(db, config, file, { replace: true })
  } finally {
    await db.close()
  }
}
