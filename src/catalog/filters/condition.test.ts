import { describe, expect, it } from 'vitest'
import { bookConditionFields, seriesConditionFields } from '../../contract/conditions.ts'
import { Problem } from '../../contract/problems.ts'
import { bookConditionParsers, parseBookCondition } from './parse-book-condition.ts'
import { parseSeriesCondition, seriesConditionParsers } from './parse-series-condition.ts'
import { parseTimeRange } from './parse-time-range.ts'

const uuid = '01977f3e-8c1a-7c3e-9a55-3f1d2b6c7e90'

function faults(parse: () => unknown): { path: string; message: string }[] {
  try {
    parse()
  } catch (error) {
    if (error instanceof Problem && error.code === 'validation_failed')
      return error.details as { path: string; message: string }[]
    throw error
  }
  return []
}

describe('conditions', () => {
  it('become filters of the same depth', () => {
    const condition = {
      allOf: [
        { libraryId: { operator: 'is', value: uuid } },
        {
          anyOf: [{ name: { operator: 'contains', value: 'bone' } }, { year: { operator: 'between', min: 1, max: 2 } }],
        },
        { publisher: { operator: 'isNot', value: 'Dargaud' } },
        { completion: { operator: 'isFalse' } },
      ],
    }
    expect(parseSeriesCondition(condition)).toEqual({
      all: [
        { library: { op: 'in', ids: [uuid] } },
        {
          any: [
            { text: 'title', test: { op: 'contains', value: 'bone' } },
            { number: 'year', test: { op: 'between', min: 1, max: 2 } },
          ],
        },
        { text: 'publisher', test: { op: 'not is', value: 'Dargaud' } },
        { flag: 'complete', is: false },
      ],
    })
  })

  it('keep an empty allOf true and an empty anyOf false', () => {
    expect(parseBookCondition({ allOf: [] })).toEqual({ all: [] })
    expect(parseBookCondition({ anyOf: [] })).toEqual({ any: [] })
  })

  it('take a day as the whole day', () => {
    const day = Date.UTC(2024, 0, 31)
    const of = (operator: string) => parseBookCondition({ dateAdded: { operator, value: '2024-01-31' } })
    expect(of('after')).toEqual({ date: 'created', test: { op: 'within', from: day + 86_400_000 } })
    expect(of('before')).toEqual({ date: 'created', test: { op: 'within', until: day } })
    expect(of('onOrAfter')).toEqual({ date: 'created', test: { op: 'within', from: day } })
    expect(of('onOrBefore')).toEqual({ date: 'created', test: { op: 'within', until: day + 86_400_000 } })
  })

  it('express "not read" by the other states', () => {
    expect(parseBookCondition({ readStatus: { operator: 'isNot', value: 'READ' } })).toEqual({
      readStatus: ['unread', 'in_progress'],
    })
  })

  it('match genres of the book and of its series', () => {
    const test = { op: 'not is', value: 'Drama' }
    expect(parseBookCondition({ genre: { operator: 'isNot', value: 'Drama' } })).toEqual({
      all: [{ series: { facet: 'genre', test } }, { facet: 'genre', test }],
    })
  })
})

describe('what is wrong with a condition', () => {
  it('is reported with its path, every fault at once', () => {
    const found = faults(() =>
      parseSeriesCondition({
        allOf: [
          { nonsense: { operator: 'is', value: 'x' } },
          { anyOf: [{ name: { operator: 'like', value: 'x' } }, { year: { operator: 'eq', value: '1999' } }] },
          { libraryId: { operator: 'in', values: ['x'] } },
          { name: { operator: 'is', value: 'x' }, genre: { operator: 'isNull' } },
        ],
      }),
    )
    expect(found.map((fault) => fault.path)).toEqual([
      'condition.allOf.0',
      'condition.allOf.1.anyOf.0.name.operator',
      'condition.allOf.1.anyOf.1.year.value',
      'condition.allOf.2.libraryId.values',
      'condition.allOf.3',
    ])
    expect(found[0]!.message).toContain('nonsense')
    expect(found[4]!.message).toContain('exactly one key')
  })

  it('includes more than eight levels or 200 leaves', () => {
    const leaf = { hasError: { operator: 'isTrue' } }
    const deep = (levels: number): object => (levels === 1 ? leaf : { allOf: [deep(levels - 1)] })
    expect(faults(() => parseBookCondition(deep(8)))).toEqual([])
    expect(faults(() => parseBookCondition(deep(9)))).toHaveLength(1)
    expect(faults(() => parseBookCondition({ anyOf: Array.from({ length: 200 }, () => leaf) }))).toEqual([])
    expect(faults(() => parseBookCondition({ anyOf: Array.from({ length: 201 }, () => leaf) }))).toHaveLength(1)
  })

  it('includes more text than can be compared quickly', () => {
    const asking = (times: number) => ({
      anyOf: Array.from({ length: times }, () => ({ title: { operator: 'contains', value: 'x'.repeat(500) } })),
    })
    expect(faults(() => parseBookCondition(asking(40)))).toEqual([])
    expect(faults(() => parseBookCondition(asking(41)))).toMatchObject([{ path: 'condition' }])
  })

  it('is never a crash', () => {
    for (const given of [
      null,
      1,
      'x',
      [],
      {},
      { allOf: {} },
      { title: null },
      { title: [] },
      { title: {} },
      { constructor: {} },
    ]) {
      expect(faults(() => parseBookCondition(given))).not.toEqual([])
      expect(faults(() => parseSeriesCondition(given))).not.toEqual([])
    }
  })

  it('is an operator that the field does not have', () => {
    for (const fields of [bookConditionParsers, seriesConditionParsers]) {
      for (const [name, { kind }] of Object.entries(fields)) {
        const operator = kind === 'bool' ? 'contains' : 'isMaybe'
        const parse = fields === bookConditionParsers ? parseBookCondition : parseSeriesCondition
        expect(faults(() => parse({ [name]: { operator, value: 'x' } }))[0]?.path).toBe(`condition.${name}.operator`)
      }
    }
  })
})

describe('the contract', () => {
  it('names every field with its kind', () => {
    const kinds = (fields: Record<string, { kind: string }>) =>
      Object.fromEntries(Object.entries(fields).map(([name, { kind }]) => [name, kind]))
    expect(kinds(bookConditionParsers)).toEqual(bookConditionFields)
    expect(kinds(seriesConditionParsers)).toEqual(seriesConditionFields)
  })
})

describe('moments', () => {
  it('are days or instants', () => {
    expect(parseTimeRange('2024-02-30')).toBeUndefined()
    expect(parseTimeRange('2024-02-29')?.from).toBe(Date.UTC(2024, 1, 29))
    expect(parseTimeRange('2024-01-01T10:00:00.5+02:00')?.from).toBe(Date.UTC(2024, 0, 1, 8, 0, 0, 500))
    expect(parseTimeRange('2024-01-01T10:00')?.from).toBe(Date.UTC(2024, 0, 1, 10))
    for (const wrong of ['yesterday', '', 5, null, '2024-13-01', '2024-01-01T99:00:00Z'])
      expect(parseTimeRange(wrong)).toBeUndefined()
  })
})
