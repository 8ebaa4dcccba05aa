import type { Driver, Load, LoadResult } from './load-driver.ts'
import { cpuMs } from './process-usage.ts'

/** A server under test: ours, or the bare one it is compared with. */
export interface Subject {
  pid: number
  port: number
}

export type SubjectLoad = Omit<Load, 'port'> & { subject: Subject }

export interface Speed {
  /** Responses per second of CPU time of the answering process: what one core of an idle machine would achieve. */
  perCore: number
  /** Responses per second as measured. */
  perSecond: number
  p50: number
  p95: number
  p99: number
  bytesEach: number
}

export interface Rounds {
  rounds: number
  seconds: number
}

/**
 * Drives several subjects in turn, round after round, so that a busy machine affects all of them alike, and measures
 * CPU time, which it affects least. The median round counts: a cloud machine is slower at one time and twice as fast at
 * another, and comparing the best rounds would compare two states of the machine.
 */
export async function compare<Name extends string>(
  driver: Driver,
  loads: Record<Name, SubjectLoad | undefined>,
  { rounds, seconds }: Rounds,
): Promise<Record<Name, Speed>> {
  const names = (Object.keys(loads) as Name[]).filter((name) => loads[name])
  const seen = Object.fromEntries(names.map((name) => [name, [] as Speed[]])) as Record<Name, Speed[]>
  for (const name of names) await runOnce(driver, loads[name]!, seconds / 2)
  for (let round = 0; round < rounds; round++) {
    for (const name of names) seen[name].push(await runOnce(driver, loads[name]!, seconds))
  }
  return Object.fromEntries(names.map((name) => [name, typical(seen[name])])) as Record<Name, Speed>
}

async function runOnce(driver: Driver, { subject, ...load }: SubjectLoad, seconds: number): Promise<Speed> {
  const before = cpuMs(subject.pid)
  const result = await driver.run({ seconds, ...load, port: subject.port })
  const after = cpuMs(subject.pid)
  return speedOf(result, before === undefined || after === undefined ? undefined : after - before)
}

function speedOf(result: LoadResult, cpu: number | undefined): Speed {
  const perSecond = result.count / result.seconds
  const { p50, p95, p99 } = result
  return {
    perCore: cpu ? (result.count / cpu) * 1000 : perSecond,
    perSecond,
    p50,
    p95,
    p99,
    bytesEach: result.bytes / result.count,
  }
}

function typical(speeds: readonly Speed[]): Speed {
  const middle = (name: keyof Speed) => median(speeds.map((speed) => speed[name]))
  return {
    perCore: middle('perCore'),
    perSecond: middle('perSecond'),
    p50: middle('p50'),
    p95: middle('p95'),
    p99: middle('p99'),
    bytesEach: middle('bytesEach'),
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
