import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { BenchContext } from '../harness/bench.ts'
import { compare, median } from '../harness/compare-under-load.ts'
import type { Lectern } from '../harness/lectern.ts'
import type { RequestToSend } from '../harness/load-driver.ts'
import { throughputRow } from '../harness/throughput-row.ts'
import { bypassCaches } from './list-requests.ts'

/** The cost of a list compared with handlers that only pass data on, and with the bare query. */
export async function measureCost(bench: BenchContext, lectern: Lectern, dataDir: string): Promise<void> {
  const { driver, sizes, bare, row } = bench
  const path = '/api/v1/books?pageSize=50&page=3'
  const answer = await fetch(`http://127.0.0.1:${lectern.port}${path}`, { headers: lectern.key })
  const etag = answer.headers.get('etag')!
  const text = await answer.text()
  const { totalPages } = JSON.parse(text) as { totalPages: number }
  await fetch(`http://127.0.0.1:${bare.routes.port}/kept/list`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: text,
  })
  const speed = await compare(
    driver,
    {
      bytes: { subject: bare.routes, asks: [{ path: '/kept/list' }] },
      fresh: { subject: lectern, asks: pagesOf(lectern, 20) },
      unseen: { subject: lectern, asks: pagesOf(lectern, Math.min(100, totalPages)) },
      again: { subject: lectern, asks: [{ path, headers: lectern.key }] },
    },
    sizes,
  )
  const unchanged = await compare(
    driver,
    {
      empty: { subject: bare.routes, asks: [{ path: '/empty' }] },
      same: { subject: lectern, status: 304, asks: [{ path, headers: { ...lectern.key, 'if-none-match': etag } }] },
    },
    sizes,
  )
  const empty = { what: 'empty Fastify route', speed: unchanged.empty }
  row(throughputRow('list', 'unchanged list (304)', unchanged.same, empty, { target: { of: 'ratio', atLeast: 0.6 } }))
  const bytes = { what: 'Fastify handler, same bytes', speed: speed.bytes }
  const enough = { of: 'measured', atLeast: Math.min(2000, speed.bytes.perSecond * 0.4) } as const
  const kept = { target: enough, bound: { atLeast: 0.1 } }
  const fresh = { target: enough, bound: { atLeast: 0.006 } }
  row(throughputRow('list', 'list of 50 books, asked before', speed.again, bytes, kept))
  row(throughputRow('list', 'list of 50 books, never asked before', speed.fresh, bytes, fresh))
  // More books than a server caches per user.
  row(throughputRow('list', 'list of 50 books, none of them shown before', speed.unseen, bytes, fresh))
  const alone = await compare(
    driver,
    { fresh: { subject: lectern, asks: pagesOf(lectern, 20), connections: 1 } },
    { rounds: sizes.rounds, seconds: sizes.seconds / 2 },
  )
  row({
    part: 'list',
    what: 'list of 50 books, never asked before, one at a time',
    measured: { value: alone.fresh.p50, unit: 'ms' },
    baseline: { what: 'bare SQLite query, same rows', value: bareQueryMs(dataDir), unit: 'ms' },
    bound: { atMost: 20 },
  })
}

/** Apps made for Komga get the same series in another format; that must not cost much more than our own. */
export async function measureKomga(
  { driver, sizes, row }: BenchContext,
  lectern: Lectern,
  books: number,
): Promise<void> {
  const headers = lectern.key
  const speed = await compare(
    driver,
    {
      own: { subject: lectern, connections: 1, asks: bypassCaches([{ path: '/api/v1/series?pageSize=20', headers }]) },
      komga: {
        subject: lectern,
        connections: 1,
        asks: bypassCaches([{ path: '/komga/api/v1/series?size=20', headers }]),
      },
    },
    sizes,
  )
  row({
    part: 'list',
    what: `20 series for an app made for Komga, ${books.toLocaleString('en')} books`,
    measured: { value: speed.komga.p50, unit: 'ms' },
    baseline: { what: '20 series of our own API', value: speed.own.p50, unit: 'ms' },
    target: { of: 'ratio', atMost: 2 },
  })
}

function pagesOf({ key: headers }: Lectern, count: number): RequestToSend[] {
  return bypassCaches(
    Array.from({ length: count }, (_, page) => ({ path: `/api/v1/books?pageSize=50&page=${page + 1}`, headers })),
  )
}

/** The rows of one page with the progress of a reader, as a hand-written query. */
function bareQueryMs(dataDir: string): number {
  const database = new DatabaseSync(join(dataDir, 'lectern.db'), { readOnly: true })
  const query = database.prepare(`select b.*, s.title as series_title, p.page, p.done, p.read_at
    from book b join series s on s.id = b.series_id left join progress p on p.user_id = 1 and p.book_id = b.id
    where b.id in (select id from book order by sort_key, id limit 50 offset ?)`)
  const times = Array.from({ length: 400 }, (_, turn) => {
    const began = performance.now()
    JSON.stringify(query.all((turn % 20) * 50), (_key, value) => (value instanceof Uint8Array ? undefined : value))
    return performance.now() - began
  })
  database.close()
  return median(times.slice(100))
}
