import { foldForSorting } from './sort-key.ts'

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
    for (const word of indexedWords(text)) words.add(word)
  }
  return [...words].join(' ')
}

/** The words by which a text is found: its own, and what stands joined by a sign as one word: "Spider-Man", "Dr.STONE". */
export function indexedWords(text: string): string[] {
  const words = cut(text, pairsAndLast)
  const bare = ARABIC.test(text) ? words.flatMap((word) => withoutArticle(word) ?? []) : []
  return [...words, ...(JOINED.test(text) ? joinedForms(text) : []), ...bare]
}

/** An Arabic word without the article that is written joined to it: مدينة of المدينة. Undefined when there is none. */
export function withoutArticle(word: string): string | undefined {
  return ARABIC_ARTICLE.test(word) ? word.replace(ARABIC_ARTICLE, '') : undefined
}

/** Also behind "and". What is left of الله or of a word of three letters would be another word. */
const ARABIC_ARTICLE = /^و?ال(?!له$)(?=\p{L}{2})/u
const ARABIC = /[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufeff]/

/**
 * Case, accents, width and punctuation do not count, and letters that no keyboard elsewhere has are what people type for
 * them: "strasse" is Straße, "lodz" Łódź. Katakana are hiragana, and Arabic letters that are often written for each other
 * are one. For searching only: sort keys keep their own order. What it folds is in the index: see `needsReindexing`.
 */
export function foldForSearch(text: string): string {
  const folded = foldForSorting(text)
  return LETTERS_TYPED_OTHERWISE.test(folded) ? folded.replace(ALL_TYPED_OTHERWISE, (letter) => TYPED[letter]!) : folded
}

/** Whether the index may hold other words for this text than an earlier version wrote, which folded less. */
export function needsReindexing(text: string): boolean {
  return JOINED.test(text) || ARABIC.test(text) || foldForSearch(text) !== foldForSorting(text)
}

/** By what people type for them. What is a letter with a mark has lost the mark already. */
const TYPED: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', þ: 'th', ð: 'd', đ: 'd', ł: 'l', ħ: 'h', ŧ: 't', ŋ: 'n', ı: 'i', ĸ: 'k' },
  ...{ ƀ: 'b', ɓ: 'b', ƃ: 'b', ƈ: 'c', ȼ: 'c', ɖ: 'd', ɗ: 'd', ƌ: 'd', ɛ: 'e', ɇ: 'e', ə: 'e', ǝ: 'e', ƒ: 'f', ɠ: 'g' },
  ...{ ǥ: 'g', ɣ: 'g', ɦ: 'h', ɨ: 'i', ɩ: 'i', ȷ: 'j', ɉ: 'j', ƙ: 'k', ƚ: 'l', ɫ: 'l', ɲ: 'n', ƞ: 'n', ɔ: 'o', ɵ: 'o' },
  ...{ ƥ: 'p', ɍ: 'r', ȿ: 's', ʂ: 's', ƭ: 't', ʈ: 't', ⱦ: 't', ʉ: 'u', ʋ: 'v', ⱳ: 'w', ƴ: 'y', ɏ: 'y', ƶ: 'z', ȥ: 'z' },
  ...{ ɐ: 'a', ⱥ: 'a', ꝏ: 'oo', ȸ: 'db', ȹ: 'qp', ʼ: '', ς: 'σ' },
  ...{ ٱ: 'ا', ى: 'ي', ی: 'ي', ة: 'ه', ک: 'ك', ـ: '' },
  ...katakanaAsHiragana(),
}

function katakanaAsHiragana(): Record<string, string> {
  const codes = [...Array.from({ length: 0x30f6 - 0x30a1 + 1 }, (_, index) => 0x30a1 + index), 0x30fd, 0x30fe]
  return Object.fromEntries(codes.map((code) => [String.fromCharCode(code), String.fromCharCode(code - 0x60)]))
}

const LETTERS_TYPED_OTHERWISE = new RegExp(`[${Object.keys(TYPED).join('')}]`, 'u')
const ALL_TYPED_OTHERWISE = new RegExp(LETTERS_TYPED_OTHERWISE, 'gu')

/** A sign between two letters, with no space beside it. */
const JOINED = /[\p{L}\p{N}\p{M}][^\p{L}\p{N}\p{M}\s]+[\p{L}\p{N}]/u

/** All of what stands joined, and what is left when one begins later: "spiderman" is in Amazing-Spider-Man too. */
function joinedForms(text: string): string[] {
  const forms: string[] = []
  for (const run of text.split(/\s+/)) {
    if (!JOINED.test(run)) continue
    const parts = foldForSearch(run).split(' ')
    if (parts.length > MAX_JOINED || parts.every((part) => DIGITS.test(part)) || CJK_RUN.test(run)) continue
    for (let from = 0; from < parts.length - 1; from++) forms.push(parts.slice(from).join(''))
  }
  return forms
}

/** More parts than this are no name but a list, an address or a date. */
const MAX_JOINED = 8
const DIGITS = /^\p{N}*$/u

export const CJK_RUN = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々〆]+)/u

function cut(text: string, cutRun: (characters: string[]) => string[]): string[] {
  const words: string[] = []
  const folded = foldForSearch(text)
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
