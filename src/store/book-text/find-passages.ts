import type { SqlCondition } from '../list/sql-conditions.ts'
import type { Db } from '../open.ts'
import { commonPairsOf } from './common-pairs.ts'
import { readCommonPrefixes } from './common-prefixes.ts'
import { type CompileOptions, isPhrase } from './compile-query.ts'
import { findInPostgres } from './find-in-postgres.ts'
import { findInSqlite } from './find-in-sqlite.ts'
import type { FoundPassages, SearchLimits } from './index-search.ts'
import { areCommonPairsIndexed, readIndexedBooks } from './indexed-books.ts'
import { holdsTerm } from './locate-in-passage.ts'
import type { TextQuery, TextTerm } from './query.ts'
import { readPassageTexts } from './read-passages.ts'

/** More are reported as "at least this many": a common word has millions, and no one reads to the last. */
export const MAX_HITS_COUNTED = 10_000

export interface PassagesToFind {
  query: TextQuery
  /** Conditions on the book, `b`: visibility and filter. */
  where: SqlCondition
  /** The condition matches all books of libraries with text search. */
  isEverything: boolean
  limits: SearchLimits
}

/**
 * The passages that match the query. Neither database ranks them: to rank a phrase, each would search every passage
 * again. If there are too many, the newest are returned, and counting stops at the time limit.
 */
export async function findPassages(db: Db, search: PassagesToFind): Promise<FoundPassages> {
  const { query, where, isEverything, limits } = search
  const books = await readIndexedBooks(db, where, isEverything)
  if (!books) return { ids: [], hasMore: false }
  const prefixes = await readCommonPrefixes(db, query.wanted, { where, books, limits })
  const usesPairs = hasCommonPairs(query) && (await areCommonPairsIndexed(db))
  const find = (asked: TextQuery, options: CompileOptions, limit: number) =>
    (db.kind === 'sqlite' ? findInSqlite : findInPostgres)(db, { query: asked, options, where, books, limit, limits })
  if (prefixes.size > 0) {
    const others = query.wanted.filter((term) => !prefixes.has(term))
    if (others.length > 0) {
      const some = await find({ ...query, wanted: others }, { usesPairs }, MAX_VERIFIED)
      if (!some.hasMore) return { ids: await keepHolding(db, some.ids, [...prefixes.keys()]), hasMore: false }
    }
    const wordsByPrefix = new Map([...prefixes].map(([term, { words }]) => [term, words]))
    const { ids } = await find(query, { usesPairs, wordsByPrefix }, MAX_HITS_COUNTED)
    const isCountable = [...prefixes.values()].every((prefix) => prefix.isCountable)
    if (ids.length >= FEW_HITS || !isCountable) return { ids, hasMore: true }
  }
  return find(query, { usesPairs }, MAX_HITS_COUNTED)
}

/** With fewer hits of the most frequent words, the rarer ones matter. */
const FEW_HITS = 500
/** This many passages are checked for a prefix: each takes half a millisecond. */
const MAX_VERIFIED = 60

async function keepHolding(db: Db, ids: readonly number[], terms: readonly TextTerm[]): Promise<number[]> {
  const texts = await readPassageTexts(db, ids)
  return ids.filter((id) => {
    const text = texts.get(id)
    return text !== undefined && terms.every((term) => holdsTerm(text, term))
  })
}

const hasCommonPairs = ({ wanted, excluded }: TextQuery): boolean =>
  [...wanted, ...excluded].some((term) => isPhrase(term) && commonPairsOf(term.words).length > 0)
