import type { Row } from '../harness/row.ts'
import { line, svg, text } from './svg.ts'

/** Responses per second as a fraction of a bare server's on the same machine. The mark is the target. */
export function comparisonChart(rows: readonly Row[]): string | undefined {
  const shown = rows.filter((row) => row.measured.unit === 'req/s' && row.baseline && row.ratio !== undefined)
  if (shown.length === 0) return undefined
  const [width, left, right, rowHeight, top] = [760, 330, 70, 40, 52]
  const height = top + shown.length * rowHeight + 12
  const max = Math.max(1, ...shown.map((row) => row.ratio!))
  const x = (ratio: number) => left + (ratio / max) * (width - left - right)
  const bars = shown.map((row, index) => {
    const y = top + index * rowHeight
    const target = row.target?.of === 'ratio' ? (row.target.atLeast ?? row.target.atMost) : undefined
    return [
      text(left - 10, y + 12, row.what, 'text-anchor="end"'),
      text(left - 10, y + 27, `of ${row.baseline!.what}`, 'class="quiet" text-anchor="end"'),
      `<rect x="${left}" y="${y}" width="${Math.max(2, Math.round(x(row.ratio!) - left))}" height="24" rx="3" class="${row.met === false ? 'short' : 'bar'}"/>`,
      text(x(row.ratio!) + 8, y + 17, `${Math.round(row.ratio! * 100)} %`),
      target === undefined ? '' : line(x(target), y - 4, x(target), y + 28, 'mark'),
    ].join('')
  })
  const title = 'Answers per second beside bare servers in the same run'
  const body = [
    text(16, 24, title, 'class="head"'),
    line(x(1), top - 12, x(1), height - 12, 'grid'),
    text(x(1), top - 16, '100 %', 'class="quiet" text-anchor="middle"'),
    ...bars,
  ]
  return svg({ width, height, title, body: body.join('\n') })
}
