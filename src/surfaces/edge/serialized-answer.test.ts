import { expect, it } from 'vitest'
import { serializedAnswerOf, serializeOnce } from './serialized-answer.ts'

it('an answer shared by many requests is serialised once', () => {
  let asked = 0
  const answer = { toJSON: () => ({ asked: ++asked }) }
  expect([serializedAnswerOf(answer).body, serializedAnswerOf(answer).body]).toEqual(['{"asked":1}', '{"asked":2}'])
  serializeOnce(answer)
  expect([serializedAnswerOf(answer).body, serializedAnswerOf(answer).body]).toEqual(['{"asked":3}', '{"asked":3}'])
  serializeOnce(answer)
  expect(serializedAnswerOf(answer).body).toBe('{"asked":3}')
})

it('the revision differs exactly if the text differs', () => {
  expect(serializedAnswerOf({ a: 1 }).revision()).toBe(serializedAnswerOf({ a: 1 }).revision())
  expect(serializedAnswerOf({ a: 1 }).revision()).not.toBe(serializedAnswerOf({ a: 2 }).revision())
  expect(serializedAnswerOf([]).revision()).not.toBe(serializedAnswerOf(null).revision())
})
