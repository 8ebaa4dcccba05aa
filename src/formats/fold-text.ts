export interface FoldedText {
  folded: string
  /** Maps an index in the folded text to the index in the original. */
  originalAt(place: number): number
}

/**
 * Text normalised for search within a book, used by the server and by the reader that highlights matches: lower case
 * without accents, wide forms narrow, katakana as hiragana, a run of white space as one space, typographic quotes
 * plain.
 */
export function foldText(text: string): FoldedText {
  // Plain ASCII keeps its indices, and is most of what is searched.
  if (PLAIN.test(text) && !/\s\s/.test(text)) {
    return { folded: text.toLowerCase().replace(/\s/g, ' '), originalAt: (place) => place }
  }
  const pieces: string[] = []
  let places = new Uint32Array(text.length + 64)
  let length = 0
  let wasSpace = false
  for (let at = 0; at < text.length; ) {
    const char = String.fromCodePoint(text.codePointAt(at)!)
    const folded = foldCharacter(char)
    const isRepeated = folded === ' ' && wasSpace
    if (!isRepeated) {
      if (length + folded.length >= places.length) {
        const larger = new Uint32Array(places.length * 2)
        larger.set(places)
        places = larger
      }
      for (let part = 0; part < folded.length; part++) places[length + part] = at
      length += folded.length
      pieces.push(folded)
    }
    // Two spaces with a soft hyphen between them still count as one run.
    if (folded !== '') wasSpace = folded === ' '
    at += char.length
  }
  return { folded: pieces.join(''), originalAt: (place) => (place >= length ? text.length : places[place]!) }
}

export interface FoundPlace {
  start: number
  end: number
}

/** All occurrences of the phrase in the text. */
export function findAllFolded(text: string, phrase: string): FoundPlace[] {
  return placesOf(foldText(text), foldText(phrase).folded.trim())
}

/** The same, for text and phrase that are already folded. */
export function placesOf({ folded, originalAt }: FoldedText, needle: string): FoundPlace[] {
  const found: FoundPlace[] = []
  if (!needle) return found
  for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + needle.length)) {
    // が is folded to か and its mark, but isn't か.
    if (VOICING_MARKS.includes(folded[at + needle.length] ?? ' ')) continue
    found.push({ start: originalAt(at), end: originalAt(at + needle.length) })
  }
  return found
}

/** Worth caching: a text has few distinct characters, each repeated often. */
const foldedCharacterCache = new Map<string, string>()
const MAX_CACHED = 20_000

function foldCharacter(char: string): string {
  let folded = foldedCharacterCache.get(char)
  if (folded === undefined) {
    folded = substitutes[char] ?? (/\s/.test(char) ? ' ' : foldLetter(char))
    if (foldedCharacterCache.size < MAX_CACHED) foldedCharacterCache.set(char, folded)
  }
  return folded
}

function foldLetter(char: string): string {
  const letters = char.normalize('NFKD').replace(ACCENTS, '')
  return letters.toLowerCase().replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - TO_HIRAGANA))
}

/**
 * Marks that users may omit. Vowel signs of India and Southeast Asia are no accents, nor are the voicing marks of kana:
 * दिन isn't दान, がき isn't かき.
 */
const ACCENTS = /(?![\u0900-\u093b\u093d-\u0dff\u0e00-\u109f\u1780-\u17ff\u3099\u309a])\p{M}/gu
const VOICING_MARKS = '\u3099\u309a'
const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/g
const TO_HIRAGANA = 0x60
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const PLAIN = /^[\u0000-\u007f]*$/

/** Quotes and dashes become what a keyboard types; zero-width characters are removed. */
const substitutes: Record<string, string> = {
  '’': "'",
  '‘': "'",
  ʼ: "'",
  ʻ: "'",
  ʾ: "'",
  ʿ: "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '\u2010': '-',
  '\u2011': '-',
  '\u00ad': '',
  '\u200b': '',
  '\u200c': '',
  '\u200d': '',
  '\u2060': '',
  '\ufeff': '',
  '…': '...',
}
