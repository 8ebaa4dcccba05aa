export interface FoldedText {
  folded: string
  /** Maps an index in the folded text to the index in the original. */
  originalAt(place: number): number
}

export interface SearchOptions {
  /** Capital letters match only capital letters. */
  matchCase?: boolean
  /** The phrase must not begin or end within a word. */
  wholeWords?: boolean
}

/**
 * Text normalised for search within a book, used by the server and by the reader that highlights matches: lower case
 * (unless case matters) without accents, wide forms narrow, katakana as hiragana, a run of white space as one space,
 * typographic quotes plain.
 */
export function foldText(text: string, { matchCase = false }: SearchOptions = {}): FoldedText {
  // Plain ASCII keeps its indices, and is most of what is searched.
  if (PLAIN.test(text) && !/\s\s/.test(text)) {
    const spaced = text.replace(/\s/g, ' ')
    return { folded: matchCase ? spaced : spaced.toLowerCase(), originalAt: (place) => place }
  }
  const pieces: string[] = []
  let places = new Uint32Array(text.length + 64)
  let length = 0
  let wasSpace = false
  for (let at = 0; at < text.length; ) {
    const char = String.fromCodePoint(text.codePointAt(at)!)
    const folded = foldCharacter(char, matchCase)
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
export function findAllFolded(text: string, phrase: string, options: SearchOptions = {}): FoundPlace[] {
  return placesOf(foldText(text, options), foldText(phrase, options).folded.trim(), options)
}

/** The same, for text and phrase that are already folded. */
export function placesOf(
  { folded, originalAt }: FoldedText,
  needle: string,
  { wholeWords = false }: SearchOptions = {},
): FoundPlace[] {
  const found: FoundPlace[] = []
  if (!needle) return found
  for (let at = folded.indexOf(needle); at >= 0; ) {
    const end = at + needle.length
    // が is folded to か and its mark, but isn't か.
    const isCut = VOICING_MARKS.includes(folded[end] ?? ' ')
    const isFound = !isCut && (!wholeWords || (!isWithinWord(folded, at) && !isWithinWord(folded, end)))
    if (isFound) found.push({ start: originalAt(at), end: originalAt(end) })
    at = folded.indexOf(needle, isFound ? end : at + 1)
  }
  return found
}

function isWithinWord(text: string, at: number): boolean {
  // Two units each: a character may be a surrogate pair.
  return endsWithLetter.test(text.slice(Math.max(0, at - 2), at)) && startsWithLetter.test(text.slice(at, at + 2))
}

/** Scripts that don't separate words by spaces have no word edges to look for. */
const unspaced =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
const letter = `(?![${unspaced}])[\\p{L}\\p{M}\\p{N}_]`
const endsWithLetter = new RegExp(`${letter}$`, 'u')
const startsWithLetter = new RegExp(`^${letter}`, 'u')

/** Worth caching: a text has few distinct characters, each repeated often. */
const foldedCharacterCaches = { matchCase: new Map<string, string>(), anyCase: new Map<string, string>() }
const MAX_CACHED = 20_000

function foldCharacter(char: string, matchCase: boolean): string {
  const cache = foldedCharacterCaches[matchCase ? 'matchCase' : 'anyCase']
  let folded = cache.get(char)
  if (folded === undefined) {
    folded = substitutes[char] ?? (/\s/.test(char) ? ' ' : foldLetter(char, matchCase))
    if (cache.size < MAX_CACHED) cache.set(char, folded)
  }
  return folded
}

function foldLetter(char: string, matchCase: boolean): string {
  const letters = char.normalize('NFKD').replace(ACCENTS, '')
  return (matchCase ? letters : letters.toLowerCase()).replace(KATAKANA, (kana) =>
    String.fromCharCode(kana.charCodeAt(0) - TO_HIRAGANA),
  )
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
