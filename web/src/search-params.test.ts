import { expect, test } from 'vitest'
import { paramValues, parseSearch, stringifySearch } from './search-params.ts'

test('what is written is read back', () => {
  const search = { genre: ['Action', '!Horror, slow'], sort: 'name,asc', q: 'a&b=c' }
  expect(parseSearch(stringifySearch(search))).toEqual(search)
})

test('empty values leave no trace in the address', () => {
  expect(stringifySearch({ q: '', sort: undefined, genre: [] })).toBe('')
})

test('one value and several are both lists', () => {
  expect(paramValues('a')).toEqual(['a'])
  expect(paramValues(['a', 'b'])).toEqual(['a', 'b'])
  expect(paramValues(undefined)).toEqual([])
})
