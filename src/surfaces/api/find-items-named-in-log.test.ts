import { expect, it } from 'vitest'
import { readItemIdsInLogLine } from './find-items-named-in-log.ts'

const one = '019a0000-0000-7000-8000-000000000001'
const two = '019a0000-0000-7000-8000-000000000002'

it('a line is about what it names in its fields, as a target, or in the address of a request', () => {
  expect(readItemIdsInLogLine({ libraryId: one, bookId: two, taskId: one.replace('1', '9') })).toEqual([
    { kind: 'library', id: one },
    { kind: 'book', id: two },
  ])
  expect(readItemIdsInLogLine({ target: one, targetType: 'series' })).toEqual([{ kind: 'series', id: one }])
  expect(readItemIdsInLogLine({ target: one, targetType: 'user' })).toEqual([])
  expect(readItemIdsInLogLine({ req: { url: `/api/v1/books/${two}/pages/3?x=/series/nothing` } })).toEqual([
    { kind: 'book', id: two },
  ])
  expect(readItemIdsInLogLine({ bookId: 7, seriesId: 'not an id', req: 'x' })).toEqual([])
})
