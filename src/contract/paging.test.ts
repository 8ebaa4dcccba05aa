import { expect, test } from 'vitest'
import { limitAndOffsetOf, parseSort, presentListPage } from './paging.ts'
import { Problem } from './problems.ts'

const asked = (url: string) => ({ request: { url }, href: (path: string) => `/base${path}` })
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

test('a page in the middle links to both neighbours and keeps the other parameters', () => {
  const page = presentListPage(
    asked('/api/v1/books?page=2&libraryId=a%26b&sort=title,asc&sort=number,desc'),
    { page: 2, pageSize: 50 },
    { data: numbers(51, 100), total: 130 },
  )
  expect(page).toMatchObject({ page: 2, pageSize: 50, total: 130, totalPages: 3 })
  const next = new URL(page.links.next!, 'http://x')
  expect(next.pathname).toBe('/base/api/v1/books')
  expect(next.searchParams.get('libraryId')).toBe('a&b')
  expect(next.searchParams.getAll('sort')).toEqual(['title,asc', 'number,desc'])
  expect(next.searchParams.getAll('page')).toEqual(['3'])
  expect(next.searchParams.get('pageSize')).toBe('50')
  expect(page.links.prev).toContain('page=1')
  expect(page.links.last).toContain('page=3')
})

test('the first page has no previous one, the last no next one', () => {
  const first = presentListPage(asked('/b'), { page: 1, pageSize: 10 }, { data: numbers(1, 10), total: 20 })
  expect(first.links).toEqual({
    self: '/base/b?page=1&pageSize=10',
    first: '/base/b?page=1&pageSize=10',
    last: '/base/b?page=2&pageSize=10',
    next: '/base/b?page=2&pageSize=10',
    prev: null,
  })
  const last = presentListPage(asked('/b'), { page: 2, pageSize: 10 }, { data: numbers(11, 20), total: 20 })
  expect(last.links.next).toBeNull()
  expect(last.links.prev).toBe('/base/b?page=1&pageSize=10')
})

test('a page past the end is empty and its previous page is the last one', () => {
  const page = presentListPage(asked('/b'), { page: 9, pageSize: 10 }, { data: [], total: 25 })
  expect(page).toMatchObject({ data: [], page: 9, totalPages: 3 })
  expect(page.links).toMatchObject({
    next: null,
    prev: '/base/b?page=3&pageSize=10',
    self: '/base/b?page=9&pageSize=10',
  })
})

test('an empty list has no pages, and its links still work', () => {
  const page = presentListPage(asked('/b'), { page: 1, pageSize: 50 }, { data: [], total: 0 })
  expect(page.totalPages).toBe(0)
  expect(page.links).toMatchObject({ last: '/base/b?page=1&pageSize=50', next: null, prev: null })
})

test('a larger page size is taken as 500, and the links say so', () => {
  expect(limitAndOffsetOf({ page: 3, pageSize: 9999 })).toEqual({ limit: 500, offset: 1000 })
  expect(
    presentListPage(asked('/b?pageSize=9999'), { page: 1, pageSize: 9999 }, { data: [], total: 0 }).links.self,
  ).toBe('/base/b?pageSize=500&page=1')
})

test('an absurd page number stays a number the database understands', () => {
  expect(limitAndOffsetOf({ page: Number.MAX_SAFE_INTEGER, pageSize: 500 }).offset).toBeLessThanOrEqual(
    Number.MAX_SAFE_INTEGER,
  )
})

const allowed = { title: 'title', date_added: 'created_at', created_at: 'created_at' } as const

test('several sort keys keep their order, aliases mean the same field, the first mention wins', () => {
  expect(parseSort(['date_added,desc', 'title,asc', 'created_at,asc'], allowed)).toEqual([
    { field: 'created_at', direction: 'desc' },
    { field: 'title', direction: 'asc' },
  ])
  expect(parseSort(undefined, allowed)).toEqual([])
})

test('an unknown sort field or direction is refused and the allowed ones are listed', () => {
  for (const bad of ['size,asc', 'title,up', 'title,asc,desc', 'title', 'title,', 'constructor,asc', '']) {
    expect(() => parseSort([bad], allowed)).toThrow(Problem)
  }
  expect(() => parseSort(['size,asc'], allowed)).toThrow('title, date_added, created_at')
})
