import type { SqlCondition } from '../list/sql-conditions.ts'
import type { CompileOptions } from './compile-query.ts'
import type { IndexedBooks } from './indexed-books.ts'
import type { TextQuery } from './query.ts'

/** What the index of either database is asked. */
export interface IndexSearch {
  query: TextQuery
  options: CompileOptions
  /** Of the book, `b`: who may see it, what it has to be. */
  where: SqlCondition
  books: IndexedBooks
  /** More are not counted. */
  limit: number
  limits: SearchLimits
}

export interface FoundPassages {
  /** The newest first. */
  ids: number[]
  /** There may be more. */
  hasMore: boolean
}

/** How much a search may look at. */
export interface SearchLimits {
  /** For what is found at all, in milliseconds. */
  findingMs: number
  /** For counting the rest, where enough is found. */
  countingMs: number
  /** With so few passages in the index, any beginning of a word is put together in time. */
  smallIndex: number
  /** So often words that begin alike may be in the index for both databases to put them together in time. */
  quickPrefix: number
  /** The same where too little was found otherwise. */
  slowPrefix: number
}

export const defaultSearchLimits: SearchLimits = {
  findingMs: 400,
  countingMs: 100,
  smallIndex: 8000,
  quickPrefix: 300_000,
  slowPrefix: 600_000,
}

/** How long a search that has found so many may go on. */
export const timeLeft = ({ findingMs, countingMs }: SearchLimits, spentMs: number, found: number): number =>
  (found >= ENOUGH ? countingMs : findingMs) - spentMs

const ENOUGH = 40
