/**
 * Folds letters for comparisons in conditions and names: case, accents and width are ignored, punctuation is not.
 * Letter by letter, so that the database can do the same with a pattern (see `accent-insensitive-matcher.ts`).
 */
export function foldLetters(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  let folded = ''
  for (const character of text.normalize('NFKD').replace(ACCENTS, '').normalize('NFC')) {
    folded += character === 'ς' ? 'σ' : character.toLowerCase()
  }
  return folded
}

/** The key of a genre, tag, person or publisher: names with equal keys are the same, such as "Sci-Fi " and "SCI-FI". */
export function facetKey(name: string): string {
  return foldLetters(name).replace(/\s+/g, ' ').trim().slice(0, MAX_KEY_LENGTH).toWellFormed()
}

/** Folding can make one character eighteen; PostgreSQL indexes at most 2,704 bytes. */
const MAX_KEY_LENGTH = 500

/**
 * Marks that users may omit when typing. Voicing marks of kana and vowel signs of Indic scripts are part of the letter.
 */
export const accentRanges = '\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670'
/** Most names: an eighth of the work. */
const ASCII = /^[\u0020-\u007e]*$/
const ACCENTS = new RegExp(`[${accentRanges}]`, 'g')
