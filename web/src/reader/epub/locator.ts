/** Readium's words for a place in a book. Whatever else an app put in stays in. */
export type Locator = {
  href: string
  type?: string
  title?: string
  locations?: {
    progression?: number
    position?: number
    totalProgression?: number
    fragments?: string[]
    [more: string]: unknown
  }
  text?: { before?: string; highlight?: string; after?: string }
  [more: string]: unknown
}

/** How the positions of a book lie on its files: for each, how many there are and how many come before. */
export type PositionCounts = { total: number; of: Map<string, PositionsInFile> }
type PositionsInFile = { first: number; count: number; href: string; isAside?: boolean }

/** The file inside the book, however the address was written: with the server's path before it, encoded, with a fragment. */
export function pathInBook(href: string): string {
  const plain = href.split(/[?#]/, 1)[0] ?? ''
  const inside = plain.replace(/^.*?\/books\/[^/]+\/resources\//, '')
  try {
    return decodeURIComponent(inside).replace(/^\.?\//, '')
  } catch {
    return inside
  }
}

/** Only what is read in order is counted: a file beside the text has a place in it, but takes no number away. */
export function countPositions(positions: Locator[], order: readonly { path: string }[]): PositionCounts {
  const of: PositionCounts['of'] = new Map()
  const inOrder = new Set(order.map(({ path }) => path))
  let total = 0
  for (const { href } of positions) {
    const path = pathInBook(href)
    const isAside = !inOrder.has(path)
    const entry = of.get(path)
    if (entry) entry.count++
    else of.set(path, { first: total, count: 1, href, ...(isAside && { isAside }) })
    if (!isAside) total++
  }
  return { total: Math.max(1, total), of }
}

/** A text shorter than this, or mostly space, is found in too many places to be a place. */
const enough = 30

/** Where one is, from how far into which file, and the words that stand there. Who sees the last page has read it all. */
export function makeLocator(
  counts: PositionCounts,
  path: string,
  type: string | undefined,
  fraction: number,
  words: string,
  isLast = false,
): Locator {
  const { first, count, href } = counts.of.get(path) ?? { first: 0, count: 1, href: path }
  const part = Math.min(1, Math.max(0, fraction))
  const highlight = words.trimStart().slice(0, 60)
  return {
    href,
    type: type ?? 'application/xhtml+xml',
    locations: {
      progression: part,
      position: Math.min(counts.total, first + Math.min(count - 1, Math.floor(part * count)) + 1),
      totalProgression: isLast ? 1 : Math.min(1, (first + part * count) / counts.total),
    },
    ...(highlight.replace(/\s/g, '').length >= enough && { text: { highlight } }),
  }
}

/** The place that a position number, counted over the whole book, stands for. */
export function progressionAtPosition(
  counts: PositionCounts,
  position: number,
): { path: string; progression: number } | undefined {
  for (const [path, { first, count, isAside }] of counts.of)
    if (!isAside && position - 1 >= first && position - 1 < first + count)
      return { path, progression: (position - 1 - first) / count }
  return undefined
}

/** How far into a file a place is that was counted over the whole book; below 0 or above 1 where it is in another one. */
export function progressionInFile({ total, of }: PositionCounts, path: string, { locations }: Locator): number {
  const file = of.get(path)
  const share = locations?.totalProgression
  if (!file || share === undefined) return locations?.progression ?? 0
  return (share * total - file.first) / file.count
}

/** How many positions lie between a file and a place that was counted over the whole book; none where it is within. */
function distanceFromFile(counts: PositionCounts, path: string, locator: Locator): number {
  if (locator.locations?.totalProgression === undefined) return 0
  const { count } = counts.of.get(path) ?? { count: 1 }
  const part = progressionInFile(counts, path, locator)
  // What lies on the border belongs to the file that begins there.
  return part < 0 ? -part * count : part >= 1 ? (part - 1) * count + 1e-6 : 0
}

/** So many files around the place where a passage was are looked through for it. */
const mostNearer = 6

/** The files that are nearer than this one to where a passage was, the nearest first. */
export function nearerFiles(
  order: readonly { path: string }[],
  counts: PositionCounts,
  locator: Locator,
  index: number,
): number[] {
  const distances = order.map(({ path }) => distanceFromFile(counts, path, locator))
  const mine = distances[index] ?? 0
  return order
    .flatMap((_, at) => ((distances[at] ?? 0) < mine ? [at] : []))
    .sort((one, other) => (distances[one] ?? 0) - (distances[other] ?? 0))
    .slice(0, mostNearer)
}

/** Among equal passages the one nearest to where it should be; runs of space count as one. */
export function nearestTextMatch(
  text: string,
  words: string,
  progression: number,
): { at: number; length: number } | undefined {
  const pieces = words
    .trim()
    .split(/\s+/)
    .map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const wanted = progression * text.length
  let best: { at: number; length: number } | undefined
  for (const match of text.matchAll(new RegExp(pieces.join('\\s+'), 'g')))
    if (!best || Math.abs(match.index - wanted) < Math.abs(best.at - wanted))
      best = { at: match.index, length: match[0].length }
  return best
}
