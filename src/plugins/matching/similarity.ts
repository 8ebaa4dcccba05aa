import { withoutSourcePrefix } from '../../store/release/tracking.ts'
import { isbnOf } from '../protocol/records.ts'
import { COMIC_WORDS, EDITION_WORDS, GRAPHIC_NOVEL_WORDS, NOVEL_WORDS } from './edition-words.ts'
import {
  hintsNamePerson,
  hintsNamePublisher,
  type NameHints,
  titlesNextToNames,
  titlesWithoutMakers,
  trailingNotes,
  withoutMakerNote,
} from './name-hints.ts'
import { normaliseTitle } from './normalise-title.ts'
import { sharePerson } from './share-person.ts'
import { type ComparedTitles, compareTitles, MAX_UNEQUAL } from './title-similarity.ts'

/** The known facts of either side of a comparison. */
export interface MatchFacts {
  /** The main title first, then all others. */
  titles: readonly string[]
  /** Titles without a part that may matter: “Garden” for “Garden v2”. */
  possibleTitles?: readonly string[]
  /** What the name says besides the title; counts only where the other side agrees. */
  hints?: NameHints
  year?: number
  /** Years of other editions, from the same result or name. */
  otherYears?: readonly number[]
  authors?: readonly string[]
  publisher?: string
  language?: string
  isbns?: readonly string[]
  /** Its ids at other sites. */
  externalIds?: readonly { source: string; externalId: string }[]
  /** Number of volumes, or at least of those in the library. */
  count?: number
  /** Number of chapters; of ours, instead of `count`, where the files are chapters. */
  chapters?: number
  /** Pictures or text, where that is known. */
  form?: 'comic' | 'text'
  /** The more likely form: an EPUB can contain either. */
  likelyForm?: 'comic' | 'text'
  /** A single story, often the pilot of a series with the same title. */
  isOneShot?: boolean
  /** One edition of a work: providers list when the work first appeared. */
  isEdition?: boolean
}

/**
 * How likely two descriptions mean the same work, 0 to 1: the best pair of titles, then the evidence for and against
 * it. A plugin's own scores don't count: some score every well-kept record as a hit.
 */
export const matchSimilarity = (ours: MatchFacts, theirs: MatchFacts): number => Math.min(1, matchScore(ours, theirs))

/** The same without an upper bound: of two good matches, the one that matches in more ways leads. */
export function matchScore(ours: MatchFacts, theirs: MatchFacts): number {
  const hasSameId = shareExternalId(ours, theirs)
  if (hasSameId || shareIsbn(ours, theirs)) return MAX_SCORE
  const compared = compareTitles(...titlesOfBoth(ours, theirs))
  const { likeness: title, isUnsure } = compared
  if (title === 0) return 0
  const author = authorEvidence(ours, theirs)
  const year = yearEvidence(ours, theirs, author > 0)
  const count = countEvidence(ours, theirs)
  const edition = editionEvidence(ours, theirs, compared)
  const named = namedEditionEvidence(ours, theirs)
  const others = publisherEvidence(ours, theirs) + sameTextEvidence(ours.language, theirs.language)
  const hasOtherId = hasSameId === false && !ours.isEdition
  const score = Math.max(0, title + year + author + count + edition + named + others + (hasOtherId ? OTHER_ID : 0))
  // A similar title with the same year is not enough: “Harbor” and “Harbors” are two works unless the authors are the
  // same. A misspelling is accepted when anything else matches. However well the rest matches, the novel isn't the
  // manga.
  const isBacked = author > 0 || (isUnsure && (year > 0 || count === FULL_COUNT))
  const isOther = ((title <= MAX_UNEQUAL || isUnsure) && !isBacked) || edition < UNKNOWN_FORM || hasOtherId
  return isOther ? Math.min(score, MAX_UNEQUAL) : score
}

/** How well everything but the titles fits. */
export function factsEvidence(ours: MatchFacts, theirs: MatchFacts): number {
  const author = authorEvidence(ours, theirs)
  return author + yearEvidence(ours, theirs, author > 0) + countEvidence(ours, theirs)
}

/** Without the names of people and publishers that stand in the titles. */
function titlesOfBoth(
  ours: MatchFacts,
  theirs: MatchFacts,
): [Pick<MatchFacts, 'titles' | 'possibleTitles'>, Pick<MatchFacts, 'titles'>] {
  const titles = theirs.titles.map((title) => withoutMakerNote(title, theirs))
  const { hints } = ours
  const plain = hints ? [theirs, ours].flatMap((makers) => titlesWithoutMakers(hints, makers)) : []
  const unproven = hints && !theirs.authors?.length ? titlesNextToNames(hints) : []
  const possibleTitles = [...(ours.possibleTitles ?? []), ...unproven]
  return [{ titles: [...plain, ...ours.titles], possibleTitles }, { titles }]
}

/** The score if all missing facts matched: missing facts prove nothing. */
export function possibleScore(ours: MatchFacts, theirs: MatchFacts): number {
  return matchScore(ours, {
    ...theirs,
    year: theirs.year ?? ours.year,
    authors: theirs.authors?.length ? theirs.authors : [...possibleAuthors(ours), ...trailingNotes(theirs.titles)],
    publisher: theirs.publisher ?? ours.publisher,
    language: theirs.language ?? ours.language,
    count: theirs.count ?? ours.count,
  })
}

const possibleAuthors = ({ authors = [], hints }: MatchFacts) =>
  authors.length > 0 || !hints ? authors : [...hints.notes, ...hints.splits.map(({ rest }) => rest)]

/**
 * Whether they are probably editions of one work: the same authors, the same titles in all languages, the same number
 * of volumes, and several years apart. A work that appeared soon after is more likely the series after its pilot, or
 * the manga of a novel.
 */
export function isSameWork(a: MatchFacts, b: MatchFacts): boolean {
  const [x, y] = [titleSet(a), titleSet(b)]
  const isOtherLength = a.count !== undefined && b.count !== undefined && a.count !== b.count
  const isOtherForm = a.form !== undefined && b.form !== undefined && a.form !== b.form
  const yearsApart = a.year === undefined || b.year === undefined ? 0 : Math.abs(a.year - b.year)
  if (isOtherLength || isOtherForm || !sharePerson(a.authors, b.authors)) return false
  if (isTranslation(a, b) || isTranslation(b, a)) return true
  if (yearsApart > 0 && yearsApart < MIN_REPRINT_YEARS) return false
  // Two of the same year are a duplicate, or a novel and its manga without their form.
  if (yearsApart === 0 && (a.form === undefined || b.form === undefined)) return false
  return x.size > 1 && x.size === y.size && [...x].every((title) => y.has(title))
}

/** A later work of the same authors and form, with its own main title and the original title only as an alternate. */
function isTranslation(original: MatchFacts, later: MatchFacts): boolean {
  // In another language, it's neither the manga of a novel nor what an author began next.
  const mayHaveSameForm = isOfOtherLanguage(original, later)
    ? original.form === undefined || later.form === undefined || original.form === later.form
    : original.form !== undefined && original.form === later.form
  if (!mayHaveSameForm || original.isOneShot || later.isOneShot) return false
  const main = normaliseTitle(original.titles[0] ?? '')
  const [own, ...others] = later.titles.map(normaliseTitle)
  return (original.year ?? 9999) < (later.year ?? 0) && own !== main && others.includes(main)
}

export const isOfOtherLanguage = (a: MatchFacts, b: MatchFacts): boolean =>
  a.language !== undefined && b.language !== undefined && baseLanguage(a.language) !== baseLanguage(b.language)

const baseLanguage = (code: string) => code.toLowerCase().split('-')[0]

const titleSet = ({ titles }: MatchFacts) => new Set(titles.map(normaliseTitle))

/** The novel is not the manga, and an omnibus, a fanbook or an anthology is not what it was made from. */
function editionEvidence(ours: MatchFacts, theirs: MatchFacts, { isMisspeltMain }: ComparedTitles): number {
  const [main = ''] = theirs.titles
  // “Garden Omnbius” has the word, too; “(Novel)” isn't part of the title that is misspelt.
  const isOnlyMisspelt = (words: RegExp) => isMisspeltMain && words.test(normaliseTitle(main))
  const isMarked = (words: RegExp) =>
    words.test(main) && !isOnlyMisspelt(words) && !ours.titles.some((title) => words.test(title))
  const isComic = isMarked(COMIC_WORDS) || GRAPHIC_NOVEL_WORDS.test(main)
  const form = isMarked(NOVEL_WORDS) ? 'text' : (theirs.form ?? (isComic ? 'comic' : undefined))
  const isOtherForm = ours.form !== undefined && form !== undefined && ours.form !== form
  const isOtherYear = ours.year !== undefined && theirs.year !== undefined && ours.year !== theirs.year
  const isPilot = theirs.isOneShot && (isOtherYear || (ours.count ?? ours.chapters ?? 1) > 1)
  if (isOtherForm || isPilot || isMarked(EDITION_WORDS)) return -0.15
  const isFormUnknown = ours.form !== undefined && form === undefined
  const isUnasked = ours.form === undefined && ours.likelyForm === undefined && isMarked(NOVEL_WORDS)
  const isUnlikely = ours.likelyForm !== undefined && form !== undefined && ours.likelyForm !== form
  if (isFormUnknown || isUnlikely || isUnasked) return UNKNOWN_FORM
  // It may be the pilot: too little to lose against another, but it doesn't lead because of its form.
  return theirs.isOneShot ? UNKNOWN_FORM / 2 : 0
}

/** A folder called “Garden Omnibus” holds the omnibus, unless nobody lists it: then the work itself is right. */
function namedEditionEvidence(ours: MatchFacts, theirs: MatchFacts): number {
  const namesEdition = ({ titles }: MatchFacts) => titles.some((title) => EDITION_WORDS.test(title))
  return namesEdition(ours) && !namesEdition(theirs) ? -TIE_BREAKER : 0
}

/** The form according to `format` in a search result; undefined for other words. */
export function comicOrTextOf(format: string | undefined): MatchFacts['form'] {
  if (format === undefined) return undefined
  if (/novel/i.test(format)) return /graphic/i.test(format) ? 'comic' : 'text'
  return /^(manga|manhwa|manhua|comic|webtoon|one[_ -]?shot|doujin)/i.test(format) ? 'comic' : undefined
}

export const isOneShotFormat = (format: string | undefined): boolean => /^(one[_ -]?shot|pilot)\b/i.test(format ?? '')

/** Undefined when they have no site in common; `api:anilist` and `plugin:anilist` are the same site. */
function shareExternalId(
  { externalIds: a = [] }: MatchFacts,
  { externalIds: b = [] }: MatchFacts,
): boolean | undefined {
  const ours = Map.groupBy(a, (one) => withoutSourcePrefix(one.source))
  const pairs = b.flatMap((theirs) =>
    (ours.get(withoutSourcePrefix(theirs.source)) ?? []).map((one) => one.externalId === theirs.externalId),
  )
  return pairs.length === 0 ? undefined : pairs.includes(true)
}

function shareIsbn({ isbns: a = [] }: MatchFacts, { isbns: b = [] }: MatchFacts): boolean {
  const ours = new Set(a.map(toIsbn13))
  return b.some((one) => ours.has(toIsbn13(one)))
}

/** ISBN-10 and ISBN-13 of one book are the same. */
function toIsbn13(text: string): string {
  const isbn = isbnOf(text) ?? text
  if (isbn.length !== 10) return isbn
  const body = `978${isbn.slice(0, 9)}`
  const sum = [...body].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return body + ((10 - (sum % 10)) % 10)
}

function yearEvidence(ours: MatchFacts, theirs: MatchFacts, isSameAuthor: boolean): number {
  if (theirs.year === undefined) return 0
  const years = [theirs.year, ...(theirs.otherYears ?? [])]
  if (ours.hints?.years.some((year) => years.includes(year))) return SAME_YEAR
  if (ours.year === undefined) return 0
  const mine = [ours.year, ...(ours.otherYears ?? [])]
  const best = Math.max(...mine.flatMap((one) => years.map((year) => yearsApartEvidence(one, year))))
  const isReprinted = ours.isEdition && isSameAuthor && Math.min(...years) < ours.year
  return isReprinted ? Math.max(0, best) : best
}

function yearsApartEvidence(ours: number, theirs: number): number {
  const apart = Math.abs(ours - theirs)
  if (apart === 0) return SAME_YEAR
  if (apart === 1) return 0
  if (apart > 3) return -0.2
  // Editions appear after the work. A work that began after the edition in the library is probably another one.
  return theirs > ours ? -0.12 : -0.08
}

function authorEvidence(ours: MatchFacts, theirs: MatchFacts): number {
  const isNamed = ours.hints !== undefined && hintsNamePerson(ours.hints, theirs)
  const isShared = isNamed || sharePerson(ours.authors, theirs.authors)
  return isShared === undefined ? 0 : isShared ? 0.06 : -0.2
}

/** A library can't have more volumes than exist, or more chapters. */
function countEvidence(owned: MatchFacts, { count: volumes, chapters = 0 }: MatchFacts): number {
  const ours = owned.count ?? 0
  if (owned.chapters && chapters > 0 && ours === 0) return compareCounts(owned.chapters, chapters)
  if (!ours || !volumes) return 0
  return ours <= chapters + 1 && ours !== volumes ? 0 : compareCounts(ours, volumes)
}

function compareCounts(ours: number, volumes: number): number {
  // With few volumes, equal counts may be a coincidence; from eight on, they rarely are.
  if (ours === volumes) return ours < 8 ? 0.02 : FULL_COUNT
  // An ongoing series may have gone on since the provider counted, but not from one volume to ten.
  if (ours > volumes * 1.3 + 2) return -0.2
  return ours > volumes + 1 ? -0.1 : 0
}

const publisherEvidence = (ours: MatchFacts, theirs: MatchFacts): number =>
  ours.hints !== undefined && hintsNamePublisher(ours.hints, theirs)
    ? TIE_BREAKER
    : sameTextEvidence(ours.publisher, theirs.publisher)

/** Another publisher or language proves nothing: it may be the original. The same one decides where all else is equal. */
function sameTextEvidence(ours: string | undefined, theirs: string | undefined): number {
  if (!ours || !theirs) return 0
  return normaliseTitle(ours) === normaliseTitle(theirs) ? TIE_BREAKER : 0
}

/** Just enough to lead: more than `MIN_LEAD`. */
export const TIE_BREAKER = 0.031
/** Of two matches, the one whose form is known to be right leads. */
const UNKNOWN_FORM = -TIE_BREAKER
const FULL_COUNT = 0.04
const SAME_YEAR = 0.05
const OTHER_ID = -0.2
const MAX_SCORE = 1.1
/** What appears sooner is rather the manga of a novel, or the series after its pilot. */
export const MIN_REPRINT_YEARS = 5
