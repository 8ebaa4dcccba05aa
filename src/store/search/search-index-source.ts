import { type RawBuilder, sql } from 'kysely'
import type { EntityName } from '../entity.ts'
import { type Column, neverTrue, type SqlCondition } from '../list/sql-conditions.ts'
import type { Db } from '../open.ts'
import { WITHOUT_PREPARED_PLAN } from '../postgres/driver.ts'
import { compileMatchExpression, type QueryWords } from './query-words.ts'

/** The search index as part of a statement: its table, the match condition, and the id of the hit. */
export interface SearchIndexSource {
  from: RawBuilder<unknown>
  matches: SqlCondition
  id: Column
}

export function searchIndexSourceOf(kind: Db['kind'], entity: EntityName, words: QueryWords): SearchIndexSource {
  const table = sql.ref(`${entity}_search`)
  return {
    from: sql`${table}`,
    matches: words.length === 0 ? neverTrue : matching(kind, entity, words),
    id: sql.ref(kind === 'sqlite' ? `${entity}_search.rowid` : `${entity}_search.id`),
  }
}

/**
 * Not for an empty query: then only punctuation was typed, which matches nothing, and neither database accepts such a
 * query.
 */
function matching(kind: Db['kind'], entity: EntityName, words: QueryWords): SqlCondition {
  const text = compileMatchExpression(kind, words)
  if (kind === 'sqlite') return sql<boolean>`${sql.ref(`${entity}_search`)} match ${text}`
  return sql<boolean>`${sql.ref(`${entity}_search.words`)} @@ ${text}::tsquery`
}

/** Prefix of every search statement: see `WITHOUT_PREPARED_PLAN`. */
export const withoutPreparedPlan = sql.raw(WITHOUT_PREPARED_PLAN)
