import { readFileSync } from 'node:fs'
import type { openPostgres } from '../../test/postgres.ts'

export interface FaultContext {
  postgres: Awaited<ReturnType<typeof openPostgres>>
  /** The folder of this fault alone. */
  folder: string
  books: number
  listeners: number
  say(line: string): void
  expect(what: string, isSo: boolean): void
}

export type Fault = (context: FaultContext) => Promise<void>

/** Memory of the process in megabytes. */
export function memoryOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}
