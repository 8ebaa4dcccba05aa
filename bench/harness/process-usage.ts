import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** CPU time of a process so far in milliseconds, all threads together; undefined if it isn't available. */
export function cpuMs(pid: number): number | undefined {
  if (process.platform === 'linux') {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name in parentheses may contain anything; user and system time are the 12th and 13th field after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
  }
  if (process.platform === 'win32') return undefined
  const [seconds = 0, minutes = 0, hours = 0] = ps(pid, 'time').split(':').map(Number).reverse()
  return ((hours * 60 + minutes) * 60 + seconds) * 1000
}

/** USER_HZ is 100 on every Linux that Node runs on. */
const MS_PER_TICK = 10

/** Megabytes in memory now, and the maximum so far. */
export function memoryOf(pid: number): { now: number; peak: number } {
  if (process.platform === 'linux') {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    const kilobytes = (name: string) => Number(status.match(new RegExp(`^${name}:\\s+(\\d+)`, 'm'))?.[1] ?? Number.NaN)
    return { now: kilobytes('VmRSS') / 1024, peak: kilobytes('VmHWM') / 1024 }
  }
  const now = process.platform === 'win32' ? Number.NaN : Number(ps(pid, 'rss')) / 1024
  return { now, peak: now }
}

function ps(pid: number, field: string): string {
  return execFileSync('ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8' }).trim()
}
