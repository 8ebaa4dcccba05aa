import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { api } from '../../api/client.ts'
import { type HomeRowData, homeRowQuery } from './home-row-sources.ts'

afterEach(() => vi.restoreAllMocks())

const read = (row: `filter:${string}`) =>
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
