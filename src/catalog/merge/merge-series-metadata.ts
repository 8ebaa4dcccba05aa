import type { SeriesLock } from '../../contract/metadata.ts'
import type { Author } from '../../formats/publication.ts'
import type { SeriesJson } from '../../formats/sidecar/series-json.ts'
import type { SeriesFields } from '../../store/series/series-fields.ts'
import type { BookFacts } from './book-facts.ts'

/** What a series takes from a book; in reading order. */
export interface MemberBook {
  facts: BookFacts
  summary: string | null
  authors: readonly Author[]
  genres: readonly string[]
  tags: readonly string[]
}

/** Fields that get a value, or lose the one from their books; the others stay as they are. */
export interface MergedSeriesMetadata extends Partial<SeriesFields> {
  authors?: readonly Author[] | null
  genres?: readonly string[] | null
  tags?: readonly string[] | null
  localizedTitle?: string | null
}

/** The metadata of a series before its books are merged. */
export interface StoredSeriesMetadata {
  locks: readonly string[]
  /** Fields whose value came from files: the books, or the series.json beside them. */
  fromFiles: readonly string[]
  /** Metadata from its path in the library: the publisher's folder, the year after its name. */
  fromPath?: { publisher?: string; year?: number }
  /** Fields that may come from a series.json that can't be read now: they stay. */
  fieldsToKeep?: readonly string[]
}

/** Fields for which the series.json may be better than the books. */
export const seriesJsonFields = [
  'summary',
  'publisher',
  'imprint',
  'status',
  'ageRating',
  'year',
  'totalBookCount',
] as const satisfies readonly (keyof MergedSeriesMetadata)[]

/**
 * Merges the metadata of a series from its books and the series.json beside them: the most common publisher and
 * language, the direction of most of its books, the first year, the strictest age, everyone who worked on it. Locked
 * fields are left out; values that once came from here and no longer do are null.
 */
export function mergeSeriesMetadata(
  { locks, fromFiles, fromPath, fieldsToKeep = [] }: StoredSeriesMetadata,
  books: readonly MemberBook[],
  sidecar: SeriesJson | undefined,
): MergedSeriesMetadata {
  const factsInFiles = books.map((book) => book.facts.file?.ofSeries ?? {})
  const merged: MergedSeriesMetadata = {
    titleSort: first(factsInFiles.map((one) => one.sort)),
    summary: sidecar?.summary ?? first(books.map((book) => book.summary)),
    publisher: sidecar?.publisher ?? commonest(books.map((book) => book.facts.publisher)) ?? fromPath?.publisher,
    imprint: sidecar?.imprint ?? commonest(books.map((book) => book.facts.imprint)),
    status: sidecar?.status ?? first(factsInFiles.map((one) => one.status)),
    ageRating: sidecar?.ageRating ?? largest(factsInFiles.map((one) => one.ageRating)),
    language: commonest(books.map((book) => book.facts.languageIso)),
    readingDirection: majority(factsInFiles.map((one) => one.direction)),
    year:
      sidecar?.year ??
      smallest(factsInFiles.map((one) => one.year)) ??
      smallest(books.map((book) => book.facts.year)) ??
      fromPath?.year,
    totalBookCount: sidecar?.totalBookCount ?? largest(books.map((book) => notBelowZero(book.facts.seriesTotal))),
    authors: everyone(books),
    genres: union(books.map((book) => book.genres)),
    tags: union(books.map((book) => book.tags)),
    localizedTitle: commonest(factsInFiles.map((one) => one.localized)),
  }
  for (const field of Object.keys(merged) as (keyof MergedSeriesMetadata)[]) {
    if (locks.includes(LOCK_OF[field] ?? field) || fieldsToKeep.includes(field)) delete merged[field]
    else if (merged[field] === undefined) {
      if (fromFiles.includes(field)) merged[field] = null
      else delete merged[field]
    }
  }
  return merged
}

const LOCK_OF: Partial<Record<keyof MergedSeriesMetadata, SeriesLock>> = {
  authors: 'authorsJsonLock',
  localizedTitle: 'alternateTitles',
}

type Maybe<T> = T | null | undefined

const isKnown = <T>(value: Maybe<T>): value is T => value !== undefined && value !== null
const first = <T>(values: readonly Maybe<T>[]): T | undefined => values.find(isKnown)

function commonest<T>(values: readonly Maybe<T>[]): T | undefined {
  const counts = new Map<T, number>()
  for (const value of values) if (isKnown(value)) counts.set(value, (counts.get(value) ?? 0) + 1)
  let best: T | undefined
  // The earlier one wins a tie: maps keep the order of the books.
  for (const [value, count] of counts) if (best === undefined || count > counts.get(best)!) best = value
  return best
}

/** The value of more than half of them; those without one count too. */
function majority<T>(values: readonly Maybe<T>[]): T | undefined {
  const best = commonest(values)
  return values.filter((value) => isKnown(value) && value === best).length * 2 > values.length ? best : undefined
}

/** A negative count, wrong in a file or written by an earlier version, is dropped. */
const notBelowZero = (count: Maybe<number>): Maybe<number> => (isKnown(count) && count < 0 ? undefined : count)
const largest = (values: readonly Maybe<number>[]) => values.filter(isKnown).reduce(bigger, undefined)
const smallest = (values: readonly Maybe<number>[]) => values.filter(isKnown).reduce(lesser, undefined)
const bigger = (a: number | undefined, b: number) => (a === undefined || b > a ? b : a)
const lesser = (a: number | undefined, b: number) => (a === undefined || b < a ? b : a)

/** Distinct names, most frequent first. */
function union(lists: readonly (readonly string[])[]): string[] | undefined {
  const counts = new Map<string, { name: string; count: number }>()
  for (const list of lists) {
    for (const name of list) {
      const known = counts.get(name.toLowerCase())
      if (known) known.count++
      else counts.set(name.toLowerCase(), { name, count: 1 })
    }
  }
  return counts.size === 0 ? undefined : [...counts.values()].sort((a, b) => b.count - a.count).map((one) => one.name)
}

function everyone(books: readonly MemberBook[]): Author[] | undefined {
  const found = new Map<string, { author: Author; count: number }>()
  for (const { authors } of books) {
    for (const author of authors) {
      const key = `${author.role} ${author.name.toLowerCase()}`
      const known = found.get(key)
      if (known) known.count++
      else found.set(key, { author, count: 1 })
    }
  }
  if (found.size === 0) return undefined
  const sorted = [...found.values()].sort((a, b) => b.count - a.count)
  return sorted.slice(0, MAX_AUTHORS).map((one) => one.author)
}

const MAX_AUTHORS = 200
