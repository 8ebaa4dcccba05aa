/** The required value. `of`: the figure itself, or its ratio to the baseline. */
export interface Target {
  of: 'measured' | 'ratio'
  atLeast?: number
  atMost?: number
}

/** A bound on the ratio. */
export type Bound = { atLeast: number } | { atMost: number }

export interface Figure {
  what: string
  value: number
  unit: Unit
}

export type Unit = 'req/s' | '/s' | 'ms' | 'MB' | 'kB' | 'B' | '×'

/** One line of the report. */
export interface Row {
  part: string
  what: string
  measured: Omit<Figure, 'what'>
  baseline?: Figure
  /** Measured divided by baseline. */
  ratio?: number
  target?: Target
  /** A limit that the ratio exceeds only if something broke. By default a fraction of the target. */
  bound?: Bound
  /** The same in CPU time of the answering process, which a busy machine affects least. */
  cpuRatio?: number
  /** Undefined without a target. */
  met?: boolean
  note?: string
  /** All other results, for readers of the JSON. */
  more?: Record<string, unknown>
}

export type NewRow = Omit<Row, 'ratio' | 'met'> & { ratio?: number }

export function finishRow(row: NewRow): Row {
  const ratio = row.ratio ?? (row.baseline ? row.measured.value / row.baseline.value : undefined)
  return { ...row, ratio, met: row.target && isWithin(row.target, row.measured.value, ratio) }
}

/**
 * Undefined as long as the ratio is possible on any machine, however busy; otherwise a sentence about it. If there is
 * also a ratio by CPU time, both must show the collapse.
 */
export function describeCollapse({ what, target, bound, ratio, cpuRatio }: Row): string | undefined {
  const loose = bound ?? (target?.of === 'ratio' ? slackOf(target) : undefined)
  if (!loose || ratio === undefined) return undefined
  const seen = [ratio, cpuRatio].filter((one) => one !== undefined)
  if ('atLeast' in loose) {
    if (seen.some((one) => one >= loose.atLeast)) return undefined
    return `${what}: ${shown(Math.max(...seen))} × of its baseline, which is never below ${shown(loose.atLeast)} ×`
  }
  if (seen.some((one) => one <= loose.atMost)) return undefined
  return `${what}: ${shown(Math.min(...seen))} × of its baseline, which is never above ${shown(loose.atMost)} ×`
}

function slackOf({ atLeast, atMost }: Target): Bound {
  return atLeast === undefined ? { atMost: atMost! * SLACK } : { atLeast: atLeast / SLACK }
}

/**
 * So loose that neither another process on the machine nor another machine exceeds it, but a slowdown by a factor of
 * ten does.
 */
const SLACK = 4

const shown = (ratio: number) => Number(ratio.toPrecision(2))

function isWithin(target: Target, measured: number, ratio: number | undefined): boolean {
  const value = target.of === 'ratio' ? ratio : measured
  if (value === undefined || !Number.isFinite(value)) return false
  return value >= (target.atLeast ?? -Infinity) && value <= (target.atMost ?? Infinity)
}
