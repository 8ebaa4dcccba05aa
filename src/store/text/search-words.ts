import { foldText } from './sort-key.ts'

/**
 * The words a search asks for. Scripts without spaces (Han, kana, hangul) are cut into overlapping pairs, so that any
 * two neighbouring characters find their title without a dictionary.
 */
export function searchWords(text: string): string[] {
  return cut(text, overlappingPairs)
}

/** What is stored in the search index: each word once, in order of first appearance. */
export function searchDocument(...texts: (string | null | undefined)[]): string {
  const words = new Set<string>()
  for (const text of texts) {
    if (!text) continue
    for (const word of cut(text, pairsAndLast)) words.add(word)
  }
  return [...words].join(' ')
}

const CJK_RUN = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々〆]+)/u

function cut(text: string, cutRun: (characters: string[]) => string[]): string[] {
  const words: string[] = []
  const folded = foldText(text)
  if (!CJK_RUN.test(folded)) return folded === '' ? [] : folded.split(' ')
  for (const word of folded.split(' ')) {
    for (const part of word.split(CJK_RUN)) {
      if (CJK_RUN.test(part)) words.push(...cutRun([...part]))
      else if (part) words.push(part)
    }
  }
  return words
}

function overlappingPairs(characters: string[]): string[] {
  if (characters.length === 1) return characters
  return characters.slice(0, -1).map((character, index) => character + characters[index + 1]!)
}

/** A search for one character is a prefix search and finds the pairs it begins; the last one begins none. */
function pairsAndLast(characters: string[]): string[] {
  return characters.length === 1 ? characters : [...overlappingPairs(characters), characters.at(-1)!]
}
