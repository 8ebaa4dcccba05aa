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

/** More are counted as "at least so many": a common word has millions, and nobody reads on to the last. */
export const MAX_HITS_COUNTED = 10_000

export interface PassagesToFind {
  query: TextQuery
  /** Of the book, `b`: who may see it, what it has to be. */
  where: SqlCondition
  /** The condition is met by all books of libraries with text search. */
  isEverything: boolean
  limits: SearchLimits
}

/**
 * The passages that hold what is asked for. Neither database ranks them: to weigh a phrase, each would look for it in every
 * passage once more. Where there are too many, the newest are found, and no more are counted than people wait for.
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

/** With fewer of the most frequent words, the rarer ones count. */
const FEW_HITS = 500
/** So many are looked through for the beginning of a word: a passage takes half a millisecond. */
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
