import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createPostgresDatabase } from './postgres.ts'
import { listen, openBelow, type Running, sendRequest, signIn, start, stopAll, until } from './processes.ts'
import { putComic } from './scan-pipeline.ts'
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts'

/** Real processes: two servers, one of which runs tasks, and a worker on one PostgreSQL, whose connection can be cut. */
const folder = mkdtempSync(join(tmpdir(), 'lectern-faults-'))
const root = join(folder, 'books')
const BOOKS = 60
let database: Awaited<ReturnType<typeof createPostgresDatabase>>
/** Directly to the database, also while the servers are cut off. */
let client: pg.Client
let way: TcpProxy
let servers: Running[]
let worker: Running
let as: string

beforeAll(async () => {
  mkdirSync(root)
  for (let n = 1; n <= BOOKS; n += 1) putComic(root, `Series ${n % 12}/${n}.cbz`, `<Title>T ${n}</Title>`, 1 + (n % 5))
  database = await createPostgresDatabase(inject('postgresUrl'))
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const url = new URL(database.url)
  way = await openTcpProxy({ host: url.hostname, port: Number(url.port) })
  url.port = String(way.port)
  // Short, because lost workers are waited for; but a starved worker must not look dead.
  const settings = { DATABASE__URL: url.href, TASKS__HEARTBEAT_SECONDS: '1.5' }
  const data = join(folder, 'data')
  const processes = [
    ['serve', '0'],
    ['serve', '1'],
    ['worker', '1'],
  ] as const
  const started = await Promise.all(
    processes.map(([command, threads]) => start({ command, data, settings: { ...settings, TASKS__WORKERS: threads } })),
  )
  worker = started.pop()!
  servers = started
  as = await signIn(servers[0]!.url)
}, 480_000)
afterAll(async () => {
  await stopAll()
  way.close()
  await client.end()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

test('a worker killed in the middle of a scan loses nothing, and listeners at both servers get every event, on postgres', async () => {
  const [a, b] = servers.map(({ url }) => url) as [string, string]
  const listeners = await Promise.all([listen(a, as), listen(b, as)])
  const library = await sendRequest(a, 'libraries', { as, body: { name: 'Books', path: root } })
  await sendRequest(b, `libraries/${library.json.id}/scan`, { as, method: 'POST' })
  await until('some books are read', async () => (await count('select count(*) from book where analyzed = 1')) >= 10)
  await worker.kill()
  await until('all are read', async () => (await count('select count(*) from book where analyzed = 1')) === BOOKS)
  await until('nothing is left to do', async () => {
    return (await count("select count(*) from task where status in ('pending', 'running')")) === 0
  })
  // The same as without the faults: one book per file with its pages, each series with its books, and no failures.
  expect(await count('select count(*) from book')).toBe(BOOKS)
  expect(await count('select count(distinct path) from book')).toBe(BOOKS)
  expect(await count('select count(*) from series where book_count = 5')).toBe(12)
  expect(await count('select sum(page_count) from book')).toBe((BOOKS / 5) * 15)
  expect(await count("select count(*) from task where status = 'failed'")).toBe(0)
  for (const { heard, close } of listeners) {
    expect(heard).toContain('library_created')
    await until('the end of the scan is told', () => heard.includes('scan_completed'))
    close()
  }
}, 480_000)

test('while the database is down requests are refused at once, and served again when it is back, on postgres', async () => {
  const [a, b] = servers.map(({ url }) => url) as [string, string]
  const listener = await listen(a, as)
  way.cut()
  for (const url of [a, b, a, b]) {
    const { status, json, headers } = await sendRequest(url, 'books', { as, withinMs: 5000 })
    expect([status, json.error, headers['retry-after']]).toEqual([503, 'service_unavailable', '2'])
  }
  expect((await sendRequest(a, '/health', { withinMs: 6000 })).status).toBe(503)
  way.heal()
  for (const url of [a, b])
    await until('it answers again', async () => (await sendRequest(url, 'books', { as })).status === 200)
  await until('listeners are told to look again', () => listener.heard.includes('resync'))
  const task = await sendRequest(b, `libraries/${(await sendRequest(a, 'libraries', { as })).json[0].id}/scan`, {
    as,
    method: 'POST',
  })
  await until(
    'tasks are done',
    async () => (await sendRequest(a, `tasks/${task.json.id}`, { as })).json.status === 'completed',
  )
  await until('their news arrive', () => listener.heard.includes('scan_completed'))
  listener.close()
})

test('a client that goes away in the middle of a download leaves no open file behind, on postgres', async () => {
  const [{ url, child }] = servers as [Running]
  const before = await sendRequest(url, 'books?pageSize=1', { as })
  const path = `/api/v1/books/${before.json.data[0].id}/file`
  await Promise.all(
    Array.from({ length: 20 }, () => {
      return new Promise((resolve) => {
        const asked = request(`${url}${path}`, { headers: { authorization: as } }, () => {
          asked.destroy()
          resolve(undefined)
        })
        asked.on('error', resolve).end()
      })
    }),
  )
  await until('its files are closed', async () => (await openBelow(root, child.pid!)) === 0)
})

test('what a server has acknowledged survives a kill, on postgres', async () => {
  const [other, killed] = servers as [Running, Running]
  const acknowledged: string[] = []
  const writeUntilItBreaks = async () => {
    for (;;) {
      const made = await sendRequest(killed.url, 'api-keys', { as, body: { name: 'k' } })
      if (made.status === 201) acknowledged.push(made.json.id)
    }
  }
  const writing = Promise.allSettled(Array.from({ length: 8 }, writeUntilItBreaks))
  await until('many are written', () => acknowledged.length > 40)
  await killed.kill()
  await writing
  const { json } = await sendRequest(other.url, 'api-keys', { as })
  expect(json.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(acknowledged))
})

async function count(question: string): Promise<number> {
  const { rows } = await client.query(question)
  return Number(Object.values(rows[0])[0])
}
