/** What a figure must be. `of` says which: the figure itself, or how it stands to its baseline. */
export interface Target {
  of: 'measured' | 'ratio'
  atLeast?: number
  atMost?: number
}

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

/** A ratio so far off that it is no matter of a busy machine: CI stops on these alone. */
export function hasCollapsed({ target, measured, ratio }: Row): boolean {
  return target?.of === 'ratio' && !isWithin(target, measured.value, ratio, COLLAPSE)
}

const COLLAPSE = 3

function isWithin(target: Target, measured: number, ratio: number | undefined, slack = 1): boolean {
  const value = target.of === 'ratio' ? ratio : measured
  if (value === undefined || !Number.isFinite(value)) return false
  return value >= (target.atLeast ?? -Infinity) / slack && value <= (target.atMost ?? Infinity) * slack
}
