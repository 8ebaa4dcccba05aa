import { expect, test } from 'vitest'
import { patchItemsInData } from './patch-query-cache.ts'

const read = (it: Record<string, unknown>) => ({ ...it, read: true })

test('an item is changed in pages, arrays and details alike', () => {
  const ids = new Set(['b'])
  expect(patchItemsInData({ data: [{ id: 'a' }, { id: 'b' }], total: 2 }, ids, read)).toEqual({
    data: [{ id: 'a' }, { id: 'b', read: true }],
    total: 2,
  })
  expect(patchItemsInData([{ id: 'b' }], ids, read)).toEqual([{ id: 'b', read: true }])
  expect(patchItemsInData({ book: { id: 'b' }, metadata: null }, ids, read)).toEqual({
    book: { id: 'b', read: true },
    metadata: null,
  })
  expect(patchItemsInData({ prev: null, next: { id: 'b' } }, ids, read)).toEqual({
    prev: null,
    next: { id: 'b', read: true },
  })
})

test('values without the item stay the very same object', () => {
  const page = { data: [{ id: 'a' }] }
  expect(patchItemsInData(page, new Set(['z']), read)).toBe(page)
})
