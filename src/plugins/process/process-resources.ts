import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/** Lets a process only have the CPU time that serving pages leaves over. */
export function lowerProcessPriority(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    setPriority(pid, 15)
  } catch {
    // Not allowed, or the process is already gone.
  }
}

/** All that a process has written so far, to files and elsewhere. 0 where the system doesn't tell. */
export function writtenBytesOf(pid: number | undefined): number {
  if (pid === undefined || process.platform !== 'linux') return 0
  try {
    return Number(/^wchar: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** Total memory of a process. Node limits the heap itself; memory outside the heap can only be monitored. */
export function residentBytesOf(pid: number | undefined): number {
  if (pid === undefined || process.platform !== 'linux') return 0
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096
  } catch {
    return 0
  }
}
