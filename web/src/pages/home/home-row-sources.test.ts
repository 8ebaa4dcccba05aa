import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { api } from '../../api/client.ts'
import { ApiProblem } from '../../api/problem.ts'
import { type HomeRowData, type HomeRowKey, homeRowQuery } from './home-row-sources.ts'

afterEach(() => vi.restoreAllMocks())

const read = (row: HomeRowKey) =>
  new QueryClient().fetchQuery(homeRowQuery(row, undefined) as never) as Promise<HomeRowData>

test('the row of a saved filter leads to all that it finds, as it was saved', async () => {
  const saved = { name: 'Unread', target: 'books', query: { view: { readStatus: ['unread'], sort: 'title,asc' } } }
  const filters = [
    { id: 'a', ...saved },
    { id: 'b', ...saved, query: {} },
  ]
  vi.spyOn(api, 'get').mockImplementation(async (path) =>
    path === '/saved-filters' ? filters : ({ data: [{ id: 'one' }] } as never),
  )
  expect(await read('filter:a')).toEqual({
    name: 'Unread',
    items: [{ id: 'one', book: { id: 'one' } }],
    view: { show: 'books', readStatus: ['unread'], sort: 'title,asc' },
  })
  // A filter saved by another app has no counterpart in the address.
  expect(await read('filter:b')).not.toHaveProperty('view')
})

test('the row of a list that is gone is empty, and one that cannot be read now is a fault', async () => {
  const get = vi.spyOn(api, 'get').mockRejectedValue(new ApiProblem(404, 'not_found', ''))
  for (const source of ['library', 'collection', 'readlist', 'filter'] as const)
    expect(await read(`${source}:gone`)).toEqual({ items: [] })
  get.mockRejectedValue(new ApiProblem(503, 'unavailable', ''))
  await expect(read('collection:there')).rejects.toThrow()
})
