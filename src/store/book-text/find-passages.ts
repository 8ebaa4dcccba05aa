import type { SqlCondition } from '../list/sql-conditions.ts'
import type { Db } from '../open.ts'
import { commonPairsOf } from './common-pairs.ts'
import { type CommonPrefix, findCommonPrefixes } from './common-prefixes.ts'
import { type CompileOptions, isPhrase, needsOrder } from './compile-query.ts'
import { findInPostgres, findInPostgresWithoutIndex } from './find-in-postgres.ts'
import { findInSqlite } from './find-in-sqlite.ts'
import { type FoundPassages, MAX_HITS_COUNTED, type SearchLimits, timeLeft } from './index-search.ts'
import { areCommonPairsIndexed, readIndexedBooks } from './indexed-books.ts'
import { holdsTerm } from './locate-in-passage.ts'
import type { TextQuery, TextTerm } from './query.ts'
import { readPassageTexts } from './read-passages.ts'
import { type PassageSample, readPassageSample } from './sample-passages.ts'

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
export async function findPassages(
  db: Db,
  { query, where, isEverything, limits }: PassagesToFind,
): Promise<FoundPassages> {
  const began = performance.now()
  const books = await readIndexedBooks(db, where, isEverything)
  if (!books) return { ids: [], hasMore: false }
  const usesPairs = hasCommonPairs(query) && (await areCommonPairsIndexed(db))
  const isLarge = books.passagesOfAll > limits.smallIndex
  const hasPrefix = isLarge && query.wanted.some((term) => term.isPrefix)
  const readsPhrases = db.kind === 'postgres' && needsOrder(query, { usesPairs })
  const sample = hasPrefix || readsPhrases ? await readPassageSample(db, where, books) : undefined
  const search = { where, books, sample, limits, began }
  const find = (wanted: TextQuery, options: CompileOptions, limit: number) =>
    (db.kind === 'sqlite' ? findInSqlite : findInPostgres)(db, { ...search, query: wanted, options, limit })
  if (!sample) return find(query, { usesPairs }, MAX_HITS_COUNTED)

  const prefixes = hasPrefix
    ? findCommonPrefixes(db.kind, query.wanted, sample, { books, limits })
    : new Map<TextTerm, CommonPrefix>()
  const wordsByPrefix = new Map([...prefixes].map(([term, { words }]) => [term, words]))
  if (readsPhrases && needsOrder(query, { usesPairs, wordsByPrefix }) && isFrequent(sample, query)) {
    return findInPostgresWithoutIndex(db, { ...search, query, options: { usesPairs }, limit: MAX_HITS_COUNTED })
  }
  if (prefixes.size > 0) {
    const others = query.wanted.filter((term) => !prefixes.has(term))
    if (others.length > 0) {
      const some = await find({ ...query, wanted: others }, { usesPairs }, MAX_VERIFIED)
      if (!some.hasMore)
        return { ids: await filterMatchingPassages(db, some.ids, [...prefixes.keys()]), hasMore: false }
    }
    const { ids } = await find(query, { usesPairs, wordsByPrefix }, MAX_HITS_COUNTED)
    const isCountable = [...prefixes.values()].every((prefix) => prefix.isCountable)
    const isLate = ids.length > 0 && timeLeft(limits, performance.now() - began, ids.length) <= 0
    if (ids.length >= FEW_HITS || !isCountable || isLate) return { ids, hasMore: true }
  }
  return find(query, { usesPairs }, MAX_HITS_COUNTED)
}

/** Whether so many passages match that checking them one by one finds enough: at least one of twenty. */
function isFrequent({ ofSearched }: PassageSample, { wanted, excluded }: TextQuery): boolean {
  const patterns = (terms: readonly TextTerm[]) =>
    terms.map(({ words, isPrefix }) => ` ${words.join(' ')}${isPrefix ? '' : ' '}`)
  const [all, none] = [patterns(wanted), patterns(excluded)]
  return ofSearched.some((text) => {
    const padded = ` ${text} `
    return all.every((part) => padded.includes(part)) && !none.some((part) => padded.includes(part))
  })
}

/** With fewer hits of the most frequent words, the rarer ones matter. */
const FEW_HITS = 500
/** This many passages are checked for a prefix: each takes half a millisecond. */
const MAX_VERIFIED = 60

async function filterMatchingPassages(db: Db, ids: readonly number[], terms: readonly TextTerm[]): Promise<number[]> {
  const texts = await readPassageTexts(db, ids)
  return ids.filter((id) => {
    const text = texts.get(id)
    return text !== undefined && terms.every((term) => holdsTerm(text, term))
  })
}

/** The end of a phrase may turn out to be a common word. */
const hasCommonPairs = ({ wanted, excluded }: TextQuery): boolean =>
  [...wanted, ...excluded].some((term) => isPhrase(term) && (term.isPrefix || commonPairsOf(term.words).length > 0))
