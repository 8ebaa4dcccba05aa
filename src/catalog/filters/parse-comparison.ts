import { nearestWord } from '../../config/nearest-word.ts'
import { type ConditionFieldKind, conditionOperators } from '../../contract/conditions.ts'
import { authorRoles } from '../../contract/metadata.ts'
import type { Fault } from '../../contract/problems.ts'
import { wordTable } from '../../formats/values/word-table.ts'
import type { ReadStatus } from '../../store/list/predicates.ts'
import type { DateTest, IdTest, NumberTest, TextTest } from '../../store/list/sql-conditions.ts'
import { parseUid } from '../../store/uid.ts'
import { parseTimeRange } from './parse-time-range.ts'

/** The kinds of fields, and the parsed test of each. */
export interface Comparisons extends Record<ConditionFieldKind, unknown> {
  text: TextTest
  person: PersonTest
  uuid: IdTest
  bool: boolean
  number: NumberTest
  date: DateTest
  /** The matching states; a negative test lists the others. */
  readStatus: readonly ReadStatus[]
  /** Membership in lists: of these, or of any. */
  list: { is: boolean; lists: readonly string[] | 'any' }
}
/** A name, and the person's roles if they matter. */
export interface PersonTest {
  name: TextTest
  roles?: readonly string[]
}
export type ComparisonKind = ConditionFieldKind
export type ComparisonOf<Kind extends ComparisonKind> = Comparisons[Kind]

type Given = Record<string, unknown>
type Fail = (message: string, at?: string) => undefined

export function parseComparison(kind: ComparisonKind, given: unknown, path: string, faults: Fault[]): unknown {
  const fail: Fail = (message, at) => void faults.push({ path: at ? `${path}.${at}` : path, message })
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return fail('must be an object with an operator')
  }
  const { operator } = given as Given
  const allowed: readonly string[] = conditionOperators[kind]
  if (typeof operator !== 'string' || !allowed.includes(operator)) {
    return fail(`must be one of ${allowed.join(', ')}`, 'operator')
  }
  const keys = kind === 'person' ? [...KEYS, 'role'] : KEYS
  const unknown = Object.keys(given).find((name) => !keys.includes(name))
  if (unknown !== undefined) {
    const name = unknown.slice(0, 100)
    const near = nearestWord(name, keys)
    return fail(near ? `is not known here; did you mean ${near}?` : 'is not known here', name)
  }
  return PARSERS[kind](operator, given as Given, fail)
}

const KEYS = ['operator', 'value', 'values', 'min', 'max', 'start', 'end']

const NULLS = ['isNull', 'isNotNull']
const BOOLS = ['isTrue', 'isFalse']

const TEXT_OPERATORS = wordTable<Exclude<TextTest['op'], 'isNull' | 'isNotNull'>>({
  is: 'is',
  isNot: 'not is',
  contains: 'contains',
  doesNotContain: 'not contains',
  beginsWith: 'beginsWith',
  doesNotBeginWith: 'not beginsWith',
  endsWith: 'endsWith',
  doesNotEndWith: 'not endsWith',
})

const NUMBER_OPERATORS = {
  eq: 'eq',
  ne: 'ne',
  is: 'eq',
  isNot: 'ne',
  gt: 'gt',
  gte: 'gte',
  lt: 'lt',
  lte: 'lte',
} as const

const PARSERS: Record<ComparisonKind, (operator: string, given: Given, fail: Fail) => unknown> = {
  text: textTest,
  person: (operator, given, fail): PersonTest | undefined => {
    const name = textTest(operator, given, fail)
    if (name === undefined || given.role === undefined || given.role === null) return name && { name }
    if (!(authorRoles as readonly unknown[]).includes(given.role))
      return fail(`must be one of ${authorRoles.join(', ')}`, 'role')
    return { name, roles: [given.role as string] }
  },
  uuid: (operator, given, fail) => ids(operator, given, fail),
  bool: (operator) => operator === 'isTrue',
  number: (operator, given, fail): NumberTest | undefined => {
    if (isNullTest(operator)) return { op: operator }
    if (operator === 'between') {
      const [min, max] = [number(given.min, 'min', fail), number(given.max, 'max', fail)]
      return min === undefined || max === undefined ? undefined : { op: 'between', min, max }
    }
    const value = number(given.value, 'value', fail)
    return value === undefined ? undefined : { op: NUMBER_OPERATORS[operator as keyof typeof NUMBER_OPERATORS], value }
  },
  date: (operator, given, fail): DateTest | undefined => {
    if (isNullTest(operator)) return { op: operator }
    if (operator === 'between') {
      const [start, end] = [moment(given.start, 'start', fail), moment(given.end, 'end', fail)]
      return start && end && { op: 'within', from: start.from, until: end.until }
    }
    const at = moment(given.value, 'value', fail)
    if (!at) return undefined
    if (operator === 'after') return { op: 'within', from: at.until }
    if (operator === 'before') return { op: 'within', until: at.from }
    return operator === 'onOrAfter' ? { op: 'within', from: at.from } : { op: 'within', until: at.until }
  },
  readStatus: (operator, given, fail): readonly ReadStatus[] | undefined => {
    const named = values(operator, given, fail)
    if (!named) return undefined
    const lower = named.map((value) => String(value).toLowerCase())
    const unknown = lower.find((value) => !(STATUSES as readonly string[]).includes(value))
    if (unknown !== undefined) return fail(`must be one of ${STATUSES.join(', ')}`, 'value')
    const isIn = operator === 'is' || operator === 'in'
    return STATUSES.filter((status) => lower.includes(status) === isIn)
  },
  list: (operator, given, fail): Comparisons['list'] | undefined => {
    if (BOOLS.includes(operator)) return { is: operator === 'isTrue', lists: 'any' }
    const test = ids(operator, given, fail)
    return test && { is: test.op === 'in', lists: test.ids }
  },
}

const STATUSES = ['unread', 'in_progress', 'read'] as const

const isNullTest = (operator: string): operator is 'isNull' | 'isNotNull' => NULLS.includes(operator)

function textTest(operator: string, given: Given, fail: Fail): TextTest | undefined {
  if (isNullTest(operator)) return { op: operator }
  const value = text(given.value, fail)
  return value === undefined ? undefined : { op: TEXT_OPERATORS[operator]!, value }
}

function text(value: unknown, fail: Fail): string | undefined {
  if (typeof value !== 'string') return fail('must be a text', 'value')
  return value.length > MAX_TEXT_LENGTH ? fail(`must not be longer than ${MAX_TEXT_LENGTH} characters`, 'value') : value
}

function number(value: unknown, at: string, fail: Fail): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : fail('must be a number', at)
}

function moment(value: unknown, at: string, fail: Fail): { from: number; until: number } | undefined {
  return parseTimeRange(value) ?? fail('must be a date (2024-01-31) or a date with time (2024-01-31T12:00:00Z)', at)
}

function values(operator: string, given: Given, fail: Fail): unknown[] | undefined {
  if (operator === 'is' || operator === 'isNot') return [given.value]
  if (!Array.isArray(given.values)) return fail('must be an array', 'values')
  return given.values.length > MAX_VALUES ? fail(`must not have more than ${MAX_VALUES} items`, 'values') : given.values
}

function ids(operator: string, given: Given, fail: Fail): IdTest | undefined {
  const named = values(operator, given, fail)
  if (!named) return undefined
  if (!named.every((value) => typeof value === 'string' && parseUid(value))) {
    return fail('must be a UUID', operator === 'is' || operator === 'isNot' ? 'value' : 'values')
  }
  return { op: operator === 'is' || operator === 'in' ? 'in' : 'notIn', ids: named as string[] }
}

const MAX_TEXT_LENGTH = 500
const MAX_VALUES = 1000
