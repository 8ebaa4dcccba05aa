import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from '../search-params.ts'
import {
  countFilters,
  cycleFilterMode,
  filtersFromSearchParams,
  filtersToSearchParams,
  listRequestFromFilters,
  onlyHidden,
  setFilterMode,
  withoutHidden,
} from './item-filters.ts'

const none = filtersFromSearchParams({}, 'series')

test('an address without filters finds everything in the library', () => {
  expect(listRequestFromFilters(none, 'L')).toEqual({
    condition: { allOf: [{ libraryId: { operator: 'is', value: 'L' } }] },
  })
  expect(listRequestFromFilters(none, undefined)).toEqual({})
})

test('a chip goes from neutral to wanted to unwanted and back', () => {
  const wanted = cycleFilterMode(none, 'genre', 'Drama')
  const unwanted = cycleFilterMode(wanted, 'genre', 'Drama')
  expect(wanted.groups.genre).toEqual({ Drama: 'in' })
  expect(unwanted.groups.genre).toEqual({ Drama: 'out' })
  expect(cycleFilterMode(unwanted, 'genre', 'Drama').groups).toEqual({})
})

test('the address holds the whole filter, also odd names', () => {
  let filters = setFilterMode(none, 'genre', 'Sci-Fi & more', 'in')
  filters = setFilterMode(filters, 'genre', 'Horror', 'out')
  filters = { ...setFilterMode(filters, 'status', 'ended', 'in'), any: ['genre'], year: { from: 1990, to: 2001 } }
  const again = filtersFromSearchParams(parseSearch(stringifySearch(filtersToSearchParams(filters))), 'series')
  expect(again).toEqual(filters)
  expect(countFilters(again)).toBe(4)
})

test('genres must all be there, unless any is enough', () => {
  const two = setFilterMode(setFilterMode(none, 'genre', 'A', 'in'), 'genre', 'B', 'in')
  const a = { genre: { operator: 'is', value: 'A' } }
  const b = { genre: { operator: 'is', value: 'B' } }
  expect(listRequestFromFilters(two, undefined)).toEqual({ condition: { allOf: [a, b] } })
  expect(listRequestFromFilters({ ...two, any: ['genre'] }, undefined)).toEqual({
    condition: { allOf: [{ anyOf: [a, b] }] },
  })
})

test('two statuses mean either, an unwanted one is left out besides', () => {
  let filters = setFilterMode(setFilterMode(none, 'status', 'ended', 'in'), 'status', 'hiatus', 'in')
  filters = setFilterMode(filters, 'status', 'abandoned', 'out')
  expect(listRequestFromFilters(filters, undefined).condition).toEqual({
    allOf: [
      {
        anyOf: [{ status: { operator: 'is', value: 'ended' } }, { status: { operator: 'is', value: 'hiatus' } }],
      },
      { status: { operator: 'isNot', value: 'abandoned' } },
    ],
  })
})

test('years may be open at one end', () => {
  expect(listRequestFromFilters({ ...none, year: { from: 1990 } }, undefined).condition).toEqual({
    allOf: [{ year: { operator: 'gte', value: 1990 } }],
  })
  expect(listRequestFromFilters({ ...none, year: { to: 2000 } }, undefined).condition).toEqual({
    allOf: [{ year: { operator: 'lte', value: 2000 } }],
  })
})

test('filters of series that books do not have are ignored there', () => {
  expect(filtersFromSearchParams({ status: 'ended', format: 'epub' }, 'books').groups).toEqual({
    format: { epub: 'in' },
  })
})

test('browsing leaves out hidden series, unless the filter asks for them', () => {
  const left = { isHidden: { operator: 'isFalse' } }
  const library = { libraryId: { operator: 'is', value: 'L' } }
  expect(withoutHidden({}, none)).toEqual({ condition: { allOf: [left] } })
  expect(withoutHidden(listRequestFromFilters(none, 'L'), none)).toEqual({ condition: { allOf: [library, left] } })
  const only = setFilterMode(none, 'hidden', onlyHidden, 'in')
  const request = listRequestFromFilters(only, undefined)
  expect(withoutHidden(request, only)).toEqual({ condition: { allOf: [{ isHidden: { operator: 'isTrue' } }] } })
  expect(filtersFromSearchParams(filtersToSearchParams(only), 'books')).toEqual(only)
})
