import { foldLetters } from '../../store/text/fold-letters.ts'
import { isbnOf } from '../protocol/records.ts'
import { normaliseSeasons } from './normalise-seasons.ts'

/** What is known of either side of a comparison. */
export interface MatchFacts {
  /** The main title first, then all others. */
  titles: readonly string[]
  year?: number
  authors?: readonly string[]
  isbns?: readonly string[]
  /** How many volumes there are, or at least how many somebody has. */
  count?: number
  /** Pictures or text, where that is known. */
  form?: 'comic' | 'text'
  /** A single story, often the pilot of a series with the same title. */
  isOneShot?: boolean
  /** One edition of a work: providers tell when the work first appeared. */
  isEdition?: boolean
}

/**
 * How likely two descriptions mean the same work, 0 to 1: the best of all titles against each other, then what speaks for
 * and against it. What a plugin thinks of its own results does not count: some call every well-kept record a hit.
 */
export const matchSimilarity = (ours: MatchFacts, theirs: MatchFacts): number => Math.min(1, matchScore(ours, theirs))

/** The same without an upper bound: of two that fit well, the one that fits in more ways leads. */
export function matchScore(ours: MatchFacts, theirs: MatchFacts): number {
  if (shareIsbn(ours, theirs)) return MAX_SCORE
  const title = bestTitle(ours.titles, theirs.titles)
  if (title === 0) return 0
  const author = authorEvidence(ours.authors, theirs.authors)
  const isReprinted = ours.isEdition && author > 0 && (theirs.year ?? Number.POSITIVE_INFINITY) < (ours.year ?? 0)
  const year = isReprinted ? 0 : yearEvidence(ours.year, theirs.year)
  const edition = editionEvidence(ours, theirs)
  const score = Math.max(0, title + year + author + countEvidence(ours.count, theirs.count) + edition)
  // Another title of the same year is not enough: “Harbor” and “Harbors” are two works unless the people are the same. And
  // however well the rest fits, the novel is not the manga.
  const isOther = (title <= ALIKE && author <= 0) || edition < UNTOLD_FORM
  return isOther ? Math.min(score, ALIKE) : score
}

/** What it could be if everything that is not told about it were to fit: a gap in what was told proves nothing. */
export function possibleScore(ours: MatchFacts, theirs: MatchFacts): number {
  return matchScore(ours, {
    ...theirs,
    year: theirs.year ?? ours.year,
    authors: theirs.authors?.length ? theirs.authors : ours.authors,
    count: theirs.count ?? ours.count,
  })
}

/**
 * Whether they are editions of one work, as far as can be told: the same people, the same titles in all languages, as many
 * volumes, and years between them. What appeared soon after is rather the series after its pilot, or the manga of a novel.
 */
export function isSameWork(a: MatchFacts, b: MatchFacts): boolean {
  const [x, y] = [titleSet(a), titleSet(b)]
  const sharesAuthor = authorEvidence(a.authors, b.authors) > 0
  const isOtherLength = a.count !== undefined && b.count !== undefined && a.count !== b.count
  const isOtherForm = a.form !== undefined && b.form !== undefined && a.form !== b.form
  const yearsApart = a.year === undefined || b.year === undefined ? 0 : Math.abs(a.year - b.year)
  if (isOtherLength || isOtherForm || !sharesAuthor) return false
  if (isTranslation(a, b) || isTranslation(b, a)) return true
  if (yearsApart > 0 && yearsApart < MIN_REPRINT_YEARS) return false
  return x.size > 1 && x.size === y.size && [...x].every((title) => y.has(title))
}

/** A later comic by the same people, with a title of its own and the original one only beside it. */
function isTranslation(original: MatchFacts, later: MatchFacts): boolean {
  const isToldAlike = original.form !== undefined && original.form === later.form
  if (!isToldAlike || original.isOneShot || later.isOneShot) return false
  const main = normaliseTitle(original.titles[0] ?? '')
  const [own, ...others] = later.titles.map(normaliseTitle)
  return (original.year ?? 9999) < (later.year ?? 0) && own !== main && others.includes(main)
}

const titleSet = ({ titles }: MatchFacts) => new Set(titles.map(normaliseTitle))

/** The novel is not the manga, and an omnibus, a fanbook or an anthology is not what it was made from. */
function editionEvidence(ours: MatchFacts, theirs: MatchFacts): number {
  const [main = ''] = theirs.titles
  const isMarked = (words: RegExp) => words.test(main) && !ours.titles.some((title) => words.test(title))
  const form = theirs.form ?? (isMarked(NOVEL) ? 'text' : isMarked(COMIC) || GRAPHIC.test(main) ? 'comic' : undefined)
  const isOtherForm = ours.form !== undefined && form !== undefined && ours.form !== form
  const isPilot = theirs.isOneShot && ours.year !== undefined && theirs.year !== undefined && ours.year !== theirs.year
  if (isOtherForm || isPilot || isMarked(EDITION)) return -0.15
  return ours.form !== undefined && form === undefined ? UNTOLD_FORM : 0
}

/** Of two that fit, the one that is known to be a comic leads, by just enough. */
const UNTOLD_FORM = -0.031

/** As what `format` in a search result says; other words tell nothing. */
export function comicOrTextOf(format: string | undefined): MatchFacts['form'] {
  if (format === undefined) return undefined
  if (/novel/i.test(format)) return /graphic/i.test(format) ? 'comic' : 'text'
  return /^(manga|manhwa|manhua|comic|webtoon|one[_ -]?shot|doujin)/i.test(format) ? 'comic' : undefined
}

export const isOneShotFormat = (format: string | undefined): boolean => /^(one[_ -]?shot|pilot)\b/i.test(format ?? '')

function shareIsbn({ isbns: a = [] }: MatchFacts, { isbns: b = [] }: MatchFacts): boolean {
  const ours = new Set(a.map(thirteen))
  return b.some((one) => ours.has(thirteen(one)))
}

/** ISBN-10 and ISBN-13 of one book are the same. */
function thirteen(text: string): string {
  const isbn = isbnOf(text) ?? text
  if (isbn.length !== 10) return isbn
  const body = `978${isbn.slice(0, 9)}`
  const sum = [...body].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return body + ((10 - (sum % 10)) % 10)
}

/** A title that both have only as a second one tells a little less. */
function bestTitle(ours: readonly string[], theirs: readonly string[]): number {
  let best = 0
  for (const [i, a] of ours.slice(0, MAX_TITLES).entries()) {
    for (const [j, b] of theirs.slice(0, MAX_TITLES).entries()) {
      const weight = 1 - (i > 0 ? 0.02 : 0) - (j > 0 ? 0.02 : 0)
      best = Math.max(best, titleSimilarity(a, b) * weight)
    }
  }
  return best
}

export function titleSimilarity(a: string, b: string): number {
  const [x, y] = [normaliseTitle(a), normaliseTitle(b)]
  if (x === '' || y === '') return 0
  if (x === y) return BASE
  const [xWords, yWords] = [x.split(' '), y.split(' ')]
  if (bareLetters(x) === bareLetters(y)) return BASE - 0.01
  const letters = dice(x, y)
  const words = jaccard(xWords, yWords)
  const likeness = 0.6 * letters + 0.4 * words
  // "Part 2" is not "Part 3", and a title that goes on is usually another work.
  if (numbersOf(xWords) !== numbersOf(yWords)) return Math.min(likeness, 0.6)
  if (isMainTitle(x, b) || isMainTitle(y, a)) return GOES_ON
  const isLonger = isPrefix(xWords, yWords) || isPrefix(yWords, xWords)
  return Math.min(likeness, isLonger ? GOES_ON : ALIKE)
}

/** However long the subtitle is. */
const isMainTitle = (normalised: string, whole: string) =>
  bareLetters(normalised) === bareLetters(normaliseTitle(whole.split(/:| [-–—~] /u, 1)[0]!))

/** As in both ways to write Japanese: “Bōken Ō”, which is “boken o” by now, and “Bouken Oh”. */
const bareLetters = (title: string) =>
  title
    .replace(/o(?:[uo]|h(?![aeiou]))+/g, 'o')
    .replaceAll('uu', 'u')
    .replaceAll(' ', '')

/** Case, accents, punctuation, articles, brackets and “the manga” do not tell titles apart. */
export function normaliseTitle(title: string): string {
  const plain = foldLetters(title)
    .replace(ARTICLE_BEHIND, '')
    .replace(/(?<=\S)(?:\s*[:([–—]\s*|\s+-\s+)(?:the )?(?:manga|manhwa|manhua|comic|webtoon)[)\]]?$/u, '')
    .replace(/[[({（【][^\])}）】]*[\])}）】]/gu, (part) => (/\d{4}/.test(part) || part.length > 24 ? ' ' : part))
    .replace(/&/g, ' and ')
    .replace(/×/g, ' x ')
    .replace(/['’`´]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(ARTICLE, '')
    .replace(/(?<=\S (?:omnibus|deluxe|collectors|anniversary)) edition$/u, '')
    .split(' ')
    .map((word) => SAME_WORDS.get(word) ?? word)
    .join(' ')
  return normaliseSeasons(plain)
}

/** "Berserk v01-41 (2003) [Digital]" is searched for as "Berserk", "Berserk (Deluxe Edition)" as it is. */
export function parseTitleForSearch(title: string): { title: string; year: number | undefined } {
  const year = /[([](1[89]\d\d|20\d\d)[^\])]{0,6}[)\]]/.exec(title)?.[1]
  const bare = title
    .replace(/\s*[[({][^\])}]*[\])}]\s*/g, (part) => (EDITION.test(part) ? part : ' '))
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(VOLUMES_BEHIND, '')
  return { title: bare || title, year: year === undefined ? undefined : Number(year) }
}

function yearEvidence(ours: number | undefined, theirs: number | undefined): number {
  if (ours === undefined || theirs === undefined) return 0
  const apart = Math.abs(ours - theirs)
  if (apart === 0) return 0.05
  if (apart === 1) return 0
  if (apart > 3) return -0.2
  // Editions appear after the work. What began after the edition somebody has is rather something else.
  return theirs > ours ? -0.12 : -0.08
}

function authorEvidence(ours: readonly string[] = [], theirs: readonly string[] = []): number {
  if (ours.length === 0 || theirs.length === 0) return 0
  const names = new Set([...ours, ...dividedNames(ours)].map(plainName))
  return theirs.some((name) => names.has(plainName(name))) ? 0.06 : -0.2
}

/** "Tolkien, J. R. R." and "J.R.R. Tolkien" are one person. */
const plainName = (name: string) =>
  foldLetters(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .filter((part) => part.length > 1)
    .sort()
    .join(' ')

/** Comics list people between commas, so "Mori, Aya" arrives as two. */
const dividedNames = (names: readonly string[]) =>
  names.slice(1).flatMap((name, at) => (/\s/.test(`${names[at]}${name}`) ? [] : [`${names[at]} ${name}`]))

/** Nobody owns more volumes than there are. */
function countEvidence(ours: number | undefined, theirs: number | undefined): number {
  if (!ours || !theirs) return 0
  if (ours === theirs) return 0.02
  // An ongoing series may have gone on since the provider counted, but not from one volume to ten.
  if (ours > theirs * 1.3 + 2) return -0.2
  return ours > theirs + 1 ? -0.1 : 0
}

function dice(a: string, b: string): number {
  const [x, y] = [bigrams(a), bigrams(b)]
  let shared = 0
  for (const [pair, count] of x) shared += Math.min(count, y.get(pair) ?? 0)
  const total = sum(x) + sum(y)
  return total === 0 ? 0 : (2 * shared) / total
}

function bigrams(text: string): Map<string, number> {
  const letters = [...` ${text} `]
  const pairs = new Map<string, number>()
  for (let at = 0; at + 1 < letters.length; at++) {
    const pair = letters[at]! + letters[at + 1]!
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return pairs
}

const sum = (counts: Map<string, number>) => [...counts.values()].reduce((total, one) => total + one, 0)

function jaccard(a: readonly string[], b: readonly string[]): number {
  const [x, y] = [new Set(a), new Set(b)]
  const shared = [...x].filter((word) => y.has(word)).length
  return shared / (x.size + y.size - shared)
}

const numbersOf = (words: readonly string[]) => words.filter((word) => /^\d+$/.test(word)).join(' ')
const isPrefix = (short: readonly string[], long: readonly string[]) =>
  short.length < long.length && short.every((word, index) => word === long[index])

const NOVEL = /(?<!graphic )\bnovels?\b|ノベル|小説|소설|小说/iu
const GRAPHIC = /\bgraphic novels?\b/iu
const COMIC = /\b(?:manga|manhwa|manhua|comic|webtoon)[)\]]?$/iu
const ARTICLES = 'the|a|an|der|die|das|le|la|les|el|los|il'
const ARTICLE = new RegExp(`^(?:${ARTICLES}) (?=\\S)`, 'u')
/** “Lantern, The”, also before a bracket. */
const ARTICLE_BEHIND = new RegExp(`, (?:${ARTICLES})(?=$| [([])`, 'u')
const EDITION =
  /\b(?:omnibus|deluxe|kanzenban|bunkoban|aizouban|collector(?:'|’)?s|anniversary|box ?set|fan ?book|guide ?book|art ?book|anthology|full colou?r|colou?red)\b|完全版|文庫版|愛蔵版|画集|アンソロジー|ファンブック/iu

const SAME_WORDS = new Map([
  ['ii', '2'],
  ['iii', '3'],
  ['iv', '4'],
  ['v', '5'],
  ['vi', '6'],
  ['vii', '7'],
  ['viii', '8'],
  ['ix', '9'],
  ['versus', 'vs'],
  ['doctor', 'dr'],
  ['mister', 'mr'],
  ['saint', 'st'],
])
/** Which volumes or chapters a folder holds: “Berserk v01-41”. */
const VOLUMES_BEHIND =
  /(?<=\S)[ _,-]+(?:v|vols?\.?|volumes?|tomes?|t|bde?\.?|band|c|ch\.?|chapters?) ?\d+ ?[-–~] ?v?\d+$/iu
/** Equal titles alone: enough to apply, and room above for what else fits. */
const BASE = 0.92
/** The most that titles which are not equal can have: a person decides, unless something else tells. */
const ALIKE = 0.84
/** A title and the same with a subtitle: a person decides, even if year and author fit. */
const GOES_ON = 0.68
const MAX_TITLES = 30
const MAX_SCORE = 1.1
const MIN_REPRINT_YEARS = 5
