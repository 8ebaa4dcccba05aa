import { isCommonWord } from './common-words.ts'

/**
 * Which common words stand side by side, as further words of the index. Nearly every chapter holds "to", "be", "or" and "not",
 * so that to find where they follow each other all chapters would be looked through; but few hold "be or".
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

/** A sign that is in no word, so that nobody's query finds a pair. */
const SIGN = '·'
