import type { Speed } from './compare-under-load.ts'
import type { Bound, NewRow, Target } from './row.ts'

/** A row that sets answers per second beside those of something bare. */
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
