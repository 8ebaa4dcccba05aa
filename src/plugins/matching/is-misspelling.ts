/**
 * Whether two normalised titles differ only by a typo: in one word (two of a long title), by a letter that is doubled,
 * missing, wrong or swapped with the next. “Harbor” and “Harbors”, “Maria” and “Marie” are different words: a
 * difference at the end of a word is usually grammar. In few letters, a typo mostly makes another word.
 */
export function isMisspelling(x: string, y: string, minLetters = MIN_LETTERS): boolean {
  const [a, b] = [x.split(' '), y.split(' ')]
  const isSameWord = (p: string, q: string) => isTypo(p, q, minLetters)
  const letters = Math.min(x.length, y.length)
  if (a.length !== b.length) return letters >= LONG && isSameWord(x.replaceAll(' ', ''), y.replaceAll(' ', ''))
  const differing = a.filter((word, at) => word !== b[at])
  if (differing.length > (letters >= LONG * 2 ? 2 : 1) || letters < SHORTEST) return false
  return a.every((word, at) => word === b[at] || isSameWord(word, b[at]!))
}

/** The same in a word of few letters, of a longer title. */
export const isMisspeltInShortWord = (x: string, y: string): boolean =>
  Math.min(x.length, y.length) >= LONG && isMisspelling(x, y, MIN_LETTERS_OF_SHORT_WORD)

function isTypo(a: string, b: string, minLetters: number): boolean {
  const [short, long] = a.length <= b.length ? [[...a], [...b]] : [[...b], [...a]]
  if (long.length - short.length > 1 || /\d/.test(a + b) || isPlural(a) !== isPlural(b)) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start += 1
  let end = 0
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end += 1
  const [removed, added] = [short.slice(start, short.length - end), long.slice(start, long.length - end)]
  const isSwap = removed.length === 2 && added.length === 2 && removed[0] === added[1] && removed[1] === added[0]
  if (isSwap) return short.length >= MIN_SWAPPED
  if (short.length < minLetters || removed.length > 1 || added.length !== 1) return false
  const isDoubled = removed.length === 0 && (added[0] === long[start - 1] || added[0] === long[start + 1])
  // A typo in the first letter gets noticed.
  return end > 0 && (isDoubled || start > 0)
}

/** “Gentleman” and “Gentlemen” are different words. */
const isPlural = (word: string) => word.endsWith('men')

const MIN_LETTERS = 4
/** “tto” for “to” */
const MIN_LETTERS_OF_SHORT_WORD = 2
/** “adn” */
const MIN_SWAPPED = 3
const SHORTEST = 6
const LONG = 10
