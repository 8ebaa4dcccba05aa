import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface TaskLock {
  /** Whether it is ours now. */
  take(): boolean
  close(): void
}

/**
 * Who does the tasks of a data folder: one process, however many were started on it, be it by mistake or because the
 * old one is still closing. The lock is SQLite's own, so that the system lets go of it when its holder is killed.
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
