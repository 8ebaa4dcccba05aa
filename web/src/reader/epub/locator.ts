import { decodePercent } from '../../../../src/formats/epub/href.ts'

/** Readium's locator for a position in a book. Additional properties from apps are kept. */
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

/** How the positions of a book are distributed over its files, by path: the number in each, and the number before it. */
export type PositionCounts = { total: number; of: Map<string, PositionsInFile> }
type PositionsInFile = { first: number; count: number; isAside?: boolean }

/** The path inside the book of a URL of one of its files, which may have a query and a fragment. */
export function pathOfUrl(url: string): string {
  const plain = url.split(/[?#]/, 1)[0] ?? ''
  return decodePercent(plain.replace(/^.*?\/books\/[^/]+\/resources\//, ''))
}

/** Only the reading order is counted: a file outside it has a location, but doesn't use up numbers. */
export function countPositions(positions: Locator[], order: readonly { path: string }[]): PositionCounts {
  const of: PositionCounts['of'] = new Map()
  const inOrder = new Set(order.map(({ path }) => path))
  let total = 0
  for (const { href } of positions) {
    const isAside = !inOrder.has(href)
    const entry = of.get(href)
    if (entry) entry.count++
    else of.set(href, { first: total, count: 1, ...(isAside && { isAside }) })
    if (!isAside) total++
  }
  return { total: Math.max(1, total), of }
}

/** A shorter text, or one that is mostly whitespace, occurs too often to identify a position. */
const enough = 30

/**
 * A locator from a file, the fraction of it, and the text at that position. With the last page in view the book counts
 * as read.
 */
export function makeLocator(
  counts: PositionCounts,
  path: string,
  type: string | undefined,
  fraction: number,
  words: string,
  isLast = false,
): Locator {
  const { first, count } = counts.of.get(path) ?? { first: 0, count: 1 }
  const part = Math.min(1, Math.max(0, fraction))
  const highlight = words.trimStart().slice(0, 60)
  return {
    href: path,
    type: type ?? 'application/xhtml+xml',
    locations: {
      progression: part,
      position: Math.min(counts.total, first + Math.min(count - 1, Math.floor(part * count)) + 1),
      totalProgression: isLast ? 1 : Math.min(1, (first + part * count) / counts.total),
    },
    ...(highlight.replace(/\s/g, '').length >= enough && { text: { highlight } }),
  }
}

/** The location of a position number that counts over the whole book. */
export function progressionAtPosition(
  counts: PositionCounts,
  position: number,
): { path: string; progression: number } | undefined {
  for (const [path, { first, count, isAside }] of counts.of)
    if (!isAside && position - 1 >= first && position - 1 < first + count)
      return { path, progression: (position - 1 - first) / count }
  return undefined
}

/** The progression in a file of a location in the whole book; below 0 or above 1 if it is in another file. */
export function progressionInFile({ total, of }: PositionCounts, path: string, { locations }: Locator): number {
  const file = of.get(path)
  const share = locations?.totalProgression
  if (!file || share === undefined) return locations?.progression ?? 0
  return (share * total - file.first) / file.count
}

/** The number of positions between a file and a location in the whole book; 0 if it is within the file. */
function distanceFromFile(counts: PositionCounts, path: string, locator: Locator): number {
  if (locator.locations?.totalProgression === undefined) return 0
  const { count } = counts.of.get(path) ?? { count: 1 }
  const part = progressionInFile(counts, path, locator)
  // A location on the boundary belongs to the file that starts there.
  return part < 0 ? -part * count : part >= 1 ? (part - 1) * count + 1e-6 : 0
}

/** The number of files around a passage's original location that are searched for it. */
const mostNearer = 6

/** The files that are nearer to a passage's original location than this one, nearest first. */
export function filesNearerToLocation(
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

/** Of several matches the one nearest to the expected location; runs of whitespace count as one. */
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
