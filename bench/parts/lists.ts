import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench, Part } from '../harness/bench.ts'
import { compare, type SubjectLoad } from '../harness/compare.ts'
import type { Ask } from '../harness/drive.ts'
import { type Lectern, startLectern } from '../harness/lectern.ts'
import { memoryOf } from '../harness/process-usage.ts'
import { throughput } from '../harness/throughput.ts'
import { rowsFolder } from '../made/rows-folder.ts'

interface Library {
  books: number
  lectern: Lectern
  dataDir: string
  asks: Record<Question, Ask[]>
}

type Question = keyof typeof questions

/** How an answer may slow down from the smallest library to the largest. */
const questions = {
  list: { what: 'GET /books, page 1', atMost: 2 },
  filtered: { what: 'POST /series/list, two conditions', atMost: 2 },
  search: { what: 'POST /books/list, full-text search', atMost: 4 },
  series: { what: 'a series and its books', atMost: 2 },
  home: { what: 'home page: on deck, in progress, newest books and series', atMost: 2 },
  book: { what: 'GET /books/{id}', atMost: 2 },
} as const

/** The same questions to libraries of several sizes, each a server of its own over a database of rows. */
export const lists: Part = {
  name: 'list',
  about: 'Lists from small to large libraries',
  async run(bench) {
    const libraries: Library[] = []
    try {
      for (const books of bench.sizes.rows) {
        bench.say(`a database of ${books.toLocaleString('en')} books`)
        const dataDir = await rowsFolder(bench.folder, books)
        const lectern = await startLectern(dataDir)
        libraries.push({ books, lectern, dataDir, asks: await asksOf(lectern) })
      }
      await measureGrowth(bench, libraries)
      await measureDepth(bench, libraries.at(-1)!)
      await measureFresh(bench, libraries[0]!)
      for (const { books, lectern, dataDir } of libraries) tellSize(bench, books, lectern, dataDir)
    } finally {
      await Promise.all(libraries.map(({ lectern }) => lectern.stop()))
    }
  },
}

async function asksOf({ ask, key: headers }: Lectern): Promise<Library['asks']> {
  const get = (path: string): Ask => ({ path: `/api/v1${path}`, headers })
  const post = (path: string, body: object): Ask => ({ ...get(path), method: 'POST', body })
  const { data: some } = await ask<{ data: { id: string }[] }>('/api/v1/series?pageSize=20&page=3')
  const { data: books } = await ask<{ data: { id: string }[] }>('/api/v1/books?pageSize=50&page=4')
  // Each with a name of its own: an answer that was kept says nothing about the size of the library.
  const turns = Array.from({ length: 300 }, (_, turn) => turn)
  const facts = [
    ['Drama', 'ended'],
    ['Comedy', 'ongoing'],
    ['Horror', 'hiatus'],
    ['Music', 'abandoned'],
  ]
  return {
    list: turns.map((turn) => get(`/books?turn=${turn}`)),
    filtered: facts.map(([genre, status]) =>
      post('/series/list', {
        condition: {
          allOf: [{ genre: { operator: 'is', value: genre } }, { status: { operator: 'is', value: status } }],
        },
      }),
    ),
    search: ['night', 'dragon king', 'the', '進撃', 'ocean mirror', 'stor', 'château', 'winter 12'].map(
      (fullTextSearch) => post('/books/list', { fullTextSearch }),
    ),
    series: some.flatMap(({ id }) => [get(`/series/${id}`), get(`/series/${id}/books`)]),
    home: [
      '/books/on-deck',
      '/books/in-progress',
      '/books/recently-added',
      '/series/recently-added',
      '/series/recently-updated',
    ].map((path) => get(`${path}?pageSize=20`)),
    book: books.map(({ id }) => get(`/books/${id}`)),
  }
}

async function measureGrowth({ driver, sizes, row }: Bench, libraries: readonly Library[]): Promise<void> {
  for (const question of Object.keys(questions) as Question[]) {
    const loads = Object.fromEntries(
      libraries.map(({ books, lectern, asks }): [string, SubjectLoad] => [
        String(books),
        { subject: lectern, asks: asks[question], connections: 1 },
      ]),
    )
    const speed = await compare(driver, loads, sizes)
    const smallest = speed[String(libraries[0]!.books)]!
    for (const { books } of libraries.slice(1)) {
      const { what, atMost } = questions[question]
      const here = speed[String(books)]!
      row({
        part: 'list',
        what: `${what}, ${books.toLocaleString('en')} books`,
        measured: { value: here.p50, unit: 'ms' },
        baseline: { what: `${libraries[0]!.books.toLocaleString('en')} books`, value: smallest.p50, unit: 'ms' },
        target: { of: 'ratio', atMost },
        more: { p95: here.p95, p95OfSmallest: smallest.p95, cpuRatio: smallest.perCore / here.perCore },
      })
    }
  }
}

/** A page far down beside the first one, in the largest library. */
async function measureDepth({ driver, sizes, row }: Bench, { lectern, books }: Library): Promise<void> {
  const deep = Math.min(10_000, Math.floor(books / PAGE_SIZE / 2))
  const speed = await compare(
    driver,
    {
      first: { subject: lectern, asks: pagesFrom(lectern, 1), connections: 1 },
      deep: { subject: lectern, asks: pagesFrom(lectern, deep), connections: 1 },
    },
    sizes,
  )
  row({
    part: 'list',
    what: `GET /books, page ${deep.toLocaleString('en')}, ${books.toLocaleString('en')} books`,
    measured: { value: speed.deep.p50, unit: 'ms' },
    baseline: { what: 'pages 1 to 20', value: speed.first.p50, unit: 'ms' },
    target: { of: 'ratio', atMost: 10 },
    more: { p95: speed.deep.p95 },
  })
}

const PAGE_SIZE = 50

/** Twenty pages from this one on: no two requests in a row are the same. */
function pagesFrom({ key: headers }: Lectern, first: number): Ask[] {
  return Array.from({ length: 20 }, (_, index): Ask => {
    return { path: `/api/v1/books?pageSize=${PAGE_SIZE}&page=${first + index}`, headers }
  })
}

/** More than a server keeps, so that each is made anew. */
function freshPages({ key: headers }: Lectern): Ask[] {
  return Array.from({ length: 300 }, (_, turn): Ask => {
    return { path: `/api/v1/books?pageSize=${PAGE_SIZE}&page=${1 + (turn % 20)}&turn=${turn}`, headers }
  })
}

/** What a list costs beside handlers that only hand something over. */
async function measureFresh({ driver, sizes, bare, row }: Bench, { lectern }: Library): Promise<void> {
  const path = '/api/v1/books?pageSize=50&page=3'
  const answer = await fetch(`http://127.0.0.1:${lectern.port}${path}`, { headers: lectern.key })
  const etag = answer.headers.get('etag')!
  const bytes = await answer.text()
  await fetch(`http://127.0.0.1:${bare.routes.port}/kept/list`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: bytes,
  })
  const speed = await compare(
    driver,
    {
      empty: { subject: bare.routes, asks: [{ path: '/empty' }] },
      bytes: { subject: bare.routes, asks: [{ path: '/kept/list' }] },
      fresh: { subject: lectern, asks: freshPages(lectern) },
      again: { subject: lectern, asks: [{ path, headers: lectern.key }] },
    },
    sizes,
  )
  const unchanged = await compare(
    driver,
    {
      empty: { subject: bare.routes, asks: [{ path: '/empty' }] },
      unchanged: {
        subject: lectern,
        status: 304,
        asks: [{ path, headers: { ...lectern.key, 'if-none-match': etag } }],
      },
    },
    sizes,
  )
  const empty = { what: 'empty Fastify route', speed: unchanged.empty }
  row(throughput('list', 'unchanged list (304)', unchanged.unchanged, empty, { of: 'ratio', atLeast: 0.6 }))
  const bytesFromMemory = { what: 'Fastify handler, same bytes', speed: speed.bytes }
  const enough = Math.min(2000, speed.bytes.perSecond * 0.4)
  row(
    throughput('list', 'list of 50 books, never asked before', speed.fresh, bytesFromMemory, {
      of: 'measured',
      atLeast: enough,
    }),
  )
  row(throughput('list', 'list of 50 books, asked again', speed.again, bytesFromMemory))
}

function tellSize({ row }: Bench, books: number, { pid }: Lectern, dataDir: string): void {
  const bytes = statSync(join(dataDir, 'lectern.db')).size
  row({
    part: 'list',
    what: `size of the database, ${books.toLocaleString('en')} books`,
    measured: { value: bytes / 1e6, unit: 'MB' },
    note: `${(bytes / 1000 / books).toFixed(2)} kB a book`,
  })
  row({
    part: 'list',
    what: `memory after all that, ${books.toLocaleString('en')} books`,
    measured: { value: memoryOf(pid).now, unit: 'MB' },
    target: { of: 'measured', atMost: 600 },
    more: { peak: memoryOf(pid).peak },
  })
}
