import { wordTable } from '../../formats/values/word-table.ts'
import { withDottedNasals } from './indic-nasals.ts'
import { withSimplifiedCharacters } from './simplified-characters.ts'
import { foldForSorting } from './sort-key.ts'

/**
 * The words of a search. Scripts without spaces (Han, kana, hangul, Thai, Khmer) are split into overlapping pairs, so that any two
 * adjacent characters find their title without a dictionary.
 */
export function searchWords(text: string): string[] {
  return cut(text, overlappingPairs)
}

/** What is stored in the search index: each word once, in order of first appearance. */
export function searchDocument(...texts: (string | null | undefined)[]): string {
  const words = new Set<string>()
  for (const text of texts) {
    if (!text) continue
    for (const word of indexedWords(text)) words.add(word)
  }
  return [...words].join(' ')
}

/**
 * The words by which a text is found: its own, and parts joined by punctuation as one word: "Spider-Man", "Dr.STONE".
 */
export function indexedWords(text: string): string[] {
  const plain = withPlainApostrophes(text)
  const words = cut(plain, pairsAndLast)
  const bare = ARABIC.test(plain) ? words.flatMap((word) => withoutArticle(word) ?? []) : []
  const joined = JOINED.test(plain) ? joinedForms(plain) : []
  const closedUp = GAP.test(plain) ? cut(foldForSearch(plain).replace(ALL_GAPS, ''), pairsAndLast) : []
  const crossed = TIMES.test(plain) ? ['x', ...cut(plain.replace(ALL_TIMES, 'x'), pairsAndLast)] : []
  return [...words, ...joined, ...bare, ...closedUp, ...crossed]
}

/** SPY×FAMILY, Hunter x Hunter: many type the sign as a letter, or without the spaces around it. */
const TIMES = /(?<=[\p{L}\p{N}])(?:\s*×\s*|\s+x\s+)(?=[\p{L}\p{N}])/iu
const ALL_TIMES = new RegExp(TIMES, 'giu')

/** An Arabic word without its joined article: مدينة of المدينة. Undefined if it has none. */
export function withoutArticle(word: string): string | undefined {
  return ARABIC_ARTICLE.test(word) ? word.replace(ARABIC_ARTICLE, '') : undefined
}

/** Also after "and". Without the article, الله or a word of three letters would be another word. */
const ARABIC_ARTICLE = /^و?ال(?!له$)(?=\p{L}{2})/u
const ARABIC = /[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufeff]/

/**
 * Ignores case, accents, width and punctuation, and replaces letters that most keyboards lack with what users type
 * instead: "strasse" matches Straße, "lodz" Łódź. Katakana become hiragana, traditional characters simplified ones,
 * Arabic digits the usual ones, № a word of its own, and letters of Arabic and of India that are often interchanged become one. For
 * searching only: sort keys keep their own order. The index contains folded words: see `needsReindexing`.
 */
export function foldForSearch(text: string): string {
  const spaced = text.includes('№') ? text.replaceAll('№', ' no ') : text
  const folded = withSimplifiedCharacters(foldForSorting(withDottedNasals(withPlainApostrophes(spaced))))
  return LETTERS_TYPED_OTHERWISE.test(folded) ? folded.replace(ALL_TYPED_OTHERWISE, (letter) => TYPED[letter]!) : folded
}

/** п'ять finds пʼять, Qur'an Qurʾān: letters that look like apostrophes separate like them. */
const withPlainApostrophes = (text: string): string => text.replace(APOSTROPHE_LETTERS, "'")

export const apostropheLetters = '\u02b9-\u02bf'
const APOSTROPHE_LETTERS = new RegExp(`[${apostropheLetters}]`, 'g')
/** Whether an earlier version, which folded less, may have indexed this text with different words. */
export function needsReindexing(text: string): boolean {
  return (
    JOINED.test(text) ||
    GAP.test(text) ||
    TIMES.test(text) ||
    ARABIC.test(text) ||
    SOUTHEAST_ASIAN.test(text) ||
    foldForSearch(text) !== foldForSorting(text)
  )
}

/** What users type instead of these letters. Accents are already removed. */
const TYPED = wordTable<string>({
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', þ: 'th', ð: 'd', đ: 'd', ł: 'l', ħ: 'h', ŧ: 't', ŋ: 'n', ı: 'i', ĸ: 'k' },
  ...{ ƀ: 'b', ɓ: 'b', ƃ: 'b', ƈ: 'c', ȼ: 'c', ɖ: 'd', ɗ: 'd', ƌ: 'd', ɛ: 'e', ɇ: 'e', ə: 'e', ǝ: 'e', ƒ: 'f', ɠ: 'g' },
  ...{ ǥ: 'g', ɣ: 'g', ɦ: 'h', ɨ: 'i', ɩ: 'i', ȷ: 'j', ɉ: 'j', ƙ: 'k', ƚ: 'l', ɫ: 'l', ɲ: 'n', ƞ: 'n', ɔ: 'o', ɵ: 'o' },
  ...{ ƥ: 'p', ɍ: 'r', ȿ: 's', ʂ: 's', ƭ: 't', ʈ: 't', ⱦ: 't', ʉ: 'u', ʋ: 'v', ⱳ: 'w', ƴ: 'y', ɏ: 'y', ƶ: 'z', ȥ: 'z' },
  ...{ ɐ: 'a', ⱥ: 'a', ꝏ: 'oo', ȸ: 'db', ȹ: 'qp', ʼ: '', ς: 'σ' },
  ...{ ٱ: 'ا', ى: 'ي', ی: 'ي', ة: 'ه', ک: 'ك', ـ: '' },
  ...arabicDigits(),
  ...katakanaAsHiragana(),
})

/** ٣ and Persian ۳ become 3. */
function arabicDigits(): Record<string, string> {
  return Object.fromEntries([...'٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹'].map((digit, at) => [digit, String(at % 10)]))
}

function katakanaAsHiragana(): Record<string, string> {
  const codes = [...Array.from({ length: 0x30f6 - 0x30a1 + 1 }, (_, index) => 0x30a1 + index), 0x30fd, 0x30fe]
  return Object.fromEntries(codes.map((code) => [String.fromCharCode(code), String.fromCharCode(code - 0x60)]))
}

const LETTERS_TYPED_OTHERWISE = new RegExp(`[${Object.keys(TYPED).join('')}]`, 'u')
const ALL_TYPED_OTHERWISE = new RegExp(LETTERS_TYPED_OTHERWISE, 'gu')

/** Punctuation between two letters, without adjacent spaces. */
const JOINED = /[\p{L}\p{N}\p{M}][^\p{L}\p{N}\p{M}\s]+[\p{L}\p{N}]/u

/** The joined word, and its remainder from each later part on: "spiderman" is found in Amazing-Spider-Man too. */
function joinedForms(text: string): string[] {
  const forms: string[] = []
  for (const run of text.split(/\s+/)) {
    if (!JOINED.test(run)) continue
    const parts = foldForSearch(run).split(' ')
    if (parts.length > MAX_JOINED || parts.every((part) => DIGITS.test(part)) || UNSPACED_RUN.test(run)) continue
    for (let from = 0; from < parts.length - 1; from++) forms.push(parts.slice(from).join(''))
  }
  return forms
}

/** With more parts it isn't a name but a list, a URL or a date. */
const MAX_JOINED = 8
const DIGITS = /^\p{N}*$/u

const SOUTHEAST_ASIAN = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** The scripts that don't separate words by spaces, for a class of a regular expression. */
export const unspacedScripts = `\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー々〆${SOUTHEAST_ASIAN.source.slice(1, -1)}`
export const UNSPACED_RUN = new RegExp(`([${unspacedScripts}]+)`, 'u')
/**
 * Spaces and signs between the parts of a name in these scripts: ハリー・ポッター, らき☆すた, 나의 히어로. Many type the name
 * without them.
 */
const GAP = new RegExp(`(?<=[${unspacedScripts}])[^\\p{L}\\p{N}\\p{M}]+(?=[${unspacedScripts}])`, 'u')
const ALL_GAPS = new RegExp(GAP, 'gu')

function cut(text: string, cutRun: (characters: string[]) => string[]): string[] {
  const words: string[] = []
  const folded = foldForSearch(text)
  if (!UNSPACED_RUN.test(folded)) return folded === '' ? [] : folded.split(' ')
  for (const word of folded.split(' ')) {
    for (const part of word.split(UNSPACED_RUN)) {
      if (UNSPACED_RUN.test(part)) words.push(...cutRun([...part]))
      else if (part) words.push(part)
    }
  }
  return words
}

function overlappingPairs(characters: string[]): string[] {
  if (characters.length === 1) return characters
  return characters.slice(0, -1).map((character, index) => character + characters[index + 1]!)
}

/**
 * A search for one character is a prefix search and finds the pairs that start with it; the last character starts none.
 */
function pairsAndLast(characters: string[]): string[] {
  return characters.length === 1 ? characters : [...overlappingPairs(characters), characters.at(-1)!]
}
