import { expect, test } from 'vitest'
import { filtersFromCondition } from './filters-from-condition.ts'
import { filtersFromSearchParams, filtersToSearchParams, listRequestFromFilters } from './item-filters.ts'

test.each([
  [{ genre: ['Drama', '!Horror'], year: '1990-2000' }, undefined],
  [{ genre: ['Drama', 'War'] }, 'L'],
  [{ genre: ['Drama', 'War', '!Horror'], any: 'genre', year: '1990-' }, 'L'],
  [{ status: ['ongoing', 'hiatus'], readStatus: 'unread', year: '-2000' }, undefined],
  [{ author: '! odd: name' }, undefined],
  [{ hidden: 'only', genre: 'Drama' }, 'L'],
  [{}, 'L'],
])('the condition of %j in %s leads back to the filters', (search, libraryId) => {
  const filters = filtersFromSearchParams(search, 'series')
  const { condition } = listRequestFromFilters(filters, libraryId)
  const found = filtersFromCondition(condition, 'series')
  expect(found?.libraryId).toBe(libraryId)
  expect(listRequestFromFilters(found!.filters, libraryId)).toEqual({ condition })
  const inAddress = filtersFromSearchParams(filtersToSearchParams(found!.filters), 'series')
  expect(listRequestFromFilters(inAddress, libraryId)).toEqual({ condition })
})

test.each([
  { allOf: [{ genre: { operator: 'contains', value: 'Dra' } }] },
  { allOf: [{ year: { operator: 'is', value: 1990 } }] },
  { allOf: [{ genre: { operator: 'in', values: ['Drama'] } }] },
  { anyOf: [{ genre: { operator: 'is', value: 'Drama' } }, { tag: { operator: 'is', value: 'war' } }] },
  { allOf: [{ allOf: [{ genre: { operator: 'is', value: 'Drama' } }] }] },
  { allOf: [{ format: { operator: 'is', value: 'cbz' } }] },
  { allOf: [{ title: { operator: 'is', value: 'A' } }] },
  {},
])('a condition that filters can’t express is left alone: %j', (condition) => {
  expect(filtersFromCondition(condition, 'series')).toBeUndefined()
})
