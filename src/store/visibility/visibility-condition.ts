import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../open.ts'
import type { Visibility } from './visible-classes.ts'

/**
 * The condition that a row's class is visible to a user, for any column that contains a class. Both forms were measured
 * at a million books: a byte lookup in a blob on SQLite (`class in (…)` tempts its planner onto the wrong index), a
 * hashed array on PostgreSQL. Class 0, a deleted book, is never visible.
 */
export function visibilityCondition(kind: Db['kind'], sees: Visibility, column: string): RawBuilder<boolean> {
  const reference = sql.ref(column)
  if (sees.everything) return sql<boolean>`${reference} > 0`
  if (kind === 'postgres') return sql<boolean>`${reference} = any(${sees.classes}::int[])`
  return sql<boolean>`substr(${sees.bits}, ${reference}, 1) = x'01'`
}
