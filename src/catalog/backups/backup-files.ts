import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '../../config/settings.ts'

export interface BackupFile {
  name: string
  bytes: number
  createdAt: number
}

type Where = Pick<Config, 'data_dir' | 'backups'>

export const backupsFolder = ({ data_dir, backups }: Where): string =>
  resolve(backups.folder ?? join(data_dir, 'backups'))

/** Contains the time, so the server's own backups sort by it. */
export const backupName = (now: Date, why = 'lectern'): string =>
  `${why}-${now.toISOString().slice(0, 19).replaceAll(':', '')}.backup.gz`

/** Requests contain only a name, never a path. */
export const isBackupName = (name: string): boolean => /^[\w][\w.-]{0,200}\.backup\.gz$/.test(name)

/** Newest first. Empty if the folder doesn't exist yet. */
export async function listBackups(config: Where): Promise<BackupFile[]> {
  const folder = backupsFolder(config)
  const names = (await readdir(folder).catch(() => [])).filter(isBackupName)
  const found = names.map(async (name): Promise<BackupFile[]> => {
    const facts = await stat(join(folder, name)).catch(() => undefined)
    return facts?.isFile() ? [{ name, bytes: facts.size, createdAt: Math.floor(facts.mtimeMs) }] : []
  })
  return (await Promise.all(found)).flat().sort((a, b) => b.createdAt - a.createdAt || (a.name < b.name ? 1 : -1))
}

export async function findBackup(config: Where, name: string): Promise<BackupFile | undefined> {
  return (await listBackups(config)).find((each) => each.name === name)
}

export async function makeBackupsFolder(config: Where): Promise<string> {
  const folder = backupsFolder(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** Deletes only the server's own backups. Uploaded ones, and those from before a restore, stay. */
export async function deleteOldBackups(config: Where): Promise<number> {
  const made = (await listBackups(config)).filter(({ name }) =>
    /^lectern-\d{4}-\d\d-\d\dT\d{6}\.backup\.gz$/.test(name),
  )
  const old = made.slice(config.backups.keep)
  for (const { name } of old) await rm(join(backupsFolder(config), name), { force: true })
  return old.length
}

/**
 * Deletes files that a killed server left half-written. A file that is still being written was modified a moment ago.
 */
export async function deleteAbandonedBackups(config: Where, now = Date.now()): Promise<void> {
  const folder = backupsFolder(config)
  for (const name of await readdir(folder).catch(() => [])) {
    if (!/^(?:lectern-\d{4}-\d\d-\d\dT\d{6}\.backup\.gz|upload-[0-9a-f-]{36})\.part$/.test(name)) continue
    const facts = await stat(join(folder, name)).catch(() => undefined)
    if (facts?.isFile() && now - facts.mtimeMs > ABANDONED_MS) await rm(join(folder, name), { force: true })
  }
}

const ABANDONED_MS = 3_600_000
