import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface TaskLock {
  /** Returns whether this process holds the lock. */
  take(): boolean
  close(): void
}

/**
 * Only one process runs the tasks of a data folder, however many were started on it, by mistake or because the old one
 * is still closing. It is an SQLite lock, so that the system releases it when its holder is killed.
 */
export function openTaskLock(dataDir: string): TaskLock {
  let held: DatabaseSync | undefined
  return {
    take() {
      if (held) return true
      const file = join(dataDir, 'tasks.lock')
      if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
      const database = new DatabaseSync(file, { timeout: 0 })
      try {
        database.exec('begin exclusive')
        held = database
        return true
      } catch (error) {
        database.close()
        if ((error as { errcode?: number }).errcode !== BUSY) throw error
        return false
      }
    },
    close() {
      held?.close()
      held = undefined
    },
  }
}

const BUSY = 5
