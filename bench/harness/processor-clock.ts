import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Db } from '../../src/store/open.ts'

/** Milliseconds of processor time of this process, and of a PostgreSQL that runs on the same Linux machine. */
export async function openProcessorClock(db: Db): Promise<() => number> {
  const own = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
  if (db.kind === 'sqlite') return own
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db.query)
  const postmaster = Number(/\) \S+ (\d+)/.exec(readFileSync(`/proc/${rows[0]!.pid}/stat`, 'utf8'))![1])
  /** Of connections that have ended, too: the sum never decreases. */
  const spent = new Map<string, number>()
  return () => {
    for (const pid of readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')) {
      spent.set(pid, nanosecondsOf(pid) ?? spent.get(pid) ?? 0)
    }
    return own() + spent.values().reduce((sum, ns) => sum + ns, 0) / 1e6
  }
}

/** Undefined if the process has just ended. */
function nanosecondsOf(pid: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0])
  } catch {
    return undefined
  }
}
