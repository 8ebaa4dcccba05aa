/** What a figure must be. `of` says which: the figure itself, or how it stands to its baseline. */
export interface Target {
  of: 'measured' | 'ratio'
  atLeast?: number
  atMost?: number
}

/** Of the ratio. */
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
  /** Measured over baseline. */
  ratio?: number
  target?: Target
  /** What the ratio never is unless something broke. Without it, a fraction of the target. */
  bound?: Bound
  /** The same in processor time of the answering process, which a busy machine disturbs least. */
  cpuRatio?: number
  /** Undefined where there is no target. */
  met?: boolean
  note?: string
  /** Everything else that was seen, for whoever reads the JSON. */
  more?: Record<string, unknown>
}

export type NewRow = Omit<Row, 'ratio' | 'met'> & { ratio?: number }

export function finishRow(row: NewRow): Row {
  const ratio = row.ratio ?? (row.baseline ? row.measured.value / row.baseline.value : undefined)
  return { ...row, ratio, met: row.target && isWithin(row.target, row.measured.value, ratio) }
}

/**
 * Undefined as long as the ratio is where it can be on any machine, however busy; otherwise a sentence about it. Two
 * ratios speak for the row where there is one by processor time: a collapse is seen in both.
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

/** So loose that neither a neighbour on the machine nor another machine breaks it, and a slip by a factor of ten does. */
const SLACK = 4

const shown = (ratio: number) => Number(ratio.toPrecision(2))

function isWithin(target: Target, measured: number, ratio: number | undefined): boolean {
  const value = target.of === 'ratio' ? ratio : measured
  if (value === undefined || !Number.isFinite(value)) return false
  return value >= (target.atLeast ?? -Infinity) && value <= (target.atMost ?? Infinity)
}
