import type { EntityName } from '../entity.ts'
import type { Db } from '../open.ts'
import { findQueriesWithHits } from './correct-typos.ts'
import { type QueryWords, SPACED_SCRIPT, WHOLE_WORD_MARK } from './query-words.ts'

/**
 * The same words, each long one also as the two words that it may consist of: "spiderman" as "spider" and "man".
 * Undefined if nothing contains two such words. Bounded: few words are checked, each with as many index lookups as it
 * has letters.
 */
export async function splitCompoundWords(
  db: Db,
  entity: EntityName,
  words: QueryWords,
): Promise<QueryWords | undefined> {
  const asked = words.filter(([word]) => word && isSplittable(word)).slice(0, MAX_SPLIT)
  const pairs = asked.flatMap((given) => pairsOf(given[0]!).map((pair) => ({ given, pair })))
  if (pairs.length === 0) return undefined
  const found = await findQueriesWithHits(
    db,
    entity,
    pairs.map(({ pair: [first, rest] }) => [[first + WHOLE_WORD_MARK], [rest]]),
  )
  const best = new Map<readonly string[], readonly [string, string]>()
  // The most even splits come first: the first match is the likeliest.
  for (const at of found.toSorted((a, b) => a - b)) {
    const { given, pair } = pairs[at]!
    if (!best.has(given)) best.set(given, pair)
  }
  if (best.size === 0) return undefined
  return words.flatMap((given) => {
    const pair = best.get(given)
    return pair
      ? [
          [...given, pair[0] + WHOLE_WORD_MARK],
          [...given, pair[1]],
        ]
      : [given]
  })
}

const isSplittable = (word: string): boolean =>
  word.length >= MIN_WORD_LENGTH && word.length <= MAX_WORD_LENGTH && SPACED_SCRIPT.test(word)

function pairsOf(word: string): [string, string][] {
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
