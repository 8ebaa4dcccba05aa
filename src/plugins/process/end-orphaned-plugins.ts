import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { startedBy } from './sandbox-lock.ts'

/**
 * Kills plugins of this data folder whose server was killed: a plugin in an endless loop doesn't notice. Only Linux has
 * `/proc` to find them; elsewhere this does nothing.
 */
export function endOrphanedPlugins(pluginsFolder: string): number[] {
  if (process.platform !== 'linux' || !existsSync(pluginsFolder)) return []
  const folder = realpathSync(pluginsFolder)
  return listProcessIds().filter((pid) => {
    const [command, parent] = [readOrEmpty(`/proc/${pid}/cmdline`), parentOf(pid)]
    const isOurs = command.includes(`--allow-fs-write=${folder}/`)
    if (!isOurs || parent === undefined || command.includes(startedBy(parent))) return false
    return STARTED.test(command) && end(pid)
  })
}

const STARTED = new RegExp(startedBy('\\d+'))

const listProcessIds = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)

/** The second field after the name, which can contain anything between its brackets. */
function parentOf(pid: number): string | undefined {
  const stat = readOrEmpty(`/proc/${pid}/stat`)
  return stat
    .slice(stat.lastIndexOf(')') + 1)
    .trim()
    .split(' ')[1]
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function end(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}
