import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Ends every process that has this folder in its environment or on its command line, and returns how many there were.
 * Process groups are not enough: a browser and PostgreSQL create their own. Only where there is a /proc.
 */
export async function endProcessesOf(folder: string): Promise<number> {
  const ended = new Set<number>()
  for (let rounds = 0; rounds < 20; rounds++) {
    const found = processesOf(folder)
    if (found.length === 0) break
    for (const pid of found) {
      ended.add(pid)
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It had already ended.
      }
    }
    await sleep(50)
  }
  return ended.size
}

/**
 * Removes the folder, and those created elsewhere because another user couldn't access it: their names start with its
 * name.
 */
export function removeFoldersOf(folder: string): void {
  const remove = (path: string) => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  remove(folder)
  for (const place of ['/tmp', '/var/tmp', '/dev/shm']) {
    for (const name of listNames(place)) if (name.startsWith(basename(folder))) remove(join(place, name))
  }
}

function processesOf(folder: string): number[] {
  const pids = listNames('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid)
  return pids.filter((pid) => ['environ', 'cmdline'].some((what) => readText(pid, what).includes(folder)))
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function readText(pid: number, what: string): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'latin1')
  } catch {
    return ''
  }
}
