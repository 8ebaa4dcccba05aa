import { expect, test } from 'vitest'
import { ApiProblem, errorReplacesContent, isOffline, missingChunkErrorName, notFoundProblem } from './problem.ts'

test('what is shown stays while the server does not answer, and goes when it says that it is gone', () => {
  const unwell = new ApiProblem(503, 'unavailable', 'The server is starting.')
  expect(errorReplacesContent({ data: undefined, error: null })).toBe(false)
  expect(errorReplacesContent({ data: undefined, error: unwell })).toBe(true)
  expect(errorReplacesContent({ data: ['a book'], error: new TypeError('Failed to fetch') })).toBe(false)
  expect(errorReplacesContent({ data: ['a book'], error: unwell })).toBe(false)
  expect(errorReplacesContent({ data: ['a book'], error: notFoundProblem })).toBe(true)
})

test('a part of the app that cannot be fetched is a matter of the connection', () => {
  expect(isOffline(Object.assign(new Error('Unable to preload a style sheet'), { name: missingChunkErrorName }))).toBe(
    true,
  )
  expect(isOffline(new Error('Something else'))).toBe(false)
})
