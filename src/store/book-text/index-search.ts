import type { SqlCondition } from '../list/sql-conditions.ts'
import type { CompileOptions } from './compile-query.ts'
import type { IndexedBooks } from './indexed-books.ts'
import type { TextQuery } from './query.ts'

/** A query to the index of either database. */
export interface IndexSearch {
  query: TextQuery
  options: CompileOptions
  /** Conditions on the book, `b`: visibility and filter. */
  where: SqlCondition
  books: IndexedBooks
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

/** How long a search with this many hits may continue. */
export const timeLeft = ({ findingMs, countingMs }: SearchLimits, spentMs: number, found: number): number =>
  (found >= ENOUGH ? countingMs : found >= SOME ? 1.5 * countingMs : findingMs) - spentMs

const ENOUGH = 40
const SOME = 10
