import './cheap-passwords.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltServer, buildServer } from '../src/build-server.ts'
import { defaultConfig } from '../src/config/load-config.ts'
import { openLogger } from '../src/surfaces/edge/server-logger.ts'
import { makeTestDatabase } from './databases.ts'
import { until } from './processes.ts'
import { password } from './server.ts'
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts'

/** Two servers with their own folders on one PostgreSQL: everything shared goes through it. */
const servers: BuiltServer[] = []
const closing: (() => Promise<unknown> | unknown)[] = []
let as: string
/** The connection from the database to the second server. */
let way: TcpProxy

beforeAll(async () => {
  const database = await makeTestDatabase('postgres')
  const url = new URL(database.options.url!)
  way = await openTcpProxy({ host: url.hostname, port: Number(url.port) })
  for (let i = 0; i < 2; i += 1) {
    const config = defaultConfig()
    config.data_dir = mkdtempSync(join(tmpdir(), 'lectern-two-'))
    if (i === 1) url.port = String(way.port)
    config.database.url = url.href
    config.tasks.workers = 0
    config.admin = { username: 'root', password }
    config.rate_limit.authenticated = { rps: 10, burst: 200 }
    config.rate_limit.anonymous = { rps: 1000, burst: 10_000 }
    const server = await buildServer(config, {
      log: openLogger({ level: process.env.TEST_LOG ?? 'silent', pretty: false }),
    })
    servers.push(server)
    closing.unshift(
      () => server.app.close(),
      () => server.close(),
      () => rmSync(config.data_dir, { recursive: true, force: true }),
    )
  }
  closing.push(
    () => way.close(),
    () => database.drop(),
  )
  as = await signIn('root')
})
afterAll(async () => {
  for (const close of closing) await close()
})

test('a user’s requests to two servers in turn are limited as if there were one, at once and over time, on postgres', async () => {
  await request(0, 'POST', 'users', { as, body: { username: 'eager', password } })
  const eager = await signIn('eager')
  // They have received each other's messages.
  await until('the second server hears the first', async () => (await remainingAfter(eager, 30)) < 200 - 30)
  const began = performance.now()
  let allowed = 200 - (await remaining(eager))
  let asked = allowed
  for (let round = 0; round < 4; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 150 }, (_, i) => request(i % 2, 'GET', 'auth/me', { as: eager })),
    )
    asked += answers.length
    allowed += answers.filter(({ statusCode }) => statusCode === 200).length
  }
  // On a slow enough machine, all requests.
  const one = Math.min(asked, 200 + ((performance.now() - began) / 1000) * 10)
  expect(allowed).toBeGreaterThan(one * 0.8)
  expect(allowed).toBeLessThan(one * 1.2)
})

test('sessions, permissions and settings of one server are valid on the other, on postgres', async () => {
  const { id } = (await request(1, 'POST', 'users', { as, body: { username: 'reader', password } })).json()
  const reader = await signIn('reader')
  expect((await request(1, 'GET', 'auth/me', { as: reader })).statusCode).toBe(200)
  await request(0, 'PATCH', `users/${id}`, { as, body: { isActive: false } })
  expect((await request(1, 'GET', 'auth/me', { as: reader })).statusCode).toBe(401)
  for (const [at, value] of [true, false, true, false].entries()) {
    await request(at % 2, 'PUT', 'admin/settings/compat_api.enabled', { as, body: { value } })
    expect(servers.map(({ context: server }) => server.config.compat_api.enabled)).toEqual([value, value])
  }
})

test('a change on one server is visible on the other at once, to everyone, under load, on postgres', async () => {
  await request(0, 'POST', 'users', { as, body: { username: 'hasty', password, role: 'admin' } })
  const hasty = await signIn('hasty')
  const folder = mkdtempSync(join(tmpdir(), 'lectern-two-'))
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  const { id } = (await request(0, 'POST', 'libraries', { as: hasty, body: { name: 'Before', path: folder } })).json()
  const { key } = (await request(0, 'POST', 'api-keys', { as: hasty, body: { name: 'h' } })).json()
  let isOver = false
  const crowd = Array.from({ length: 6 }, async () => {
    // An unknown key: each is looked up, and no user's bucket is emptied.
    while (!isOver)
      await request(1, 'GET', 'books', { as: 'Bearer lectern_nobody00_00000000000000000000000000000000000' })
  })
  // Longer than a change takes, so that there are always queries in progress that started before it.
  way.lag(15)
  const told: unknown[] = []
  const expected: unknown[] = []
  for (let round = 0; round < 6; round += 1) {
    const before = await request(1, 'GET', 'books', { as: `Bearer ${key}` })
    await request(0, 'PATCH', `libraries/${id}`, { as: hasty, body: { name: `Name ${round}` } })
    const unchanged = { 'if-none-match': String(before.headers.etag) }
    const [list, ...named] = await Promise.all([
      request(1, 'GET', 'books', { as: `Bearer ${key}`, headers: unchanged }),
      ...[hasty, `Bearer ${key}`, hasty].map((who) => request(1, 'GET', `libraries/${id}`, { as: who })),
    ])
    told.push([list!.statusCode, ...named.map((answer) => answer.json().name)])
    expected.push([200, ...named.map(() => `Name ${round}`)])
  }
  isOver = true
  way.lag(0)
  await Promise.all(crowd)
  expect(told).toEqual(expected)
})

test('the last use of a key at one server is visible on the other, on postgres', async () => {
  const { key, id } = (await request(0, 'POST', 'api-keys', { as, body: { name: 'k' } })).json()
  await request(0, 'GET', 'auth/me', { as: `Bearer ${key}` })
  let used = ''
  const lastUsed = async () => (await request(1, 'GET', `api-keys/${id}`, { as })).json().last_used_at as string
  await until('the first use is known', async () => (used = await lastUsed()))
  await request(0, 'GET', 'auth/me', { as: `Bearer ${key}` })
  // It isn't written to the database for a minute.
  await until('the second one as well', async () => (await lastUsed()) > used)
})

test('a listener at one server receives events of the other, and catches up there, on postgres', async () => {
  const [one, two] = [servers[0]!.context.events, servers[1]!.context.events]
  const heard: string[] = []
  const ofUsers: (number | undefined)[] = []
  for (const server of [one, two]) {
    server.on(({ event, audience }) => event.type === 'user_plugin_updated' && ofUsers.push(audience.userId))
  }
  one.emit({ type: 'user_plugin_updated', pluginId: '01977f3e-8c1a-7c3e-9a55-3f1d2b6c7e91' }, { userId: 7 })
  two.on(({ event }) => heard.push(event.type))
  const libraryId = '01977f3e-8c1a-7c3e-9a55-3f1d2b6c7e90'
  one.emit({ type: 'library_created', libraryId })
  await until('the news arrives', () => heard.includes('library_created'))
  const seen = one.lastId
  two.emit({ type: 'library_deleted', libraryId })
  await until('both have it', () => one.since(seen)?.length === 1)
  expect(two.since(seen)!.map(({ event }) => event.type)).toContain('library_deleted')
  // What concerns one user stays theirs at the other server.
  expect(ofUsers).toEqual([7, 7])
})

function request(
  server: number,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  path: string,
  more: { as?: string; body?: object; headers?: Record<string, string> },
) {
  return servers[server]!.app.inject({
    method,
    url: `/api/v1/${path}`,
    headers: { ...more.headers, ...(more.as && { authorization: more.as }) },
    payload: more.body,
  })
}

async function signIn(username: string): Promise<string> {
  const answer = await request(0, 'POST', 'auth/login', { body: { username, password } })
  return `Bearer ${answer.json().accessToken}`
}

const remaining = async (who: string) =>
  Number((await request(1, 'GET', 'auth/me', { as: who })).headers['x-ratelimit-remaining'])

async function remainingAfter(who: string, many: number): Promise<number> {
  for (let i = 0; i < many; i += 1) await request(0, 'GET', 'auth/me', { as: who })
  return remaining(who)
}
