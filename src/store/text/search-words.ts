import { foldText } from './sort-key.ts'

/**
 * The words under which a text is found. Scripts without spaces (Han, kana, hangul) are cut into overlapping pairs,
 * so that any two neighbouring characters find their title without a dictionary; single characters stay single.
 */
export function searchWords(text: string): string[] {
  const words: string[] = []
  for (const word of foldText(text).split(' ')) {
    if (!word) continue
    for (const part of word.split(CJK_RUN)) {
      if (!part) continue
      if (CJK_RUN.test(part)) words.push(...overlappingPairs(part))
      else words.push(part)
    }
  }
  return words
}

/** What is stored in the search index: each word once, in order of first appearance. */
export function searchDocument(...texts: (string | null | undefined)[]): string {
  const words = new Set<string>()
  for (const text of texts) {
    if (!text) continue
    for (const word of searchWords(text)) words.add(word)
  }
  return [...words].join(' ')
}

export const isCjk = (word: string): boolean => CJK_RUN.test(word)

const CJK_RUN = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々〆]+)/u

function overlappingPairs(run: string): string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  // Single characters are indexed too: a search for one kanji is common and a prefix search finds pairs by it.
  return characters.slice(0, -1).map((character, index) => character + characters[index + 1]!)
}
