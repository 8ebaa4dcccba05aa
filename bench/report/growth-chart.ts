import type { Row } from '../harness/row.ts'
import { line, round, svg, text } from './svg.ts'

interface Point {
  books: number
  ms: number
}

const NAMES: Record<string, string> = {
  list: 'list of 50 books',
  filtered: 'series, two conditions',
  search: 'full-text search',
  deep: 'page far down the list',
  home: 'one call of the home page',
  series: 'a series and its books',
}

/** The time of a response as the library grows tenfold and tenfold again. Undefined if only one size was measured. */
export function growthChart(rows: readonly Row[]): string | undefined {
  const lines = Object.keys(NAMES)
    .map((question) => ({ question, points: pointsOf(rows, question) }))
    .filter(({ points }) => points.length > 1)
  if (lines.length === 0) return undefined
  const sizes = [...new Set(lines.flatMap(({ points }) => points.map(({ books }) => books)))].sort((a, b) => a - b)
  const max = niceAbove(Math.max(...lines.flatMap(({ points }) => points.map(({ ms }) => ms))))
  const [width, height, left, top, right, bottom] = [760, 360, 56, 48, 220, 40]
  const x = (books: number) => left + (sizes.indexOf(books) / (sizes.length - 1)) * (width - left - right)
  const y = (ms: number) => height - bottom - (ms / max) * (height - top - bottom)
  const grid = Array.from({ length: 5 }, (_, step) => (max / 4) * step).map(
    (ms) =>
      line(left, y(ms), width - right, y(ms), 'grid') +
      text(left - 8, y(ms) + 4, `${round(ms)} ms`, 'class="quiet" text-anchor="end"'),
  )
  const axis = sizes.map((books) =>
    text(x(books), height - bottom + 22, `${books.toLocaleString('en')} books`, 'class="quiet" text-anchor="middle"'),
  )
  const labels = apart(lines.map(({ points }) => y(points.at(-1)!.ms)))
  const drawn = lines.map(({ question, points }, index) => {
    const path = points.map(({ books, ms }) => `${round(x(books))},${round(y(ms))}`).join(' ')
    const dots = points.map(
      ({ books, ms }) => `<circle cx="${round(x(books))}" cy="${round(y(ms))}" r="4" class="dot${index}"/>`,
    )
    return `<polyline points="${path}" class="line${index}"/>${dots.join('')}<circle cx="${width - right + 16}" cy="${round(labels[index]! - 4)}" r="4" class="dot${index}"/>${text(width - right + 26, labels[index]!, NAMES[question]!)}`
  })
  const title = 'Time of one answer as the library grows (median, one at a time)'
  return svg({
    width,
    height,
    title,
    body: [text(left - 40, 24, title, 'class="head"'), ...grid, ...axis, ...drawn].join('\n'),
  })
}

function pointsOf(rows: readonly Row[], question: string): Point[] {
  const found = rows.filter((row) => row.more?.question === question)
  const points = found.map((row) => ({ books: row.more!.books as number, ms: row.measured.value }))
  const first = found[0]
  // A deep page is compared with the first pages of the same library, everything else with the smallest library.
  if (first?.baseline && question !== 'deep') {
    const books = Number(first.baseline.what.replaceAll(/\D/g, ''))
    points.unshift({ books, ms: first.baseline.value })
  }
  return points.sort((a, b) => a.books - b.books)
}

function niceAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 4, 10].map((step) => step * power).find((step) => step >= value)!
}

/** Labels that would overlap are moved down. */
function apart(places: readonly number[], min = 18): number[] {
  const order = places.map((place, index) => ({ place: place + 4, index })).sort((a, b) => a.place - b.place)
  order.forEach((one, at) => {
    if (at > 0) one.place = Math.max(one.place, order[at - 1]!.place + min)
  })
  return order.sort((a, b) => a.index - b.index).map(({ place }) => place)
}
