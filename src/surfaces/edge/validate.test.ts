import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { faultsOf, withFormats } from './validate.ts'

test('a blank text is told in words, not as a pattern', () => {
  const check = withFormats(new Ajv2020({ allErrors: true, strict: false })).compile({
    type: 'object',
    properties: { name: { type: 'string', pattern: '\\S' } },
  })
  expect(check({ name: '  ' })).toBe(false)
  expect(faultsOf(check.errors ?? [])).toEqual([{ path: 'name', message: 'must not be blank' }])
})

test('a moment is one that a clock can tell', () => {
  const check = withFormats(new Ajv2020({ strict: false })).compile({ type: 'string', format: 'date-time' })
  const right = ['2024-02-29T12:00:00Z', '2024-01-01T00:00:00.123456+02:00', '0000-01-01t00:00:00z']
  const wrong = [
    '2016-12-31T23:59:60Z',
    '2023-02-29T12:00:00Z',
    '99999-01-01T00:00:00Z',
    '2024-01-01T25:00:00Z',
    '2024',
  ]
  expect(right.filter((moment) => !check(moment))).toEqual([])
  expect(wrong.filter((moment) => check(moment))).toEqual([])
})
