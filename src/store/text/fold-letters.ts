/**
 * How letters are compared in conditions and names: case, accents and width make no difference, punctuation does.
 * Letter by letter, so that the database can do the same with a pattern (see `accent-insensitive-matcher.ts`).
 */
export function foldLetters(text: string): string {
  let folded = ''
  for (const character of text.normalize('NFKD').replace(ACCENTS, '').normalize('NFC')) {
    folded += character === 'ς' ? 'σ' : character.toLowerCase()
  }
  return folded
}

/** The name under which a genre, tag, person or publisher is one and the same: "Sci-Fi " and "SCI-FI" are. */
export function facetKey(name: string): string {
  return foldLetters(name).replace(/\s+/g, ' ').trim().slice(0, MAX_KEY_LENGTH).toWellFormed()
}

/** Folding can make one character eighteen; PostgreSQL indexes at most 2,704 bytes. */
const MAX_KEY_LENGTH = 500

/** Marks that a reader may leave out when typing. Voicing marks of kana and vowel signs of Indic scripts are letters. */
export const accentRanges = '\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670'
const ACCENTS = new RegExp(`[${accentRanges}]`, 'g')
