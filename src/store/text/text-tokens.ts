import { withDottedNasals } from './indic-nasals.ts'
import { apostropheLetters, foldForSearch, UNSPACED_RUN, unspacedScripts, withoutArticle } from './search-words.ts'

/** A folded word, and its position in the text. */
export interface Token {
  word: string
  start: number
  end: number
}

export interface TextTokens {
  /** In order. Text without spaces is split into overlapping pairs, and each run ends with its last character alone. */
  words: Token[]
  /** Words joined by signs as one word: "spiderman" for Spider-Man, "dont" for don’t, "1000" for 1,000. */
  joined: Token[]
}

/** The words of a text, folded like titles. Indexing, queries and locating a hit all split text alike. */
export function tokenise(text: string): TextTokens {
  const words: Token[] = []
  const joined: Token[] = []
  /** The joined words so far, ending with the last one read. */
  let chain: Token[] = []
  const endChain = () => {
    if (chain.length > 1 && chain.length <= MAX_JOINED) {
      for (let from = 0; from < chain.length - 1; from++) joined.push(join(chain.slice(from)))
    }
    chain = []
  }
  // Without a regular expression: a pattern of letters in all scripts takes ten times as long, and whole libraries are
  // processed here.
  for (let at = 0; at < text.length; at++) {
    if (!isWordAt(text, at)) continue
    const start = at
    let isPlain = true
    for (; at < text.length && isWordAt(text, at); at++) isPlain &&= text.charCodeAt(at) < 128
    const from = words.length
    const run = text.slice(start, at)
    if (isPlain) words.push({ word: cutWord(run.toLowerCase()), start, end: at })
    else pushRun(words, run, start)
    const isOneWord = words.length === from + 1 && (isPlain || !UNSPACED_RUN.test(words[from]!.word))
    const last = chain.at(-1)
    const isJoined = last && start === last.end + 1 && JOINERS.includes(text[last.end]!)
    if (!isJoined || !isOneWord) endChain()
    if (isOneWord) chain.push(words[from]!)
  }
  endChain()
  const numbers = groupedNumbers(text)
  return { words, joined: numbers.length === 0 ? joined : [...joined, ...numbers].sort((a, b) => a.start - b.start) }
}

/** Numbers whose thousands are separated, without the separators. */
export const groupedNumbers = (text: string): Token[] =>
  Array.from(text.matchAll(GROUPED_NUMBER), ({ 0: number, 1: separator, index: start }) => ({
    word: number.replaceAll(separator!, ''),
    start,
    end: start + number.length,
  }))

/** 1,000 and 1 000 000, but not 0.125 or 1,000,00. */
const GROUPED_NUMBER = /\b(?<!\d[.,])[1-9]\d{0,2}([.,'’ \u00a0\u2009\u202f])\d{3}(?:\1\d{3}){0,5}\b(?!\1\d)/g

/** Per UTF-16 unit, filled on first use: 1 is part of words, 2 is not. Surrogate pairs are tested as a whole. */
const kinds = new Uint8Array(65_536)

/** Whether the character at this position is part of a word. */
export function isWordAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  if (unit >= 0xd800 && unit < 0xe000) {
    const isSecond = unit >= 0xdc00 && at > 0
    return IN_WORDS.test(String.fromCodePoint(text.codePointAt(isSecond ? at - 1 : at)!))
  }
  let kind = kinds[unit]!
  if (kind === 0) {
    kind = IN_WORDS.test(String.fromCharCode(unit)) ? 1 : 2
    kinds[unit] = kind
  }
  return kind === 1
}

function pushRun(words: Token[], run: string, at: number): void {
  if (!UNSPACED_RUN.test(run)) {
    pushFolded(words, run, at)
    return
  }
  let start = at
  for (const part of run.split(WITHOUT_SPACES)) {
    if (WITHOUT_SPACES.test(part)) pushPairs(words, part, start)
    else if (part !== '') pushFolded(words, part, start)
    start += part.length
  }
}

function pushFolded(words: Token[], run: string, at: number): void {
  for (const word of folded(run).split(' ')) {
    if (word !== '') words.push({ word: cutWord(withoutArticle(word) ?? word), start: at, end: at + run.length })
  }
}

function pushPairs(words: Token[], run: string, at: number): void {
  const characters = [...folded(run)]
  const starts: number[] = []
  let start = at
  for (const original of run) {
    if (!UNSEEN_CHARACTERS.includes(original)) starts.push(start)
    start += original.length
  }
  // Half-width kana and their marks fold to fewer characters: then each pair has the position of the whole run.
  const isAligned = characters.length === starts.length
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1]
    const from = isAligned ? starts[index]! : at
    const end = isAligned ? (starts[index + (next === undefined ? 1 : 2)] ?? at + run.length) : at + run.length
    words.push({ word: next === undefined ? character : character + next, start: from, end })
  }
}

const join = (chain: readonly Token[]): Token => ({
  word: cutWord(chain.map(({ word }) => word).join('')),
  start: chain[0]!.start,
  end: chain.at(-1)!.end,
})

/** The same words recur; folding one costs a microsecond or two. */
const foldedWordCache = new Map<string, string>()

function folded(run: string): string {
  const bare = run.replace(INVISIBLE, '')
  let word = foldedWordCache.get(bare)
  if (word === undefined) {
    word = VOWEL_SIGNS.test(bare) ? foldKeepingVowels(bare) : foldForSearch(bare)
    if (foldedWordCache.size >= MAX_FOLDED) foldedWordCache.clear()
    if (bare.length <= MAX_WORD_LENGTH) foldedWordCache.set(bare, word)
  }
  return word
}

/**
 * In the scripts of India and Southeast Asia, marks are vowels and tones: without them, दिन and दान would be one word.
 * Only the dot below Devanagari letters is often omitted.
 */
const foldKeepingVowels = (word: string): string =>
  withDottedNasals(word.normalize('NFC').replaceAll('\u093c', '')).toLowerCase()
const VOWEL_SIGNS = /[\u0900-\u0dff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/

/** PostgreSQL rejects words of more than 2,046 bytes; no one types that much. */
const cutWord = (word: string): string =>
  word.length > MAX_WORD_LENGTH ? [...word].slice(0, MAX_WORD_LENGTH).join('') : word

const MAX_WORD_LENGTH = 64
const MAX_JOINED = 8
const MAX_FOLDED = 20_000
/** Soft hyphens, joiners and places for a line break are invisible parts of words. */
const UNSEEN_CHARACTERS = '\u00ad\u200b\u200c\u200d\u2060\ufeff'
const IN_WORDS = new RegExp(`^(?![${apostropheLetters}])[\\p{L}\\p{N}\\p{M}${UNSEEN_CHARACTERS}]`, 'u')
const INVISIBLE = new RegExp(`[${UNSEEN_CHARACTERS}]`, 'g')
/** As in titles, plus the marks of half-width kana, which are separate characters before folding. */
const WITHOUT_SPACES = new RegExp(`((?:[${unspacedScripts}\\uff9e\\uff9f][${UNSEEN_CHARACTERS}]*)+)`, 'u')
/** Hyphens, apostrophes, the dot of Catalan (col·lecció), and the marks of Hebrew abbreviations (צה״ל). */
const JOINERS = "-‐‑'’‘`´＇·\u05f3\u05f4\u02b9\u02ba\u02bb\u02bc\u02bd\u02be\u02bf"
