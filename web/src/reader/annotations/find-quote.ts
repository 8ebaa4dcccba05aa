export type Quote = { before?: string; highlight?: string; after?: string }
type Place = { start: number; end: number }

/**
 * Finds a passage in a text that may be from another edition: among all occurrences, the one whose context is most
 * similar to the original, then the one nearest to the original position. If a word in it was corrected, the context
 * still shows where it begins and ends. Whitespace and the shape of quotes and dashes are ignored.
 */
export function findQuote(text: string, quote: Quote, progression: number): Place | undefined {
  const { letters, at } = lettersOf(text)
  const wanted = lettersOnly(quote)
  if (!wanted.highlight) return undefined
  const found = bestMatch(letters, wanted, progression * letters.length) ?? findChanged(letters, wanted)
  return found && placeOf(at, found)
}

/** The share of the context that must match where the passage isn't expected at all. */
const almostAll = 0.8
/** This many letters, including the context, occur only once in a book. */
const enough = 40

/**
 * Finds a passage that was in another chapter or on another page before: only with its original context. Of a refrain
 * it is the repetition nearest to the expected position.
 */
export function findMovedQuote(text: string, quote: Quote, progression: number): Place | undefined {
  const wanted = lettersOnly(quote)
  const around = wanted.before.length + wanted.after.length
  if (!wanted.highlight || around + wanted.highlight.length < enough) return undefined
  const { letters, at } = lettersOf(text)
  const found = bestMatch(letters, wanted, progression * letters.length)
  return found && found.likeness >= around * almostAll ? placeOf(at, found) : undefined
}

/**
 * Whether the chapter or page that a passage was marked in still contains it, possibly with a corrected word. Then it
 * didn't move, however similar another one is: a refrain, or the next of many forms. The bare words elsewhere on the
 * page don't count as the passage.
 */
export function stillHasQuote(text: string, quote: Quote): boolean {
  const wanted = lettersOnly(quote)
  if (!wanted.highlight) return false
  const { letters } = lettersOf(text)
  const found = bestMatch(letters, wanted, 0)
  if (!found) return findChanged(letters, wanted) !== undefined
  return found.likeness * 2 >= wanted.before.length + wanted.after.length
}

/** Compares text, ignoring whitespace. */
export function sameWords(one: string, other: string): boolean {
  return plain(one) === plain(other)
}

type Match = { from: number; length: number; likeness: number }

function bestMatch(letters: string, { before, highlight, after }: Required<Quote>, expected: number) {
  let best: Match | undefined
  for (let from = letters.indexOf(highlight); from >= 0; from = letters.indexOf(highlight, from + 1)) {
    const end = from + highlight.length
    const likeness =
      sharedEnd(letters.slice(Math.max(0, from - before.length), from), before) +
      sharedStart(letters.slice(end, end + after.length), after)
    const isBetter =
      !best ||
      likeness > best.likeness ||
      (likeness === best.likeness && Math.abs(from - expected) < Math.abs(best.from - expected))
    if (isBetter) best = { from, length: highlight.length, likeness }
  }
  return best
}

/** The number of letters on either side of an end that identify its position. */
const anchor = 16
const leastAnchor = 8

/** The passage with changed words: between its old context, or from its first words to its last. */
function findChanged(letters: string, { before, highlight, after }: Required<Quote>): Match | undefined {
  const starts = [
    ...placesOf(letters, before.slice(-anchor)).map((place) => place + Math.min(anchor, before.length)),
    ...placesOf(letters, highlight.slice(0, anchor)),
  ]
  const ends = [
    ...placesOf(letters, after.slice(0, anchor)),
    ...placesOf(letters, highlight.slice(-anchor)).map((place) => place + Math.min(anchor, highlight.length)),
  ]
  const [shortest, longest] = [highlight.length * 0.6, highlight.length * 1.6 + 4]
  let best: Match | undefined
  for (const from of starts)
    for (const end of ends) {
      const length = end - from
      if (length < shortest || length > longest) continue
      const likeness = likenessOf(letters.slice(from, end), highlight)
      if (likeness > (best?.likeness ?? 0.5)) best = { from, length, likeness }
    }
  return best
}

/** A few are enough: a frequent match isn't significant. */
const maxPlaces = 20

function placesOf(letters: string, part: string): number[] {
  const places: number[] = []
  if (part.length < leastAnchor) return places
  for (let at = letters.indexOf(part); at >= 0 && places.length < maxPlaces; at = letters.indexOf(part, at + 1))
    places.push(at)
  return places
}

/** The share of letter pairs that two texts have in common. */
function likenessOf(one: string, other: string): number {
  const pairs = new Map<string, number>()
  for (let at = 1; at < one.length; at++) {
    const pair = one.slice(at - 1, at + 1)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  let shared = 0
  for (let at = 1; at < other.length; at++) {
    const pair = other.slice(at - 1, at + 1)
    const left = pairs.get(pair) ?? 0
    if (left > 0) shared++
    pairs.set(pair, left - 1)
  }
  return (2 * shared) / Math.max(1, one.length + other.length - 2)
}

function placeOf(at: Uint32Array, { from, length }: Match): Place {
  return { start: at[from] ?? 0, end: (at[from + length - 1] ?? 0) + 1 }
}

// Soft hyphens are invisible, and editions differ in where they have them; the same is true of zero-width characters.
const ignored = /[\s\u00ad\u200b-\u200d\u2060\ufeff]+/g
const shapes: [RegExp, string][] = [
  [/[‘’ʼ]/g, "'"],
  [/[“”„«»]/g, '"'],
  [/[‐‑–—]/g, '-'],
]

function plain(text: string): string {
  return shapes.reduce((left, [shape, usual]) => left.replace(shape, usual), text.replace(ignored, ''))
}

const lettersOnly = ({ before = '', highlight = '', after = '' }: Quote): Required<Quote> => ({
  before: plain(before),
  highlight: plain(highlight),
  after: plain(after),
})

type Letters = { letters: string; at: Uint32Array }

/** The result for the latest text: many passages are searched for in one chapter after the other. */
let last: (Letters & { text: string }) | undefined

function lettersOf(text: string): Letters {
  if (last?.text === text) return last
  const at = new Uint32Array(text.length)
  let count = 0
  let from = 0
  for (const gap of text.matchAll(ignored)) {
    for (let index = from; index < gap.index; index++) at[count++] = index
    from = gap.index + gap[0].length
  }
  for (let index = from; index < text.length; index++) at[count++] = index
  last = { text, letters: plain(text), at }
  return last
}

function sharedEnd(one: string, other: string): number {
  let count = 0
  while (count < one.length && count < other.length && one.at(-1 - count) === other.at(-1 - count)) count++
  return count
}

function sharedStart(one: string, other: string): number {
  let count = 0
  while (count < one.length && count < other.length && one[count] === other[count]) count++
  return count
}
