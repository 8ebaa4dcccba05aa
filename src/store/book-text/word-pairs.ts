import { sql } from 'kysely'
import type { SqlCondition } from '../list/sql-conditions.ts'
import type { Db } from '../open.ts'
import type { TextTerm } from './query.ts'
import { vectorOf } from './write.ts'

/**
 * PostgreSQL indexes which words are adjacent in a passage, as one of a million numbers for each pair. A passage has at
 * most four thousand of them, so few that don't contain a phrase have its pairs.
 */
export const holdsWordPairs = (phrase: TextTerm): SqlCondition =>
  sql<boolean>`f.has_pairs and word_pairs(f.words) @> word_pairs(${vectorOf(pairedWordsOf(phrase)!, [])}::tsvector)`

/** The adjacent words of a phrase; the one that a prefix stands for isn't known. */
export function pairedWordsOf({ words, isPrefix }: TextTerm): readonly string[] | undefined {
  const known = isPrefix ? words.slice(0, -1) : words
  return known.length > 1 ? known : undefined
}

/** Passages indexed by an earlier version are left as they are: while there are any, phrases are found by their words. */
export async function areWordPairsIndexed(db: Db): Promise<boolean> {
  const { rows } = await sql`select id from text_search where not has_pairs limit 1`.execute(db.query)
  return rows.length === 0
}
