import { expect, it } from 'vitest'
import { writeOnce, writtenOf } from './written.ts'

it('an answer for many is written with the first of them', () => {
  let asked = 0
  const answer = { toJSON: () => ({ asked: ++asked }) }
  expect([writtenOf(answer).body, writtenOf(answer).body]).toEqual(['{"asked":1}', '{"asked":2}'])
  writeOnce(answer)
  expect([writtenOf(answer).body, writtenOf(answer).body]).toEqual(['{"asked":3}', '{"asked":3}'])
  writeOnce(answer)
  expect(writtenOf(answer).body).toBe('{"asked":3}')
})

it('the revision follows the text', () => {
  expect(writtenOf({ a: 1 }).revision()).toBe(writtenOf({ a: 1 }).revision())
  expect(writtenOf({ a: 1 }).revision()).not.toBe(writtenOf({ a: 2 }).revision())
  expect(writtenOf([]).revision()).not.toBe(writtenOf(null).revision())
})
