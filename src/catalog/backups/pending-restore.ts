import { existsSync, readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config/settings.ts'
import { databaseFile, openDatabase } from '../../store/open.ts'
import { backupName, backupsFolder, isBackupName, makeBackupsFolder } from './backup-files.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

/**
 * A restore waits for the next start: while people read, tasks run and caches are filled, the database cannot be replaced
 * below them.
 */
export interface PendingRestore {
  name: string
  requestedAt: number
}

type Where = Pick<Config, 'data_dir' | 'backups'>
const markerOf = ({ data_dir }: Where) => join(data_dir, 'restore-at-start.json')

export function readPendingRestore(config: Where): PendingRestore | undefined {
  if (!existsSync(markerOf(config))) return undefined
  try {
    const { name, requestedAt } = JSON.parse(readFileSync(markerOf(config), 'utf8')) as PendingRestore
    return isBackupName(name) ? { name, requestedAt } : undefined
  } catch {
    return undefined
  }
}

export async function requestRestore(config: Where, pending: PendingRestore): Promise<void> {
  await writeFile(markerOf(config), JSON.stringify(pending), { mode: 0o600 })
}

export async function cancelRestore(config: Where): Promise<void> {
  await rm(markerOf(config), { force: true })
}

/** Before anything opens the database. What was there is kept beside the backups; where it fails, it is there as before. */
export async function restoreAtStart(config: Config, say: (line: string) => void): Promise<void> {
  const pending = readPendingRestore(config)
  if (!pending) return
  // Whatever happens: a restore that fails is not tried at every start.
  await cancelRestore(config)
  const file = join(backupsFolder(config), pending.name)
  try {
    const rows = config.database.url ? await replaceRows(config, file) : (await restoreIntoNewFile(config, file)).rows
    say(`Restored ${pending.name}: ${rows} rows`)
  } catch (error) {
    say(`The restore of ${pending.name} failed, and nothing was changed: ${(error as Error).message}`)
  }
}

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

const parts = ['', '-wal', '-shm']

/** SQLite is one file, with two more beside it: the old one stays under another name. */
export async function restoreIntoNewFile(config: Config, file: string): Promise<{ rows: number; old: string }> {
  const current = databaseFile(config.data_dir)
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '')
  const old = `${current}.before-restore-${stamp}.bak`
  await move(current, old)
  try {
    const db = await openDatabase({ url: null, dataDir: config.data_dir, writes: 'inline' })
    try {
      return { rows: await restoreBackup(db, config, file), old }
    } finally {
      await db.close()
    }
  } catch (error) {
    for (const part of parts) await rm(`${current}${part}`, { force: true })
    await move(old, current)
    throw error
  }
}

async function move(from: string, to: string): Promise<void> {
  for (const part of parts) if (existsSync(`${from}${part}`)) await rename(`${from}${part}`, `${to}${part}`)
}
