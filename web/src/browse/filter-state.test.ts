import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from '../search-params.ts'
import { countFilters, listRequestOf, readFilters, setFilter, toggleFilter, writeFilters } from './filter-state.ts'

const none = readFilters({}, 'series')

test('an address without filters asks for everything in the library', () => {
  expect(listRequestOf(none, 'L')).toEqual({ condition: { allOf: [{ libraryId: { operator: 'is', value: 'L' } }] } })
  expect(listRequestOf(none, undefined)).toEqual({})
})

test('a chip goes from neutral to wanted to unwanted and back', () => {
  const wanted = toggleFilter(none, 'genre', 'Drama')
  const unwanted = toggleFilter(wanted, 'genre', 'Drama')
  expect(wanted.groups.genre).toEqual({ Drama: 'in' })
  expect(unwanted.groups.genre).toEqual({ Drama: 'out' })
  expect(toggleFilter(unwanted, 'genre', 'Drama').groups).toEqual({})
})

test('the address holds the whole filter, also odd names', () => {
  let filters = setFilter(none, 'genre', 'Sci-Fi & more', 'in')
  filters = setFilter(filters, 'genre', 'Horror', 'out')
  filters = { ...setFilter(filters, 'status', 'ended', 'in'), any: ['genre'], year: { from: 1990, to: 2001 } }
  const again = readFilters(parseSearch(stringifySearch(writeFilters(filters))), 'series')
  expect(again).toEqual(filters)
  expect(countFilters(again)).toBe(4)
})

test('genres must all be there, unless any is enough', () => {
  const two = setFilter(setFilter(none, 'genre', 'A', 'in'), 'genre', 'B', 'in')
  const a = { genre: { operator: 'is', value: 'A' } }
  const b = { genre: { operator: 'is', value: 'B' } }
  expect(listRequestOf(two, undefined)).toEqual({ condition: { allOf: [a, b] } })
  expect(listRequestOf({ ...two, any: ['genre'] }, undefined)).toEqual({ condition: { allOf: [{ anyOf: [a, b] }] } })
})

test('two statuses mean either, an unwanted one is left out besides', () => {
  let filters = setFilter(setFilter(none, 'status', 'ended', 'in'), 'status', 'hiatus', 'in')
  filters = setFilter(filters, 'status', 'abandoned', 'out')
  expect(listRequestOf(filters, undefined).condition).toEqual({
    allOf: [
      {
        anyOf: [{ status: { operator: 'is', value: 'ended' } }, { status: { operator: 'is', value: 'hiatus' } }],
      },
      { status: { operator: 'isNot', value: 'abandoned' } },
    ],
  })
})

test('years may be open at one end', () => {
  expect(listRequestOf({ ...none, year: { from: 1990 } }, undefined).condition).toEqual({
    allOf: [{ year: { operator: 'gte', value: 1990 } }],
  })
  expect(listRequestOf({ ...none, year: { to: 2000 } }, undefined).condition).toEqual({
    allOf: [{ year: { operator: 'lte', value: 2000 } }],
  })
})

test('filters of series that books do not have are ignored there', () => {
  expect(readFilters({ status: 'ended', format: 'epub' }, 'books').groups).toEqual({ format: { epub: 'in' } })
})
