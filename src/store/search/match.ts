import { type RawBuilder, sql } from 'kysely'
import { type Column, never, type SqlCondition } from '../list/conditions.ts'
import type { Db } from '../open.ts'
import { PLAN_ANEW } from '../postgres/driver.ts'
import { matchText, type QueryWords } from './query-words.ts'

export type EntityName = 'book' | 'series'

/** The index of words as a table of a statement: where it stands, what must hold, and the id of the hit. */
export interface Hits {
  from: RawBuilder<unknown>
  matches: SqlCondition
  id: Column
}

export function hitsOf(kind: Db['kind'], entity: EntityName, words: QueryWords): Hits {
  const table = sql.ref(`${entity}_search`)
  return {
    from: sql`${table}`,
    matches: words.length === 0 ? never : matching(kind, entity, words),
    id: sql.ref(kind === 'sqlite' ? `${entity}_search.rowid` : `${entity}_search.id`),
  }
}

/** Not for no words: nothing but signs was typed then, which is found nowhere, and neither database can be asked for it. */
function matching(kind: Db['kind'], entity: EntityName, words: QueryWords): SqlCondition {
  const text = matchText(kind, words)
  if (kind === 'sqlite') return sql<boolean>`${sql.ref(`${entity}_search`)} match ${text}`
  return sql<boolean>`${sql.ref(`${entity}_search.words`)} @@ ${text}::tsquery`
}

/** Begins every statement that searches: see `PLAN_ANEW`. */
export const planAnew = sql.raw(PLAN_ANEW)
