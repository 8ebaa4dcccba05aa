import type { Speed } from './compare-under-load.ts'
import type { Bound, NewRow, Target } from './row.ts'

/** A row that compares responses per second with those of something bare. */
export function throughputRow(
  part: string,
  what: string,
  measured: Speed,
  baseline: { what: string; speed: Speed },
  wanted: { target?: Target; bound?: Bound } = {},
): NewRow {
  const { speed } = baseline
  return {
    part,
    what,
    measured: { value: measured.perSecond, unit: 'req/s' },
    baseline: { what: baseline.what, value: speed.perSecond, unit: 'req/s' },
    cpuRatio: measured.perCore / speed.perCore,
    ...wanted,
    more: { measured, baseline: speed },
  }
}
