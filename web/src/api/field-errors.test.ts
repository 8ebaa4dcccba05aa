import { expect, test } from 'vitest'
import { fieldErrors } from './field-errors.ts'
import { ApiProblem } from './problem.ts'

test('each field gets the first thing that is wrong with it, as a sentence', () => {
  const details = [
    { path: 'body.password', message: 'is too short' },
    { path: 'body.password', message: 'is well known' },
    { path: 'email', message: 'is not an email address.' },
  ]
  expect(fieldErrors(new ApiProblem(400, 'validation_failed', 'No.', details))).toEqual({
    password: 'Is too short.',
    email: 'Is not an email address.',
  })
})

test('a problem without details has nothing to say of a field', () => {
  expect(fieldErrors(new ApiProblem(403, 'permission_denied', 'No.', { permission: 'UsersWrite' }))).toEqual({})
  expect(fieldErrors(new Error('offline'))).toEqual({})
})
