import type { Point } from './pixel-region.ts'

/** Rows from top to bottom, each row in reading direction. Returns the indices of the shapes in that order. */
export function panelReadingOrder(shapes: readonly (readonly Point[])[], isRightToLeft: boolean): number[] {
  return order(
    shapes.map((_, index) => index),
    shapes,
    isRightToLeft,
  )
}

/** Panels aren't drawn exactly: this share of each may extend beyond the line between two groups. */
const SLACK = [0.04, 0.12, 0.2]
const slopes = [0, ...Array.from({ length: 15 }, (_, index) => (index + 1) * 0.03).flatMap((slope) => [slope, -slope])]

function order(places: number[], shapes: readonly (readonly Point[])[], isRightToLeft: boolean): number[] {
  if (places.length < 2) return places
  for (const slack of SLACK) {
    for (const axis of ['rows', 'columns'] as const) {
      for (const slope of slopes) {
        const split = separate(places, shapes, { axis, slope, slack })
        if (!split) continue
        const [first, then] = axis === 'columns' && isRightToLeft ? split.toReversed() : split
        return [...order(first!, shapes, isRightToLeft), ...order(then!, shapes, isRightToLeft)]
      }
    }
  }
  return byTopEdge(places, shapes, isRightToLeft)
}

/** For panels that no line separates: the topmost first, of several at the same height the outermost. */
function byTopEdge(places: number[], shapes: readonly (readonly Point[])[], isRightToLeft: boolean): number[] {
  const boxes = new Map(places.map((place) => [place, spansOf(shapes[place]!)]))
  const all = [...boxes.values()]
  const high = Math.max(...all.map(({ y }) => y.to)) - Math.min(...all.map(({ y }) => y.from))
  const left = new Set(places)
  const sorted: number[] = []
  while (left.size > 0) {
    const top = Math.min(...[...left].map((place) => boxes.get(place)!.y.from))
    const next = [...left]
      .filter((place) => boxes.get(place)!.y.from <= top + high * 0.08)
      .sort((a, b) => boxes.get(a)!.x.from - boxes.get(b)!.x.from)
      .at(isRightToLeft ? -1 : 0)!
    left.delete(next)
    sorted.push(next)
  }
  return sorted
}

const spansOf = (shape: readonly Point[]) => ({
  x: spanOf(shape, { axis: 'columns', slope: 0, slack: 0 }),
  y: spanOf(shape, { axis: 'rows', slope: 0, slack: 0 }),
})

type Line = { axis: 'rows' | 'columns'; slope: number; slack: number }

/**
 * Splits panels into two groups with a line between them that crosses neither; the first group is as small as possible.
 */
function separate(
  places: number[],
  shapes: readonly (readonly Point[])[],
  line: Line,
): [number[], number[]] | undefined {
  const spans = places.map((place) => ({ place, ...spanOf(shapes[place]!, line) })).sort((a, b) => a.from - b.from)
  let reach = spans[0]!.to
  for (let index = 1; index < spans.length; index++) {
    if (spans[index]!.from >= reach) {
      const placesOf = (some: typeof spans) => some.map(({ place }) => place)
      const groups: [number[], number[]] = [placesOf(spans.slice(0, index)), placesOf(spans.slice(index))]
      if (line.slope === 0 || groups.every((group) => goesAcross(group, places, shapes, line))) return groups
    }
    reach = Math.max(reach, spans[index]!.to)
  }
  return undefined
}

/** A tilted line can also cut off corners; a real row extends from one side to the other. */
function goesAcross(group: number[], all: number[], shapes: readonly (readonly Point[])[], { axis }: Line): boolean {
  const long = (places: number[]) => {
    const spans = places.map((place) => spansOf(shapes[place]!)[axis === 'rows' ? 'x' : 'y'])
    return Math.max(...spans.map(({ to }) => to)) - Math.min(...spans.map(({ from }) => from))
  }
  return long(group) > long(all) * 0.65
}

function spanOf(shape: readonly Point[], { axis, slope, slack }: Line): { from: number; to: number } {
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  for (const { x, y } of shape) {
    const along = axis === 'rows' ? y - slope * x : x - slope * y
    from = Math.min(from, along)
    to = Math.max(to, along)
  }
  const less = (to - from) * slack
  return { from: from + less, to: to - less }
}
