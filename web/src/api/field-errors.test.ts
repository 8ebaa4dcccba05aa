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
    password: { kind: 'invalid', text: 'Is too short.' },
    email: { kind: 'invalid', text: 'Is not an email address.' },
  })
})

test('a value that is taken is distinguished from an invalid one', () => {
  const taken = new ApiProblem(409, 'conflict', 'Another account already uses this email address.', { field: 'email' })
  expect(fieldErrors(taken)).toEqual({
    email: { kind: 'taken', text: 'Another account already uses this email address.' },
  })
  const wrong = new ApiProblem(403, 'permission_denied', 'The setup token is wrong.', { field: 'setupToken' })
  expect(fieldErrors(wrong)).toEqual({ setupToken: { kind: 'invalid', text: 'The setup token is wrong.' } })
})

test('a problem without details has nothing to say of a field', () => {
  expect(fieldErrors(new ApiProblem(403, 'permission_denied', 'No.', { permission: 'UsersWrite' }))).toEqual({})
  expect(fieldErrors(new Error('offline'))).toEqual({})
})
