import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../open.ts'
import { accentInsensitiveRegex, type TextOperator } from '../text/accent-insensitive-matcher.ts'
import { foldLetters } from '../text/fold-letters.ts'

/** What can be asked of one value. Plain data: the API's conditions, other grammars and saved filters all become this. */
export type TextTest =
  | { op: TextOperator | `not ${TextOperator}`; value: string }
  | { op: 'isNull' }
  | { op: 'isNotNull' }

export type NumberTest =
  | { op: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'; value: number }
  | { op: 'between'; min: number; max: number }
  | { op: 'isNull' }
  | { op: 'isNotNull' }

/** Milliseconds; `from` belongs to the span, `until` does not. */
export type DateTest = { op: 'within'; from?: number; until?: number } | { op: 'isNull' } | { op: 'isNotNull' }

/** Public ids, as UUID text. */
export interface IdTest {
  op: 'in' | 'notIn'
  ids: readonly string[]
}

/**
 * Every condition made here is true or false, never null, so that `not` around it means what it says and a
 * negative test includes what has no value.
 */
export type SqlCondition = RawBuilder<boolean>
export type Column = RawBuilder<unknown>

export const alwaysTrue: SqlCondition = sql<boolean>`1 = 1`
export const neverTrue: SqlCondition = sql<boolean>`1 = 0`

export function textCondition(kind: Db['kind'], column: Column, test: TextTest): SqlCondition {
  if (test.op === 'isNull') return sql<boolean>`${column} is null`
  if (test.op === 'isNotNull') return sql<boolean>`${column} is not null`
  if (test.op.startsWith('not ')) {
    return negateCondition(textCondition(kind, column, { op: test.op.slice(4) as TextOperator, value: test.value }))
  }
  if (kind === 'sqlite') return sql<boolean>`text_matches(${test.op}, ${test.value}, ${column}) = 1`
  return sql<boolean>`coalesce(${column} ~ ${accentInsensitiveRegex(test.op as TextOperator, test.value)}, false)`
}

/** For columns that hold words of a closed list (status, language tag, format): equality needs no pattern. */
export function keywordCondition(kind: Db['kind'], column: Column, test: TextTest): SqlCondition {
  if (test.op === 'not is') return negateCondition(keywordCondition(kind, column, { op: 'is', value: test.value }))
  if (test.op !== 'is') return textCondition(kind, column, test)
  const lower = kind === 'sqlite' ? sql`lower(${column})` : sql`lower(${column} collate "C")`
  return sql<boolean>`(${column} is not null and ${lower} = ${foldLetters(test.value)})`
}

export function numberCondition(column: Column, test: NumberTest): SqlCondition {
  switch (test.op) {
    case 'isNull':
      return sql<boolean>`${column} is null`
    case 'isNotNull':
      return sql<boolean>`${column} is not null`
    case 'between':
      return sql<boolean>`(${column} is not null and ${column} between ${real(test.min)} and ${real(test.max)})`
    case 'ne':
      return sql<boolean>`(${column} is null or ${column} <> ${real(test.value)})`
    default:
      return sql<boolean>`(${column} is not null and ${column} ${sql.raw(SIGNS[test.op])} ${real(test.value)})`
  }
}

export function dateCondition(column: Column, test: DateTest): SqlCondition {
  if (test.op === 'isNull') return sql<boolean>`${column} is null`
  const parts: SqlCondition[] = [sql<boolean>`${column} is not null`]
  if (test.op === 'within' && test.from !== undefined) parts.push(sql<boolean>`${column} >= ${test.from}`)
  if (test.op === 'within' && test.until !== undefined) parts.push(sql<boolean>`${column} < ${test.until}`)
  return combineWithAnd(parts)
}

/** Inner ids. The text of the statement does not depend on how many there are, so that it stays prepared. */
export function idCondition(kind: Db['kind'], column: Column, ids: readonly number[]): SqlCondition {
  if (ids.length === 0) return neverTrue
  if (ids.length === 1) return sql<boolean>`${column} = ${ids[0]}`
  if (kind === 'postgres') return sql<boolean>`${column} = any(${ids}::int[])`
  return sql<boolean>`${column} in (select value from json_each(${JSON.stringify(ids)}))`
}

/**
 * Whether a row exists. SQLite turns EXISTS into a join with a filter built over the whole table, which costs 5–9 ms
 * at a million books; a scalar subquery stays a probe of one key. PostgreSQL plans EXISTS well.
 */
export function rowExistsCondition(kind: Db['kind'], from: RawBuilder<unknown>): SqlCondition {
  return kind === 'sqlite'
    ? sql<boolean>`(select 1 ${from} limit 1) is not null`
    : sql<boolean>`exists (select 1 ${from})`
}

export function negateCondition(holds: SqlCondition): SqlCondition {
  return sql<boolean>`not (${holds})`
}

export function combineWithAnd(parts: readonly SqlCondition[]): SqlCondition {
  if (parts.length === 0) return alwaysTrue
  return parts.length === 1 ? parts[0]! : joined(parts, sql` and `)
}

export function combineWithOr(parts: readonly SqlCondition[]): SqlCondition {
  if (parts.length === 0) return neverTrue
  return parts.length === 1 ? parts[0]! : joined(parts, sql` or `)
}

/** SQLite takes a thousand levels in a condition, and in a row each part is one more: a long row is put together of halves. */
function joined(parts: readonly SqlCondition[], sign: RawBuilder<unknown>): SqlCondition {
  if (parts.length <= MAX_ROW_LENGTH) return sql<boolean>`(${sql.join(parts, sign)})`
  const middle = Math.ceil(parts.length / 2)
  return sql<boolean>`(${joined(parts.slice(0, middle), sign)}${sign}${joined(parts.slice(middle), sign)})`
}

const MAX_ROW_LENGTH = 300

const SIGNS = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

/** PostgreSQL would take the type of the column, and refuse 1.5 for a whole number. */
const real = (value: number) => sql`cast(${value} as double precision)`
