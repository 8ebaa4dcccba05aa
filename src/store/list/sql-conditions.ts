import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db.ts'
import { accentInsensitiveRegex, type TextOperator } from '../text/accent-insensitive-matcher.ts'
import { foldLetters } from '../text/fold-letters.ts'

/**
 * Tests of one value. Plain data: the API's conditions, other query languages and saved filters are all translated to
 * this.
 */
export type TextTest =
  | { op: TextOperator | `not ${TextOperator}`; value: string }
  | { op: 'isNull' }
  | { op: 'isNotNull' }

export type NumberTest =
  | { op: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'; value: number }
  | { op: 'between'; min: number; max: number }
  | { op: 'isNull' }
  | { op: 'isNotNull' }

/** Milliseconds; `from` is inclusive, `until` exclusive. */
export type DateTest = { op: 'within'; from?: number; until?: number } | { op: 'isNull' } | { op: 'isNotNull' }

/** Public ids, as UUID text. */
export interface IdTest {
  op: 'in' | 'notIn'
  ids: readonly string[]
}

/**
 * Every condition created here is true or false, never null, so that `not` negates it exactly and a negative test
 * includes rows without a value.
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
  if (kind === 'sqlite') return textConditionInSqlite(column, test.op as TextOperator, test.value)
  // Around `coalesce`, PostgreSQL would expect that every other row matches, and look millions of rows up one by one.
  const pattern = accentInsensitiveRegex(test.op as TextOperator, test.value)
  return sql<boolean>`(${column} is not null and ${column} ~ ${pattern})`
}

/** SQLite compares plain letters itself: calling `text_matches` for a row takes three times as long. */
function textConditionInSqlite(column: Column, op: TextOperator, value: string): SqlCondition {
  const folded = foldLetters(value)
  const lower = sql`lower(${column})`
  const plain = {
    is: sql`${lower} = ${folded}`,
    contains: sql`instr(${lower}, ${folded}) > 0`,
    beginsWith: sql`substr(${lower}, 1, length(${folded})) = ${folded}`,
    endsWith: sql`substr(${lower}, max(1, length(${column}) - length(${folded}) + 1)) = ${folded}`,
  }[op]
  return sql<boolean>`case when octet_length(${column}) = length(${column}) then ${plain}
    else text_matches(${op}, ${value}, ${column}) = 1 end`
}

/** For columns with values of a fixed set (status, language tag, format): equality needs no pattern. */
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

/** Internal ids. The SQL doesn't depend on their number, so that the statement stays prepared. */
export function idCondition(kind: Db['kind'], column: Column, ids: readonly number[]): SqlCondition {
  if (ids.length === 0) return neverTrue
  if (ids.length === 1) return sql<boolean>`${column} = ${ids[0]}`
  if (kind === 'postgres') return sql<boolean>`${column} = any(${ids}::int[])`
  return sql<boolean>`${column} in (select value from json_each(${JSON.stringify(ids)}))`
}

/**
 * The same for a column of links that are looked up by another column, such as the tags of one book. Otherwise SQLite
 * seeks every id in turn, for every book: a part of a tag that hundreds of tags have took three seconds.
 */
export function linkedIdCondition(kind: Db['kind'], column: Column, ids: readonly number[]): SqlCondition {
  const isSeekedPerId = kind === 'sqlite' && ids.length > 1
  return idCondition(kind, isSeekedPerId ? sql`+${column}` : column, ids)
}

/**
 * Whether a row exists. SQLite turns EXISTS into a join with a filter built over the whole table, which costs 5–9 ms at
 * a million books; a scalar subquery remains a single key lookup. PostgreSQL plans EXISTS well.
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

/**
 * SQLite allows a thousand levels in an expression, and each part of a chain adds one: a long chain is split into
 * halves.
 */
function joined(parts: readonly SqlCondition[], sign: RawBuilder<unknown>): SqlCondition {
  if (parts.length <= MAX_ROW_LENGTH) return sql<boolean>`(${sql.join(parts, sign)})`
  const middle = Math.ceil(parts.length / 2)
  return sql<boolean>`(${joined(parts.slice(0, middle), sign)}${sign}${joined(parts.slice(middle), sign)})`
}

const MAX_ROW_LENGTH = 300

const SIGNS = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

/** PostgreSQL would infer the column's type, and reject 1.5 for an integer. */
const real = (value: number) => sql`cast(${value} as double precision)`
