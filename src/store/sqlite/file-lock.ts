import { closeSync, existsSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

export interface FileLock {
  /** Returns whether this process holds the lock. */
  take(): boolean
  close(): void
}

/** Only one process at a time holds it. It is an SQLite lock, so that the system releases it when its holder is killed. */
export function openFileLock(file: string): FileLock {
  let held: DatabaseSync | undefined
  return {
    take() {
      if (held) return true
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

/** Does the work alone: waits until nobody else holds the lock of this file. */
export async function withFileLock<Outcome>(
  file: string,
  work: () => Promise<Outcome>,
  { signal, onWait }: { signal?: AbortSignal; onWait?: () => void } = {},
): Promise<Outcome> {
  const lock = openFileLock(file)
  try {
    for (let tries = 0; !lock.take(); tries++) {
      if (tries === 0) onWait?.()
      await sleep(Math.min(20 * 2 ** tries, 1000))
      signal?.throwIfAborted()
    }
    return await work()
  } finally {
    lock.close()
  }
}
