import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchContext, Benchmark } from '../harness/bench.ts'
import { compare, median } from '../harness/compare-under-load.ts'
import { account, type Lectern, startLectern } from '../harness/lectern.ts'
import { Driver, type RequestToSend } from '../harness/load-driver.ts'
import { cpuMs } from '../harness/process-usage.ts'
import { allBooks } from '../harness/wait-until-done.ts'
import { filledDataFolder } from '../sample-data/filled-data-folder.ts'

/** Turning pages: the cost of saving progress, and its effect on other requests. */
export const progressWrites: Benchmark = {
  name: 'writes',
  about: 'Progress writes',
  async run(bench) {
    const dataDir = await filledDataFolder(bench.folder, bench.sizes.rows[0]!)
    const single = await startLectern(dataDir)
    try {
      await measureOne(bench, single)
      await measureOthers(bench, single)
    } finally {
      await single.stop()
    }
    const double = await startLectern(dataDir, [], { LECTERN_SERVER__PROCESSES: '2' })
    try {
      await measureTwo(bench, double)
    } finally {
      await double.stop()
    }
  },
}

const WRITERS = 8

async function measureOne({ driver, sizes, row }: BenchContext, lectern: Lectern): Promise<void> {
  const asks = await turnsOf(lectern)
  const load = { port: lectern.port, asks, connections: WRITERS, seconds: sizes.seconds }
  await driver.run(load)
  const seen: { perSecond: number; cpu: number; p99: number }[] = []
  for (let round = 0; round < sizes.rounds; round++) {
    const before = cpuMs(lectern.pid) ?? Number.NaN
    const { count, seconds, p99 } = await driver.run(load)
    seen.push({ perSecond: count / seconds, cpu: ((cpuMs(lectern.pid) ?? Number.NaN) - before) / count, p99 })
  }
  const middle = (of: keyof (typeof seen)[0]) => median(seen.map((one) => one[of]))
  row({
    part: 'writes',
    what: `progress writes, ${WRITERS} people at once`,
    measured: { value: middle('perSecond'), unit: '/s' },
    more: { seen },
  })
  row({
    part: 'writes',
    what: 'processor time of one, all threads together',
    measured: { value: middle('cpu'), unit: 'ms' },
    target: { of: 'measured', atMost: 0.3 },
  })
  row({
    part: 'writes',
    what: 'the longest of a hundred (p99)',
    measured: { value: middle('p99'), unit: 'ms' },
    target: { of: 'measured', atMost: 50 },
  })
}

/** One reader's writes cost the others little: an uncached list, while another user turns pages. */
async function measureOthers(bench: BenchContext, lectern: Lectern): Promise<void> {
  const { sizes, row } = bench
  const asks = Array.from({ length: 20 }, (_, page) => ({
    path: `/api/v1/books?pageSize=50&page=${page + 1}`,
    headers: lectern.token,
  }))
  const other = await addReader(lectern)
  const turns = await turnsOf(lectern, other.headers)
  const writer = new Driver()
  const quiet: number[] = []
  const beside: number[] = []
  try {
    const read = async () =>
      (await compare(bench.driver, { it: { subject: lectern, asks } }, { ...sizes, rounds: 1 })).it
    for (let round = 0; round < sizes.rounds; round++) {
      quiet.push((await read()).perCore)
      const seconds = sizes.seconds * 1.5 + 0.2
      const writing = writer.run({ port: lectern.port, asks: turns, connections: 1, pauseMs: 50, seconds })
      await sleep(50)
      beside.push((await read()).perCore)
      await writing
    }
  } finally {
    writer.close()
    await other.remove()
  }
  row({
    part: 'writes',
    what: 'lists while somebody else turns 20 pages a second, by processor time',
    measured: { value: median(beside), unit: '/s' },
    baseline: { what: 'while nobody does', value: median(quiet), unit: '/s' },
    target: { of: 'ratio', atLeast: 0.9 },
  })
}

async function measureTwo({ driver, sizes, row }: BenchContext, lectern: Lectern): Promise<void> {
  const load = { port: lectern.port, asks: await turnsOf(lectern), connections: WRITERS, seconds: sizes.seconds * 2 }
  await driver.run(load)
  const seen: number[] = []
  for (let round = 0; round < sizes.rounds; round++) seen.push((await driver.run(load)).p99)
  row({
    part: 'writes',
    what: `the longest of a hundred (p99), ${WRITERS} people, two processes`,
    measured: { value: median(seen), unit: 'ms' },
    target: { of: 'measured', atMost: 50 },
    more: { seen },
  })
}

/** Another user: otherwise the lists would change with the reader's own progress. */
async function addReader({ ask, port, key }: Lectern): Promise<{ headers: Lectern['key']; remove(): Promise<void> }> {
  const { password } = account
  const username = `reader-${Date.now()}`
  const { id } = await ask<{ id: string }>('/api/v1/users', {
    method: 'POST',
    body: { username, password, role: 'reader' },
  })
  const { accessToken } = await ask<{ accessToken: string }>('/api/v1/auth/login', {
    method: 'POST',
    body: { username, password },
  })
  const remove = async () => {
    await fetch(`http://127.0.0.1:${port}/api/v1/users/${id}`, { method: 'DELETE', headers: key })
  }
  return { headers: { authorization: `Bearer ${accessToken}` }, remove }
}

/** Turns the first pages of many books. */
async function turnsOf(lectern: Lectern, headers = lectern.key): Promise<RequestToSend[]> {
  const books = (await allBooks(lectern)).filter(({ pageCount }) => pageCount >= PAGES).slice(0, BOOKS)
  return Array.from({ length: PAGES }, (_, page) =>
    books.map(
      ({ id }): RequestToSend => ({
        method: 'PUT',
        path: `/api/v1/books/${id}/progress`,
        headers,
        body: { currentPage: page + 1 },
      }),
    ),
  ).flat()
}

const BOOKS = 100
const PAGES = 10
