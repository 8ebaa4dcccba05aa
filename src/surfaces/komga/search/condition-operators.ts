import { wordTable } from '../../../formats/values/word-table.ts'
import type { NumberTest, TextTest } from '../../../store/list/sql-conditions.ts'
import { invalidSearchProblem, type KomgaConditionLeaf } from './search-condition.ts'

/** The text test of a leaf. */
export function textTestOfLeaf(leaf: KomgaConditionLeaf): TextTest {
  if (leaf.operator === 'isnull') return { op: 'isNull' }
  if (leaf.operator === 'isnotnull') return { op: 'isNotNull' }
  const op = TEXT_OPERATORS[leaf.operator]
  if (!op) throw unsupportedOperatorProblem(leaf)
  return { op, value: textValueOf(leaf) }
}

const TEXT_OPERATORS = wordTable<Exclude<TextTest['op'], 'isNull' | 'isNotNull'>>({
  is: 'is',
  isnot: 'not is',
  contains: 'contains',
  doesnotcontain: 'not contains',
  beginswith: 'beginsWith',
  doesnotbeginwith: 'not beginsWith',
  endswith: 'endsWith',
  doesnotendwith: 'not endsWith',
})

/** Komga's "greater" and "less" include the number itself. */
export function numberTestOfLeaf(leaf: KomgaConditionLeaf): NumberTest {
  if (leaf.operator === 'isnull') return { op: 'isNull' }
  if (leaf.operator === 'isnotnull') return { op: 'isNotNull' }
  const op = NUMBER_OPERATORS[leaf.operator]
  if (!op) throw unsupportedOperatorProblem(leaf)
  const value = typeof leaf.value === 'string' && leaf.value.trim() !== '' ? Number(leaf.value) : leaf.value
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw invalidSearchProblem(`${leaf.path}.value`, 'must be a number')
  return { op, value }
}

const NUMBER_OPERATORS = wordTable<'eq' | 'ne' | 'gte' | 'lte'>({
  is: 'eq',
  isnot: 'ne',
  greaterthan: 'gte',
  lessthan: 'lte',
})

/** The test of a leaf on a day that is stored as a number, 20240131; if only the year is known, 20240000. */
export function dayTestOfLeaf(leaf: KomgaConditionLeaf, now = Date.now()): NumberTest {
  switch (leaf.operator) {
    case 'isnull':
      return { op: 'isNull' }
    case 'isnotnull':
      return { op: 'isNotNull' }
    case 'after':
      return { op: 'gt', value: toYyyymmdd(timeOf(leaf)) }
    case 'before':
      return { op: 'lt', value: beginningOf(toYyyymmdd(timeOf(leaf))) }
    case 'isinthelast':
      return { op: 'gte', value: toYyyymmdd(now - durationOf(leaf)) }
    case 'isnotinthelast':
      return { op: 'lt', value: toYyyymmdd(now - durationOf(leaf)) }
    default:
      throw unsupportedOperatorProblem(leaf)
  }
}

/** `is` and `isNot` of one value; true if the filter is to be negated. */
export function isNotOperator(leaf: KomgaConditionLeaf): boolean {
  if (leaf.operator === 'is') return false
  if (leaf.operator === 'isnot') return true
  throw unsupportedOperatorProblem(leaf)
}

/** `isTrue` or `isFalse`. */
export function booleanValueOf(leaf: KomgaConditionLeaf): boolean {
  if (leaf.operator === 'istrue') return true
  if (leaf.operator === 'isfalse') return false
  throw unsupportedOperatorProblem(leaf)
}

/** The value as one of these words, case-insensitive. */
export function keywordValueOf<const Word extends string>(leaf: KomgaConditionLeaf, words: readonly Word[]): Word {
  const word = words.find((one) => one === String(leaf.value).toUpperCase())
  if (!word) throw invalidSearchProblem(`${leaf.path}.value`, `must be one of ${words.join(', ')}`)
  return word
}

export function textValueOf(leaf: KomgaConditionLeaf): string {
  if (typeof leaf.value === 'string') return leaf.value
  if (typeof leaf.value === 'number') return String(leaf.value)
  throw invalidSearchProblem(`${leaf.path}.value`, 'must be a text')
}

export const unsupportedOperatorProblem = (leaf: KomgaConditionLeaf) =>
  invalidSearchProblem(`${leaf.path}.operator`, `${leaf.operator} is not possible here`)

/** 20240131, in UTC. */
export function toYyyymmdd(ms: number): number {
  const date = new Date(ms)
  return date.getUTCFullYear() * 10_000 + (date.getUTCMonth() + 1) * 100 + date.getUTCDate()
}

/** A book with only a year counts as its first day, so anything before that day is before the year. */
function beginningOf(digits: number): number {
  if (digits % 100 !== 1) return digits
  return digits % 10_000 === 101 ? digits - 101 : digits - 1
}

function timeOf(leaf: KomgaConditionLeaf): number {
  const time = Date.parse(String(leaf.dateTime ?? leaf.value))
  if (Number.isNaN(time)) throw invalidSearchProblem(`${leaf.path}.dateTime`, 'must be a date and time')
  return time
}

const DURATION = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i
const SECONDS = [31_557_600, 2_629_800, 604_800, 86_400, 3600, 60, 1]

function durationOf(leaf: KomgaConditionLeaf): number {
  const parts = DURATION.exec(String(leaf.duration ?? leaf.value))
  if (!parts) throw invalidSearchProblem(`${leaf.path}.duration`, 'must be a duration such as P30D')
  return SECONDS.reduce((sum, seconds, index) => sum + seconds * Number(parts[index + 1] ?? 0), 0) * 1000
}
