import { type RawBuilder, sql } from 'kysely'
import type { Column, Holds } from '../list/criteria.ts'
import type { Db } from '../open.ts'
import { PLAN_ANEW } from '../postgres/driver.ts'
import { matchText, type Words } from './words.ts'

export type Noun = 'book' | 'series'

/** The index of words as a table of a statement: where it stands, what must hold, and the id of the hit. */
export interface Hits {
  from: RawBuilder<unknown>
  matches: Holds
  id: Column
}

export function hitsOf(kind: Db['kind'], noun: Noun, words: Words): Hits {
  const text = matchText(kind, words)
  const table = sql.ref(`${noun}_search`)
  if (kind === 'sqlite') {
    return { from: sql`${table}`, matches: sql<boolean>`${table} match ${text}`, id: sql.ref(`${noun}_search.rowid`) }
  }
  return {
    from: sql`${table}`,
    matches: sql<boolean>`${sql.ref(`${noun}_search.words`)} @@ ${text}::tsquery`,
    id: sql.ref(`${noun}_search.id`),
  }
}

/** Begins every statement that searches: see `PLAN_ANEW`. */
export const planAnew = sql.raw(PLAN_ANEW)
