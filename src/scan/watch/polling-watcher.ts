import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FolderWatcher, WatchTarget } from './collect-touches.ts'

/**
 * For network shares, which don't emit change events: regularly checks the modification time of each folder. Files
 * overwritten in place are left to the scheduled scan.
 */
export function openPollingWatcher(target: WatchTarget, everyMs = 60_000): FolderWatcher {
  let known: Map<string, number> | undefined
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  const poll = async () => {
    const now = await readTimes(target)
    if (isClosed || !now) return
    if (known) reportDifferences(target, known, now)
    known = now
  }
  const round = () => {
    poll()
      .catch(target.onError)
      .finally(() => {
        if (!isClosed) timer = setTimeout(round, everyMs).unref()
      })
  }
  round()
  return {
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

function reportDifferences(target: WatchTarget, before: Map<string, number>, now: Map<string, number>): void {
  for (const [folder, time] of now) {
    const last = before.get(folder)
    if (last === undefined) target.onTouched(folder, 'deep')
    else if (last !== time) target.onTouched(folder, 'shallow')
  }
  for (const folder of before.keys()) if (!now.has(folder)) target.onTouched(folder, 'deep')
}

/** Undefined when the root is unavailable: then nothing can be compared. */
async function readTimes(target: WatchTarget): Promise<Map<string, number> | undefined> {
  const times = new Map<string, number>()
  const visit = async (folder: string): Promise<boolean> => {
    try {
      const path = join(target.root, folder)
      times.set(folder, (await stat(path)).mtimeMs)
      for (const entry of await readdir(path, { withFileTypes: true })) {
        const below = folder === '' ? entry.name : `${folder}/${entry.name}`
        if (entry.isDirectory() && !target.isExcluded(`${below}/`)) await visit(below)
      }
      return true
    } catch {
      return false
    }
  }
  return (await visit('')) ? times : undefined
}
