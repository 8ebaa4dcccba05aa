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
