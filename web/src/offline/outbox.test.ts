import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { flushOutbox, sendOrQueue } from './outbox.ts'
import { countUnsentChanges, queuedRequestBody, queuedRequests } from './queued-requests.ts'
import { setOutboxUser } from './send-waiting-requests.ts'

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
  void setOutboxUser('ada')
  answers.mockReset()
})
afterAll(() => vi.unstubAllGlobals())

test('progress made after the session ended waits until the user signs in again', async () => {
  answer(401)
  expect(await sendOrQueue(place, { currentPage: 7 })).toBe('queued')
  await flushOutbox()
  expect(queuedRequestBody(place)).toEqual({ currentPage: 7 })
  answers.mockReset()
  answer(204)
  await flushOutbox()
  expect(sent()).toEqual(['{"currentPage":7}'])
  expect(queuedRequests()).toEqual([])
})

test('the next person at the same device neither sends nor sees what another left unsent', async () => {
  answer(503)
  await sendOrQueue(place, { currentPage: 7 })
  answers.mockReset()
  answer(204)
  await setOutboxUser('noor')
  await sendOrQueue(place, { currentPage: 2 })
  await flushOutbox()
  expect(sent()).toEqual(['{"currentPage":2}'])
  expect(queuedRequestBody(place)).toBeUndefined()
  await setOutboxUser('ada')
  expect(sent()).toContain('{"currentPage":7}')
})

test('a request the server rejects permanently is dropped', async () => {
  answer(404)
  expect(await sendOrQueue(place, { currentPage: 7 })).toBe('refused')
  expect(queuedRequests()).toEqual([])
})

test('requests about several items at one address all wait; a deletion replaces those about what it deletes', async () => {
  answer(503)
  const post = (about: string) => sendOrQueue('/books/1/annotations', { id: about }, { method: 'POST', about })
  await post('a')
  await post('b')
  await sendOrQueue('/annotations/a', undefined, { method: 'DELETE', about: 'a' })
  answers.mockReset()
  answer(204)
  await flushOutbox()
  expect(answers.mock.calls.map(([, { method, body }]) => [method, body])).toEqual([
    ['POST', '{"id":"b"}'],
    ['DELETE', undefined],
  ])
})

test('page turns made offline are sent in order, so that the server can count them', async () => {
  answer(503)
  const at = Date.parse('2026-03-01T20:00:00Z')
  const read = (page: number, minute: number) =>
    sendOrQueue(place, { currentPage: page }, { turn: { page, at: at + minute * 60_000 } })
  for (let page = 1; page <= 12; page++) await read(page, page)
  // A jump to the end, back, and on an hour later.
  await read(90, 13)
  await read(13, 14)
  await read(14, 74)
  expect(queuedRequestBody(place)).toEqual({ currentPage: 14 })
  expect(countUnsentChanges()).toBe(1)
  answers.mockReset()
  answer(204)
  await read(15, 75)
  expect(sent().map((body) => JSON.parse(String(body)).currentPage)).toEqual([1, 6, 11, 12, 90, 13, 14, 15])
  expect(queuedRequests()).toEqual([])
})

test('endless turning without a connection stays bounded', async () => {
  answer(503)
  for (let turn = 0; turn < 500; turn++) {
    await sendOrQueue(place, { currentPage: turn }, { turn: { page: (turn % 2) * 50, at: turn } })
  }
  expect(queuedRequests().length).toBeLessThanOrEqual(401)
})
