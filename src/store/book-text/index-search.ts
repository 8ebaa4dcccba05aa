import type { SqlCondition } from '../list/sql-conditions.ts'
import type { CompileOptions } from './compile-query.ts'
import type { IndexedBooks } from './indexed-books.ts'
import type { TextQuery } from './query.ts'
import type { PassageSample } from './sample-passages.ts'

/** A query to the index of either database. */
export interface IndexSearch {
  query: TextQuery
  options: CompileOptions
  /** Conditions on the book, `b`: visibility and filter. */
  where: SqlCondition
  books: IndexedBooks
  /** For phrases in PostgreSQL, and for prefixes. */
  sample: PassageSample | undefined
  /** Further hits aren't counted. */
  limit: number
  limits: SearchLimits
  /** When the search began, as `performance.now()` gives it. */
  began: number
}

export interface FoundPassages {
  /** Newest first. */
  ids: number[]
  /** There may be more. */
  hasMore: boolean
}

/** More are reported as "at least this many": a common word has millions, and no one reads to the last. */
export const MAX_HITS_COUNTED = 10_000

/** Limits of a search. */
export interface SearchLimits {
  /** Time to find hits, in milliseconds. */
  findingMs: number
  /** Time to count the rest, once enough hits are found. */
  countingMs: number
  /** With at most this many passages in the index, any prefix is merged in time. */
  smallIndex: number
  /** The words of a prefix may occur this often for both databases to merge them in time. */
  quickPrefix: number
  /** The same, if too few hits were found otherwise. */
  slowPrefix: number
  /** This many passages are checked however long it takes. */
  alwaysChecked: number
}

export const defaultSearchLimits: SearchLimits = {
  findingMs: 400,
  countingMs: 100,
  smallIndex: 8000,
  quickPrefix: 300_000,
  slowPrefix: 600_000,
  alwaysChecked: 400,
}

/** How long a search with this many hits may continue: longest if there is nothing to show yet. */
export const timeLeft = ({ findingMs, countingMs }: SearchLimits, spentMs: number, found: number): number =>
  (found >= ENOUGH_HITS ? countingMs : found > 0 ? 1.5 * countingMs : findingMs) - spentMs

const ENOUGH_HITS = 40

/**
 * How many passages to check next: half of what time allows, so that a slower batch does no harm; not for long, because
 * with the first hit there is less time; and no more than are needed to have enough hits.
 */
export function nextBatch(soFar: { checked: number; found: number; spentMs: number; leftMs: number }): number {
  const { checked, found, spentMs, leftMs } = soFar
  const affordable = (checked * Math.min(leftMs / 2, LONGEST_BATCH_MS)) / spentMs
  const needed = found < ENOUGH_HITS ? (checked * (ENOUGH_HITS - found)) / Math.max(1, found) : Infinity
  return Math.max(1, Math.ceil(Math.min(affordable, needed)))
}

const LONGEST_BATCH_MS = 40
