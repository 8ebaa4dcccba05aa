import { foldLetters } from './fold-letters.ts'
import { foldForSearch, indexedWords } from './search-words.ts'

/**
 * Matches names of people, tags and lists like titles: parts in any order, folded in the same way, and hyphenated parts
 * also as one word. "lem stanislaw" finds Stanisław Lem, "spiderman" Spider-Man. Punctuation alone is compared
 * literally.
 */
export function nameMatcher(search: string): (name: string) => boolean {
  const words = foldForSearch(search)
  if (words === '') return (name) => foldLetters(name).includes(foldLetters(search.trim()))
  const parts = words.split(' ')
  return (name) => {
    const folded = `${foldForSearch(name)} ${indexedWords(name).join(' ')}`
    return parts.every((part) => folded.includes(part))
  }
}
