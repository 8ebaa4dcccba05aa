import type { EntityName } from '../entity.ts'
import type { Db } from '../open.ts'
import { findQueriesWithHits } from './correct-typos.ts'
import { type QueryWords, SPACED_SCRIPT, WHOLE_WORD_MARK } from './query-words.ts'

/**
 * The same words, each long one also as the two words that it may consist of: "spiderman" as "spider" and "man", and
 * numbers as their thousands are written: "1000" as "1" and "000". Undefined if nothing contains such words. Bounded:
 * few words are checked, each with as many index lookups as it has letters.
 */
export async function splitCompoundWords(
  db: Db,
  entity: EntityName,
  words: QueryWords,
): Promise<QueryWords | undefined> {
  const splittable = words.filter(([word]) => word && isSplittable(word)).slice(0, MAX_SPLIT)
  const splits = splittable.flatMap((given) => splitsOf(given[0]!).map((parts) => ({ given, parts: marked(parts) })))
  if (splits.length === 0) return undefined
  const found = await findQueriesWithHits(
    db,
    entity,
    splits.map(({ parts }) => parts.map((part) => [part])),
  )
  const best = new Map<readonly string[], readonly string[]>()
  // The most even splits come first: the first match is the likeliest.
  for (const at of found.toSorted((a, b) => a - b)) {
    const { given, parts } = splits[at]!
    if (!best.has(given)) best.set(given, parts)
  }
  if (best.size === 0) return undefined
  return words.flatMap((given) => best.get(given)?.map((part) => [...given, part]) ?? [given])
}

/** Only the last part may be the beginning of a longer word. */
const marked = (parts: readonly string[]): string[] => [
  ...parts.slice(0, -1).map((part) => part + WHOLE_WORD_MARK),
  parts.at(-1)!,
]

const isSplittable = (word: string): boolean =>
  word.length >= MIN_WORD_LENGTH && word.length <= MAX_WORD_LENGTH && SPACED_SCRIPT.test(word)

function splitsOf(word: string): string[][] {
  return DIGITS.test(word) ? thousandsOf(word) : pairsOf(word)
}

const DIGITS = /^\p{N}+$/u

/** "20000" is written 20,000 or 20.000 or 20 000. Any other split of a number would be another number. */
function thousandsOf(number: string): string[][] {
  return /^[1-9]\d*$/.test(number) ? [number.split(/\B(?=(?:\d{3})+$)/)] : []
}

function pairsOf(word: string): string[][] {
  const letters = [...word]
  const places = letters.keys().drop(1)
  const even = (at: number) => Math.abs(letters.length - 2 * at)
  return [...places]
    .sort((a, b) => even(a) - even(b))
    .map((at) => [letters.slice(0, at).join(''), letters.slice(at).join('')])
}

const MIN_WORD_LENGTH = 4
const MAX_WORD_LENGTH = 24
const MAX_SPLIT = 3
