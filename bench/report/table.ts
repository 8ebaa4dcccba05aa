import type { Row, Unit } from '../harness/row.ts'

/** The rows as a Markdown table that is also readable on a terminal. */
export function tableOf(rows: readonly Row[]): string {
  const head = ['', 'measured', 'beside', 'ratio', 'by cpu', 'target', '']
  const lines = rows.map((row) => [
    row.what + (row.note ? ` (${row.note})` : ''),
    formatFigure(row.measured.value, row.measured.unit),
    row.baseline ? `${formatFigure(row.baseline.value, row.baseline.unit)} ${row.baseline.what}` : '',
    formatRatio(row.ratio),
    formatRatio(row.cpuRatio),
    targetOf(row),
    row.met === undefined ? '' : row.met ? 'met' : '**missed**',
  ])
  const widths = head.map((_, column) => Math.max(3, ...[head, ...lines].map((line) => line[column]!.length)))
  const write = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  return [write(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...lines.map(write)].join('\n')
}

function formatRatio(ratio: number | undefined): string {
  return ratio === undefined ? '' : ratio.toFixed(ratio < 10 ? 2 : 0)
}

export function formatFigure(value: number, unit: Unit): string {
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0
  return `${value.toLocaleString('en', { maximumFractionDigits: digits })} ${unit}`
}

function targetOf({ target, measured }: Row): string {
  if (!target) return ''
  const value = Math.round((target.atLeast ?? target.atMost)! * 100) / 100
  const bound = target.atLeast === undefined ? '≤' : '≥'
  return target.of === 'ratio' ? `${bound} ${value} ×` : `${bound} ${formatFigure(value, measured.unit)}`
}
