import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import type { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Answer,
  account,
  childrenOf,
  connectionsToEachProcess,
  listenAtEach,
  type Running,
  sendRequest,
  signIn,
  start,
  stopAll,
  until,
} from './processes.ts'
import { putComic } from './scan-pipeline.ts'

/** One server of two processes on one SQLite file. */
const folder = mkdtempSync(join(tmpdir(), 'lectern-processes-'))
const root = join(folder, 'books')
const settings = {
  SERVER__PROCESSES: '2',
  TASKS__WORKERS: '1',
  RATE_LIMIT__ENABLED: 'true',
  RATE_LIMIT__AUTHENTICATED__BURST: '200',
  RATE_LIMIT__AUTHENTICATED__RPS: '1',
  RATE_LIMIT__ANONYMOUS__BURST: '1000000',
}
let server: Running
let as: string
let agentByProcess: Record<string, Agent>

beforeAll(async () => {
  mkdirSync(root)
  putComic(root, 'A Series/1.cbz', '<Title>One</Title>', 2)
  server = await start({ data: join(folder, 'data'), settings })
  as = await signIn(server.url)
  agentByProcess = await connectionsToEachProcess(server.url)
})
afterAll(async () => {
  await stopAll()
  rmSync(folder, { recursive: true, force: true })
})

test('both processes answer, and each knows at once what the other did', async () => {
  expect(Object.keys(agentByProcess)).toHaveLength(2)
  const [one, two] = Object.values(agentByProcess) as [Agent, Agent]
  const made = await sendRequest(server.url, 'users', { as, agent: one, body: { ...account, username: 'reader' } })
  expect(made.status).toBe(201)
  const login = await sendRequest(server.url, 'auth/login', { agent: two, body: { ...account, username: 'reader' } })
  const reader = `Bearer ${login.json.accessToken}`
  expect((await sendRequest(server.url, 'auth/me', { as: reader, agent: one })).status).toBe(200)
  await sendRequest(server.url, `users/${made.json.id}`, { as, agent: two, method: 'PATCH', body: { isActive: false } })
  expect((await sendRequest(server.url, 'auth/me', { as: reader, agent: one })).status).toBe(401)
})

test('a scan requested at either process runs once and is visible, with its events, at both', async () => {
  const listeners = await listenAtEach(server.url, as)
  const other = agentByProcess[Object.keys(agentByProcess).find((name) => name !== listeners[0]!.process)!]!
  const library = await sendRequest(server.url, 'libraries', { as, agent: other, body: { name: 'Books', path: root } })
  expect(library.status).toBe(201)
  await sendRequest(server.url, `libraries/${library.json.id}/scan`, { as, agent: other, method: 'POST' })
  for (const agent of Object.values(agentByProcess)) {
    await until('the book is there', async () => {
      // Not too often: on a slow machine the requests would use up the user's rate limit.
      await sleep(600)
      const { json } = await sendRequest(server.url, 'books', { as, agent })
      return json.data?.[0]?.pageCount === 2
    })
  }
  for (const { heard, close } of listeners) {
    await until('the listener heard of it', () => heard.includes('library_created') && heard.includes('scan_completed'))
    close()
  }
})

test('a setting changed at one process takes effect at the other immediately', async () => {
  const [one, two] = Object.values(agentByProcess) as [Agent, Agent]
  const set = { as, agent: one, method: 'PUT', body: { value: true } }
  expect((await sendRequest(server.url, 'admin/settings/compat_api.enabled', set)).status).toBe(200)
  expect((await sendRequest(server.url, '/komga/api/v1/libraries', { as, agent: two })).status).toBe(200)
})

test('metrics cover both processes', async () => {
  const agents = Object.values(agentByProcess)
  for (const agent of agents) for (let i = 0; i < 3; i += 1) await sendRequest(server.url, 'info', { agent })
  const told = await Promise.all(agents.map((agent) => sendRequest(server.url, '/metrics', { as, agent })))
  const counts = told.map(
    ({ bytes }) => /request_seconds_count\{[^}]*v1\/info[^}]*\} (\d+)/.exec(bytes.toString())?.[1],
  )
  expect(counts).toEqual(['6', '6'])
})

test('both processes share one rate limit', async () => {
  const made = await sendRequest(server.url, 'users', { as, body: { ...account, username: 'eager' } })
  expect(made.status).toBe(201)
  const { json } = await sendRequest(server.url, 'auth/login', { body: { ...account, username: 'eager' } })
  const eager = `Bearer ${json.accessToken}`
  const agents = Object.values(agentByProcess)
  const began = performance.now()
  const answers: Answer[] = await Promise.all(
    Array.from({ length: 500 }, (_, i) => sendRequest(server.url, 'auth/me', { as: eager, agent: agents[i % 2]! })),
  )
  const allowed = answers.filter(({ status }) => status === 200).length
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(500 - allowed)
  expect(allowed).toBeGreaterThanOrEqual(200)
  // On a slow machine each second adds one more.
  expect(allowed).toBeLessThanOrEqual(240 + (performance.now() - began) / 1000)
})

test('a server process that is killed is replaced, and with the first process all end', async () => {
  const listeners = await listenAtEach(server.url, as)
  const { json } = await sendRequest(server.url, '/health')
  expect(json.status).toBe('ok')
  const others = await childrenOf(server.child.pid!)
  expect(others).toHaveLength(1)
  process.kill(others[0]!, 'SIGKILL')
  await until('another one serves', async () => {
    const [next] = await childrenOf(server.child.pid!)
    if (next === undefined || next === others[0]) return false
    return Object.keys(await connectionsToEachProcess(server.url, 8)).some((name) => !(name in agentByProcess))
  })
  for (const { close } of listeners) close()
  const [other] = await childrenOf(server.child.pid!)
  expect(await server.stop()).toBe(0)
  expect(isAlive(other!)).toBe(false)
  await expect(sendRequest(server.url, '/health')).rejects.toThrow()
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
