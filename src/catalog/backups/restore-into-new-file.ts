import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Config } from '../../config/settings.ts'
import { databaseFile, openDatabase } from '../../store/open.ts'
import { restoreBackup } from './restore-backup.ts'

/**
 * SQLite is one file, with two more beside it. A backup is restored into a new file, which replaces the old one only
 * when it is complete:
 *
 *   lectern.db.restoring/  → is being filled; after a crash it is deleted, and the old one is unchanged
 *   lectern.db.restored-…  → is complete; after a crash the next start finishes the rest
 *   lectern.db             → moves to lectern.db.before-restore-….bak, and the new one takes its place
 */
export async function restoreIntoNewFile(config: Config, file: string): Promise<{ rows: number; old: string }> {
  const current = databaseFile(config.data_dir)
  const folder = `${current}.restoring`
  await rm(folder, { recursive: true, force: true })
  try {
    const db = await openDatabase({ url: null, dataDir: folder, writes: 'inline' })
    let rows: number
    try {
      rows = await restoreBackup(db, config, file)
    } finally {
      // The last connection that closes merges the log into the file.
      await db.close()
    }
    const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '')
    await rename(databaseFile(folder), `${current}${RESTORED}${stamp}`)
    return { rows, old: (await finishRestoredFile(config.data_dir))! }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Moves a restored file into place. Returns the new name of the old one; undefined if none was restored. */
export async function finishRestoredFile(dataDir: string): Promise<string | undefined> {
  const current = databaseFile(dataDir)
  const prefix = basename(current) + RESTORED
  const names = await readdir(dirname(current)).catch(() => [])
  const restored = names.filter((name) => name.startsWith(prefix)).sort()
  const newest = restored.pop()
  for (const name of restored) await rm(join(dirname(current), name))
  if (newest === undefined) return undefined
  // The same name as before the crash: the remaining files belong to those already moved.
  const old = `${current}.before-restore-${newest.slice(prefix.length)}.bak`
  for (const part of ['', '-wal', '-shm']) {
    if (existsSync(`${current}${part}`)) await rename(`${current}${part}`, unused(`${old}${part}`))
  }
  await rename(join(dirname(current), newest), current)
  return old
}

const RESTORED = '.restored-'

/** A command that ran after the crash may have created another database. */
function unused(path: string): string {
  let free = path
  for (let n = 2; existsSync(free); n++) free = `${path}.${n}`
  return free
}
