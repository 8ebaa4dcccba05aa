import { type RawBuilder, sql } from 'kysely'
import { type Column, type Holds, never } from '../list/criteria.ts'
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
  const table = sql.ref(`${noun}_search`)
  return {
    from: sql`${table}`,
    matches: words.length === 0 ? never : matching(kind, noun, words),
    id: sql.ref(kind === 'sqlite' ? `${noun}_search.rowid` : `${noun}_search.id`),
  }
}

/** Not for no words: nothing but signs was typed then, which is found nowhere, and neither database can be asked for it. */
function matching(kind: Db['kind'], noun: Noun, words: Words): Holds {
  const text = matchText(kind, words)
  if (kind === 'sqlite') return sql<boolean>`${sql.ref(`${noun}_search`)} match ${text}`
  return sql<boolean>`${sql.ref(`${noun}_search.words`)} @@ ${text}::tsquery`
}

/** Begins every statement that searches: see `PLAN_ANEW`. */
export const planAnew = sql.raw(PLAN_ANEW)
