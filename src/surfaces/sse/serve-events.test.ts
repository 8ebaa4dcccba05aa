import { afterEach, expect, test } from 'vitest'
import { defaultConfig } from '../../config/load-config.ts'
import { type Permission, permissionsOfRole } from '../../contract/permissions.ts'
import { problem } from '../../contract/problems.ts'
import { openEvents } from '../../events/events.ts'
import type { Viewer } from '../../store/viewer.ts'
import { seesEverything } from '../../store/visibility/visible-classes.ts'
import { createApp } from '../edge/app.ts'
import { openRateLimiter } from '../edge/rate-limiter.ts'
import { openLogger } from '../edge/server-logger.ts'
import { bearerChallenge } from '../edge/surface.ts'
import { openSurface } from '../serve.ts'
import { mayReceiveEvent } from './event-visibility.ts'
import { serveEvents } from './serve-events.ts'

const libraryId = '01977f3e-8c1a-7c3e-9a55-3f1d2b6c7e90'
const created = { type: 'library_created', libraryId } as const
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

function viewerOf(userId: number, permissions: readonly Permission[] = permissionsOfRole.reader): Viewer {
  const name = `user ${userId}`
  return {
    userId,
    uid: name,
    username: name,
    role: 'reader',
    permissions: new Set(permissions),
    sees: seesEverything,
    via: 'key',
  }
}

async function open(options: { heartbeatMs?: number; maxWaiting?: number; maxStored?: number } = {}) {
  const config = defaultConfig()
  const events = openEvents({ maxStored: options.maxStored })
  const app = await createApp(config, { log: openLogger({ level: 'silent', pretty: false }) })
  const people = new Map<string, Viewer | Error>([
    ['1', viewerOf(1)],
    ['2', viewerOf(2)],
    ['3', viewerOf(3, ['BooksRead'])],
  ])
  const api = openSurface(app, {
    roots: ['/api'],
    challenge: bearerChallenge,
    exempt: new Set(['/api/v1/events']),
    limiter: openRateLimiter({ rates: config.rate_limit }),
    authenticate: (request) => {
      const key = request.headers['x-api-key']
      if (key === undefined) return undefined
      const viewer = people.get(String(key))
      if (!viewer) throw problem('invalid_api_key', 'Unknown.')
      if (viewer instanceof Error) throw viewer
      return viewer
    },
  })
  const { listeners } = serveEvents(api, {
    events,
    ...options,
    mayReceive: mayReceiveEvent,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  closing.push(() => app.close())
  const address = app.server.address() as { port: number }
  return { app, events, people, listeners, url: `http://127.0.0.1:${address.port}/api/v1/events` }
}

async function listen(url: string, headers: Record<string, string> = { 'x-api-key': '1' }) {
  const abort = new AbortController()
  const response = await fetch(url, { headers, signal: abort.signal })
  closing.unshift(async () => abort.abort())
  const reader = response.body!.getReader()
  let text = ''
  return {
    response,
    abort: () => abort.abort(),
    /** Everything received so far, once it contains this. */
    async until(wanted: string) {
      while (!text.includes(wanted)) {
        const { done, value } = await reader.read()
        if (done) throw new Error(`ended without ${wanted}:\n${text}`)
        text += new TextDecoder().decode(value)
      }
      return text
    },
    async end() {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return text
        text += new TextDecoder().decode(value)
      }
    },
  }
}

test('an event arrives with id, name and data, and nothing internal', async () => {
  const { events, url } = await open()
  const { response, until } = await listen(url)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-ratelimit-remaining')).toBe('200')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  await until('welcome')
  events.emit(created, { libraryId: 7, class: 9 })
  const text = await until('"}\n\n')
  const [, id, data] = text.match(/id: (.+)\nevent: library_created\ndata: (.+)\n\n/)!
  expect(id).toBe(events.lastId)
  expect(JSON.parse(data!)).toEqual({ ...created, timestamp: expect.stringMatching(/^\d{4}-.*Z$/) })
})

test('a listener receives only permitted events of the requested types', async () => {
  const { events, url } = await open()
  const { until } = await listen(`${url}?types=library_created,library_deleted`)
  await until('welcome')
  events.emit(created, { userId: 2 })
  events.emit({ ...created, type: 'library_updated' })
  events.emit({ ...created, type: 'library_deleted' }, { userId: 1 })
  const text = await until('library_deleted')
  expect(text).not.toContain('library_created')
  expect(text).not.toContain('library_updated')
})

test('a newly granted right takes effect at once, and so does a lost one', async () => {
  const { events, people, url } = await open()
  const sees = (classId: number) => ({
    ...viewerOf(1),
    sees: { ...seesEverything, everything: false, bits: Uint8Array.of(Number(classId === 1), Number(classId === 2)) },
  })
  people.set('1', sees(1))
  const { until } = await listen(url)
  await until('welcome')
  people.set('1', sees(2))
  events.emit({ ...created, type: 'library_updated' }, { class: 2 })
  await until('library_updated')
  events.emit(created, { class: 1 })
  events.emit({ ...created, type: 'library_deleted' }, { class: 2 })
  expect(await until('library_deleted')).not.toContain('library_created')
})

test('while permissions cannot be checked nothing is sent, then a gap is reported', async () => {
  const { events, people, url } = await open({ heartbeatMs: 20 })
  const { until } = await listen(url)
  await until('welcome')
  people.set('1', new Error('the database is away'))
  events.emit(created)
  await until(': still here\n\n: still here\n\n: still here')
  people.set('1', viewerOf(1))
  await until('event: resync')
  events.emit({ ...created, type: 'library_deleted' })
  expect(await until('library_deleted')).not.toContain('library_created')
})

test('missed events follow after Last-Event-ID, under the same filter', async () => {
  const { events, url } = await open()
  events.emit(created)
  const lastId = events.lastId
  events.emit(created, { userId: 2 })
  events.emit({ ...created, type: 'library_deleted' })
  const { until } = await listen(url, { 'x-api-key': '1', 'last-event-id': lastId })
  const text = await until('library_deleted')
  expect(text).not.toContain('library_created')
  expect(text).not.toContain('resync')
})

test('a break that was too long, or an id of another server, is admitted by a resync', async () => {
  const { events, url } = await open({ maxStored: 2 })
  const start = events.lastId
  for (let i = 0; i < 3; i += 1) events.emit(created)
  for (const id of [start, 'deadbeef-1', 'rubbish']) {
    const { until, abort } = await listen(url, { 'x-api-key': '1', 'last-event-id': id })
    const text = await until('resync"')
    expect(text).toContain(`id: ${events.lastId}\nevent: resync\n`)
    abort()
  }
})

test('the heartbeat is a comment, and disconnects a listener that lost its right', async () => {
  const { people, listeners, url } = await open({ heartbeatMs: 20 })
  const { until, end } = await listen(url)
  await until(': still here\n\n: still here')
  expect(listeners()).toBe(1)
  people.set('1', viewerOf(1, ['BooksRead']))
  await end()
  await expect.poll(listeners).toBe(0)
  const second = await listen(url, { 'x-api-key': '2' })
  people.delete('2')
  await second.end()
})

test('a listener who does not read is let go instead of filling the memory', async () => {
  const { events, listeners, url } = await open({ maxWaiting: 50_000 })
  const { until } = await listen(url)
  await until('welcome')
  expect(listeners()).toBe(1)
  const error = 'x'.repeat(20_000)
  const failed = { type: 'scan_failed', libraryId, taskId: libraryId, error } as const
  for (let i = 0; i < 2000 && listeners() > 0; i += 1) {
    events.emit(failed)
    await new Promise(setImmediate)
  }
  await expect.poll(listeners).toBe(0)
})

test('a listener that stopped reading is disconnected even when few events are sent', async () => {
  const { events, listeners, url } = await open({ heartbeatMs: 20, maxWaiting: Number.POSITIVE_INFINITY })
  const { until } = await listen(url)
  await until('welcome')
  const failed = { type: 'scan_failed', libraryId, taskId: libraryId, error: 'x'.repeat(1 << 20) } as const
  for (let i = 0; i < 20; i += 1) events.emit(failed)
  await expect.poll(listeners).toBe(0)
})

test('streams end when the server closes', async () => {
  const { app, url } = await open()
  const { until, end } = await listen(url)
  await until('welcome')
  const started = performance.now()
  await Promise.all([app.close(), end()])
  expect(performance.now() - started).toBeLessThan(20_000)
})

test('it needs a credential with LibrariesRead, a known type, and costs no token', async () => {
  const { url } = await open()
  const status = async (path: string, key?: string) => {
    const response = await fetch(url + path, { headers: key ? { 'x-api-key': key } : {} })
    await response.body?.cancel()
    return response.status
  }
  for (let i = 0; i < 60; i += 1) expect(await status('')).toBe(401)
  expect(await status('', 'nobody')).toBe(401)
  expect(await status('', '3')).toBe(403)
  expect(await status('?types=library_created,nonsense', '1')).toBe(400)
})

test('someone who sees only part of a library learns that it is scanned, not how much there is', async () => {
  const { events, people, url } = await open()
  people.set('2', { ...viewerOf(2), sees: { ...seesEverything, everything: false, inPart: true } })
  const [whole, part] = [await listen(url), await listen(url, { 'x-api-key': '2' })]
  const counters = { filesTotal: 7, filesProcessed: 7, booksAdded: 7, booksUpdated: 7, booksMoved: 7, booksDeleted: 7 }
  events.emit({ type: 'scan_completed', libraryId, taskId: libraryId, ...counters, errors: 7 })
  expect(await whole.until('"errors":7')).toContain('"filesTotal":7')
  expect(await part.until('"errors":0')).not.toContain(':7,')
})
