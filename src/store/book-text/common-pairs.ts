import { isCommonWord } from './common-words.ts'

/**
 * Adjacent common words, as additional words of the index. Nearly every chapter contains "to", "be", "or" and "not", so
 * a search for them as a phrase would scan all chapters; but few contain "be or".
 */
export function commonPairsOf(words: readonly string[]): string[] {
  const pairs = new Set<string>()
  let before: string | undefined
  for (const word of words) {
    const common = isCommonWord(word) ? word : undefined
    if (common !== undefined && before !== undefined) pairs.add(`${SIGN}${before}${SIGN}${common}`)
    before = common
  }
  return [...pairs]
}

/** A character that occurs in no word, so that no query matches a pair. */
const SIGN = '·'

/** In no passage. */
export const NO_WORD = SIGN + SIGN
