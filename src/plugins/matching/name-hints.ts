import { foldLetters } from '../../store/text/fold-letters.ts'
import { EDITION_WORDS, NOVEL_WORDS } from './edition-words.ts'
import { isRomanised } from './is-romanised.ts'
import { normaliseTitle } from './normalise-title.ts'
import { parseTitleForSearch } from './parse-title-for-search.ts'
import { sharePerson } from './share-person.ts'

/**
 * What a folder's name may say besides the title: “[Aya Mori] Garden”, “Garden (North Press)”, “Aya Mori - Garden”,
 * “Garden 1994”. Each may also be something else, so it only counts where a candidate agrees.
 */
export interface NameHints {
  /** Texts in brackets: a person, a publisher, a translated title, or who scanned it. */
  notes: readonly string[]
  /** Ways to divide a name into the title and something else. */
  splits: readonly Split[]
  years: readonly number[]
}

interface Split {
  title: string
  rest: string
  /** The rest stands where people are usually named: “Aya Mori - Garden”, “Garden by Aya Mori”. */
  isLikePerson?: boolean
}

/** Who made and published a candidate. */
interface Makers {
  authors?: readonly string[]
  publisher?: string
}

export function readNameHints(names: readonly string[]): NameHints {
  const bare = [...new Set(names.map((name) => parseTitleForSearch(name).title))]
  return {
    notes: [...new Set(names.flatMap(textsInBrackets))],
    // “(Light Novel)” belongs to the title, too.
    splits: [...new Set([...bare, ...names])].flatMap(splitsOf),
    years: bare
      .map((name) => YEAR_BEHIND.exec(name)?.[1])
      .flatMap((year) => (year === undefined ? [] : [Number(year)])),
  }
}

/** Titles that a name may have besides its main one: “Hagane no Niwa (Steel Garden)”, “Steel Garden 1994”. */
export function possibleTitlesIn(names: readonly string[]): string[] {
  const notes = names.flatMap(textsInBrackets).filter((note) => isLikeTitle(note))
  const bare = names.map((name) => parseTitleForSearch(name).title)
  const undated = bare.filter((name) => YEAR_BEHIND.test(name)).map((name) => name.replace(YEAR_BEHIND, ''))
  const sides = bare.flatMap((name) => (TWO_NAMES.test(name) ? name.split(TWO_NAMES) : []))
  return [...notes, ...undated, ...sides].map((title) => title.trim()).filter((title) => title !== '')
}

/** The two titles that “Hagane no Niwa ~ Steel Garden” or “鋼の庭 Steel Garden” may consist of. */
export function pairsIn(name: string): [string, string][] {
  const { title } = parseTitleForSearch(name)
  return [BETWEEN_TITLES, BETWEEN_SCRIPTS].flatMap((between): [string, string][] => {
    const [first, second, ...more] = title.split(between)
    return first && second && more.length === 0 ? [[first, second]] : []
  })
}

/** “Hagane no Niwa (Steel Garden)”, “鋼の庭 (Steel Garden)”: what follows a Japanese title is its translation. */
export function translationsIn(names: readonly string[]): string[] {
  const spans = names.flatMap((name) => [...name.matchAll(BRACKETS)].map((span) => ({ name, span })).slice(0, 1))
  return spans
    .filter(({ name, span }) => isJapanese(name.slice(0, span.index).trim()))
    .map(({ span }) => span[1]!.trim())
    .filter((note) => isLikeTitle(note) && /^\p{Script=Latin}/u.test(note) && !isJapanese(note))
}

const isJapanese = (title: string) =>
  isRomanised(foldLetters(title)) || /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(title)

/** The titles that remain when the names of those who made the candidate are left out. */
export function titlesWithoutMakers({ splits }: Pick<NameHints, 'splits'>, makers: Makers): string[] {
  return splits
    .filter(({ rest }) => namesPerson(rest, makers) || namesSurnames(rest, makers) || namesPublisher(rest, makers))
    .map(({ title }) => title)
}

/** Titles beside what looks like a person's name, for candidates whose authors nobody knows. */
export const titlesNextToNames = ({ splits }: Pick<NameHints, 'splits'>): string[] =>
  splits
    .filter(({ rest, isLikePerson }) => isLikePerson && peopleIn(rest).every((name) => PERSON.test(name)))
    .map(({ title }) => title)

export const hintsNamePerson = (hints: NameHints, makers: Makers): boolean =>
  [...hints.notes, ...hints.splits.map(({ rest }) => rest)].some((text) => namesPerson(text, makers))

export const hintsNamePublisher = (hints: NameHints, makers: Makers): boolean =>
  [...hints.notes, ...hints.splits.map(({ rest }) => rest)].some((text) => namesPublisher(text, makers))

/** Providers tell works of one name apart: “Garden (MORI Aya)” is called “Garden”. */
export function withoutMakerNote(title: string, makers: Makers): string {
  return title.replace(TRAILING_NOTE, (all, note: string) =>
    namesPerson(note, makers) || namesPublisher(note, makers) ? '' : all,
  )
}

/** Who “Garden (MORI Aya)” may be by. */
export const trailingNotes = (titles: readonly string[]): string[] =>
  titles.flatMap((title) => TRAILING_NOTE.exec(title)?.[1] ?? [])

function namesPerson(text: string, { authors = [] }: Makers): boolean {
  return sharePerson([text, ...peopleIn(text)], authors) === true
}

/** “Garden - Mori & Sato” */
function namesSurnames(text: string, { authors = [] }: Makers): boolean {
  const people = peopleIn(text).map(normaliseTitle)
  const words = new Set(authors.flatMap((name) => normaliseTitle(name).split(' ')))
  return people.length > 1 && people.every((name) => words.has(name))
}

/** “Aya Mori & Eiji Sato” */
const peopleIn = (text: string) => text.split(/\s*[,;&+、]\s*|\s+(?:and|und|et|y|x)\s+/u)

const namesPublisher = (text: string, { publisher }: Makers): boolean =>
  publisher !== undefined && normaliseTitle(publisher) !== '' && normaliseTitle(text) === normaliseTitle(publisher)

const textsInBrackets = (name: string) =>
  [...name.matchAll(BRACKETS)].map(([, text]) => text!.trim()).filter((text) => /\p{L}/u.test(text))

function isLikeTitle(note: string): boolean {
  const words = normaliseTitle(note).split(' ')
  const isLong = words.length > 1 || /[^\p{Script=Latin}\p{N}]/u.test(words[0]!)
  return isLong && !/\d{4}/.test(note) && !EDITION_WORDS.test(note) && !NOVEL_WORDS.test(note)
}

function splitsOf(name: string): Split[] {
  const parts = name.split(DASH)
  const ends = parts.length < 2 ? [] : splitEnds(parts)
  const by = BY.exec(name)
  return [...ends, ...(by ? [{ title: name.slice(0, by.index), rest: by[1]!, isLikePerson: true }] : [])]
}

const splitEnds = (parts: readonly string[]): Split[] => [
  { title: parts.slice(1).join(' - '), rest: parts[0]!, isLikePerson: true },
  { title: parts.slice(0, -1).join(' - '), rest: parts.at(-1)! },
]

const BRACKETS = /[[({（【]([^\])}）】]+)[\])}）】]/gu
const TRAILING_NOTE = /(?<=\S)\s*[[({（【]([^\])}）】]+)[\])}）】]\s*$/u
const DASH = /\s+[-–—]\s+|(?<=\p{L})_-_(?=\p{L})/u
const BY = /(?<=\S)\s+(?:by|von|par|di)\s+(\p{Lu}.*)$/u
const TWO_NAMES = /\s+(?:[/|／]|a\.?k\.?a\.?)\s+/iu
const BETWEEN_TITLES = /\s+(?:[-–—~～|/／]|a\.?k\.?a\.?)\s+/iu
const BETWEEN_SCRIPTS =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])\s+(?=\p{Script=Latin})|(?<=\p{Script=Latin})\s+(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])/u
/** Also “1994-1998” and “1994-”. */
const YEAR_BEHIND = /(?<=\S)[ ,_-]+((?:19|20)\d\d)(?: ?[-–] ?(?:(?:19|20)\d\d)?)?$/u
const PERSON = /^\p{Lu}[\p{L}.’'-]*(?: \p{Lu}[\p{L}.’'-]*){1,2}$/u
