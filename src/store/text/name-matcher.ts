import { foldLetters } from './fold-letters.ts'
import { foldForSearch, indexedWords } from './search-words.ts'

export interface FoldedName {
  name: string
  /** By `foldName`. */
  folded: string
}

/**
 * Matches names of people, tags and lists like titles: parts in any order, folded in the same way, and hyphenated parts
 * also as one word. "lem stanislaw" finds Stanisław Lem, "spiderman" Spider-Man. Punctuation alone is compared
 * literally.
 */
export function nameMatcher(search: string): (name: string) => boolean {
  const matches = foldedNameMatcher(search)
  return (name) => matches({ name, folded: foldName(name) })
}

/** The same for names that are kept folded, because they are searched often. */
export function foldedNameMatcher(search: string): (name: FoldedName) => boolean {
  const words = foldForSearch(search)
  if (words === '') return ({ name }) => foldLetters(name).includes(foldLetters(search.trim()))
  const parts = words.split(' ')
  return ({ folded }) => parts.every((part) => folded.includes(part))
}

/** The name as it is searched, followed by the words by which it is found as well. */
export function foldName(name: string): string {
  const folded = foldForSearch(name)
  const others = indexedWords(name).filter((word) => !folded.includes(word))
  return others.length === 0 ? folded : `${folded} ${others.join(' ')}`
}
