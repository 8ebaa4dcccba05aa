import { foldForSearch, indexedWords, withoutArticle } from '../text/search-words.ts'
import { type QueryWords, WHOLE_WORD_MARK } from './query-words.ts'

/** What ranking needs of a hit. */
export interface RankedHit {
  id: number
  sortKey: string
  /** Title, sort title. */
  titles: readonly (string | null)[]
  /** Other names: for a book, its series' title. */
  names: readonly (string | null)[]
}

/**
 * Our own ranking, the same on both databases: exact titles, titles that start with the text, titles with all the
 * words, then names, then the rest (authors, publishers); ties by the shorter title, then by title order.
 */
export function rankHits(text: string, words: QueryWords, hits: readonly RankedHit[]): number[] {
  const query = bare(foldForSearch(text))
  const scored = hits.map((hit) => ({ hit, score: scoreOf(query, words, hit), length: hit.titles[0]?.length ?? 0 }))
  scored.sort(
    (a, b) => b.score - a.score || a.length - b.length || compare(a.hit.sortKey, b.hit.sortKey) || a.hit.id - b.hit.id,
  )
  return scored.map(({ hit }) => hit.id)
}

function scoreOf(query: string, words: QueryWords, { titles, names }: RankedHit): number {
  let best = 0
  for (const title of titles) if (title) best = Math.max(best, scoreOfTitle(query, words, title))
  if (best > 0) return best
  for (const name of names) if (name) best = Math.max(best, scoreOfTitle(query, words, name) / 2)
  if (best > 0) return best
  return containsAllWords(
    words,
    [...titles, ...names].flatMap((name) => (name ? indexedWords(name) : [])),
  )
    ? 10
    : 0
}

function scoreOfTitle(query: string, words: QueryWords, title: string): number {
  const folded = bare(foldForSearch(title))
  if (folded === query) return 100
  if (folded.startsWith(`${query} `)) return 80
  if (folded.startsWith(query)) return 70
  if (folded.includes(query)) return 60
  const [tight, queryTight] = [withoutSpaces(folded), withoutSpaces(query)]
  if (tight === queryTight) return 95
  if (tight.startsWith(queryTight)) return 65
  return containsAllWords(words, indexedWords(title)) ? 40 : 0
}

/** "The Boys" is an exact hit for "boys". */
const bare = (folded: string): string => withoutArticle(folded) ?? folded.replace(/^(?:the|an?) (?=\S)/, '')

/** Spider-Man, Spider Man and Spiderman are equal. */
const withoutSpaces = (folded: string): string => folded.replaceAll(' ', '')

/**
 * Whether each word is a prefix of one of these. Also decides whether a title found by its beginning is a hit at all.
 */
export function containsAllWords(words: QueryWords, among: readonly string[]): boolean {
  return words.every((spellings) =>
    spellings.some((word) =>
      word.endsWith(WHOLE_WORD_MARK) ? among.includes(word.slice(0, -1)) : among.some((one) => one.startsWith(word)),
    ),
  )
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
