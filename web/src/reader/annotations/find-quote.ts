export type Quote = { before?: string; highlight?: string; after?: string }

/**
 * Finds a passage again in a text that may be another edition's: among all places with these words, the one whose
 * surroundings are most like those it was marked in, then the one nearest to where it was. Space never counts.
 */
export function findQuote(text: string, quote: Quote, progression: number): { start: number; end: number } | undefined {
  const wanted = withoutSpace(quote.highlight ?? '')
  if (!wanted) return undefined
  const { letters, at } = lettersOf(text)
  const before = withoutSpace(quote.before ?? '')
  const after = withoutSpace(quote.after ?? '')
  const expected = progression * letters.length
  let best: { from: number; likeness: number } | undefined
  for (let from = letters.indexOf(wanted); from >= 0; from = letters.indexOf(wanted, from + 1)) {
    const likeness =
      sharedEnd(letters.slice(Math.max(0, from - before.length), from), before) +
      sharedStart(letters.slice(from + wanted.length, from + wanted.length + after.length), after)
    const isBetter =
      !best ||
      likeness > best.likeness ||
      (likeness === best.likeness && Math.abs(from - expected) < Math.abs(best.from - expected))
    if (isBetter) best = { from, likeness }
  }
  if (!best) return undefined
  return { start: at[best.from] ?? 0, end: (at[best.from + wanted.length - 1] ?? 0) + 1 }
}

/** The same words, however they are spaced. */
export function sameWords(one: string, other: string): boolean {
  return withoutSpace(one) === withoutSpace(other)
}

// A soft hyphen is invisible, and one edition has it where another has not.
const ignored = /[\s\u00ad]/

function withoutSpace(text: string): string {
  return text.replace(/[\s\u00ad]+/g, '')
}

function lettersOf(text: string): { letters: string; at: number[] } {
  const at: number[] = []
  for (let index = 0; index < text.length; index++) if (!ignored.test(text[index] ?? '')) at.push(index)
  return { letters: withoutSpace(text), at }
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
