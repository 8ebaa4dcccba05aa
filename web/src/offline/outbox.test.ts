import { beforeEach, expect, test, vi } from 'vitest'
import { emptyOutbox, outboxFor, sendOrKeep, unsentTo, waiting } from './outbox.ts'

const place = '/books/1/progress'
const answers = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const answer = (status: number) => answers.mockImplementation(async () => new Response(null, { status }))
const sent = () => answers.mock.calls.map(([, { body }]) => body)

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('document', { baseURI: 'http://localhost/' })
  vi.stubGlobal('fetch', answers)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  void outboxFor('ada')
  answers.mockReset()
})

test('a place read after the session ended waits until one has signed in again', async () => {
  answer(401)
  expect(await sendOrKeep(place, { currentPage: 7 })).toBe('kept')
  await emptyOutbox()
  expect(unsentTo(place)).toEqual({ currentPage: 7 })
  answers.mockReset()
  answer(204)
  await emptyOutbox()
  expect(sent()).toEqual(['{"currentPage":7}'])
  expect(waiting()).toEqual([])
})

test('the next person at the same device neither sends nor sees what another left unsent', async () => {
  answer(503)
  await sendOrKeep(place, { currentPage: 7 })
  answers.mockReset()
  answer(204)
  await outboxFor('noor')
  await sendOrKeep(place, { currentPage: 2 })
  await emptyOutbox()
  expect(sent()).toEqual(['{"currentPage":2}'])
  expect(unsentTo(place)).toBeUndefined()
  await outboxFor('ada')
  expect(sent()).toContain('{"currentPage":7}')
})

test('what the server refuses for good is dropped', async () => {
  answer(404)
  expect(await sendOrKeep(place, { currentPage: 7 })).toBe('refused')
  expect(waiting()).toEqual([])
})

test('letters about several things at one address all wait; a deletion takes the place of what it deletes', async () => {
  answer(503)
  const post = (about: string) => sendOrKeep('/books/1/annotations', { id: about }, { method: 'POST', about })
  await post('a')
  await post('b')
  await sendOrKeep('/annotations/a', undefined, { method: 'DELETE', about: 'a' })
  answers.mockReset()
  answer(204)
  await emptyOutbox()
  expect(answers.mock.calls.map(([, { method, body }]) => [method, body])).toEqual([
    ['POST', '{"id":"b"}'],
    ['DELETE', undefined],
  ])
})
