import { expect, test } from 'vitest'
import { patchItems } from './patch-query-cache.ts'

const read = (it: Record<string, unknown>) => ({ ...it, read: true })

test('a work is changed in pages, arrays and details alike', () => {
  const ids = new Set(['b'])
  expect(patchItems({ data: [{ id: 'a' }, { id: 'b' }], total: 2 }, ids, read)).toEqual({
    data: [{ id: 'a' }, { id: 'b', read: true }],
    total: 2,
  })
  expect(patchItems([{ id: 'b' }], ids, read)).toEqual([{ id: 'b', read: true }])
  expect(patchItems({ book: { id: 'b' }, metadata: null }, ids, read)).toEqual({
    book: { id: 'b', read: true },
    metadata: null,
  })
  expect(patchItems({ prev: null, next: { id: 'b' } }, ids, read)).toEqual({
    prev: null,
    next: { id: 'b', read: true },
  })
})

test('what does not hold the work stays the very same object', () => {
  const page = { data: [{ id: 'a' }] }
  expect(patchItems(page, new Set(['z']), read)).toBe(page)
})
