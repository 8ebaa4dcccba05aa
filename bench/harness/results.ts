import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import type { Row } from './row.ts'

export interface Results {
  at: string
  run: string
  machine: { cores: number; processor: string; memory: number; node: string; platform: string }
  seconds: number
  rows: Row[]
}

/**
 * Newly measured parts replace their earlier results; a run of another kind or machine replaces everything. Only a
 * quick run doesn't replace results of a longer one.
 */
export function mergeIntoResultsFile(file: string, run: string, seconds: number, rows: readonly Row[]): Results {
  const machine = {
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? '',
    memory: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    platform: process.platform,
  }
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : undefined
  const parts = new Set(rows.map(({ part }) => part))
  const isSame = known?.run === run && JSON.stringify(known.machine) === JSON.stringify(machine)
  const others = isSame ? known.rows.filter(({ part }) => !parts.has(part)) : []
  const results: Results = { at: new Date().toISOString(), run, machine, seconds, rows: [...others, ...rows] }
  if (run === 'quick' && known && known.run !== 'quick') return results
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
  return results
}
