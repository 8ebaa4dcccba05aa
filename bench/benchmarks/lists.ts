import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchContext, Benchmark } from '../harness/bench.ts'
import { compare, type SubjectLoad } from '../harness/compare-under-load.ts'
import { type Lectern, startLectern } from '../harness/lectern.ts'
import type { RequestToSend } from '../harness/load-driver.ts'
import { memoryOf } from '../harness/process-usage.ts'
import { filledDataFolder } from '../sample-data/filled-data-folder.ts'
import { measureCost, measureKomga } from './list-cost.ts'
import { bypassCaches, homeCalls, listRequests, type MeasuredRequest, requestsOf } from './list-requests.ts'

interface Library {
  books: number
  lectern: Lectern
  dataDir: string
  asks: Record<MeasuredRequest, RequestToSend[]>
}

/** The same requests to libraries of several sizes, each with its own server on a database of rows. */
export const lists: Benchmark = {
  name: 'list',
  about: 'Lists from small to large libraries',
  async run(bench) {
    const libraries: Library[] = []
    try {
      for (const books of bench.sizes.rows) {
        bench.say(`a database of ${books.toLocaleString('en')} books`)
        const dataDir = await filledDataFolder(bench.folder, books)
        const lectern = await startLectern(dataDir)
        libraries.push({ books, lectern, dataDir, asks: await requestsOf(lectern) })
      }
      await measureGrowth(bench, libraries)
      for (const library of libraries) await measureDepth(bench, library)
      for (const library of libraries) await measureHome(bench, library)
      await measureCost(bench, libraries[0]!.lectern, libraries[0]!.dataDir)
      const middle = libraries[Math.min(1, libraries.length - 1)]!
      await measureKomga(bench, middle.lectern, middle.books)
      for (const { books, lectern, dataDir } of libraries) tellSize(bench, books, lectern, dataDir)
    } finally {
      await Promise.all(libraries.map(({ lectern }) => lectern.stop()))
    }
  },
}

async function measureGrowth({ driver, sizes, row }: BenchContext, libraries: readonly Library[]): Promise<void> {
  for (const question of Object.keys(listRequests) as MeasuredRequest[]) {
    const loads = Object.fromEntries(
      libraries.map(({ books, lectern, asks }): [string, SubjectLoad] => [
        String(books),
        { subject: lectern, asks: asks[question], connections: 1 },
      ]),
    )
    const speed = await compare(driver, loads, sizes)
    const smallest = speed[String(libraries[0]!.books)]!
    const { what, atMost, ...bounds } = listRequests[question]
    for (const { books } of libraries.slice(1)) {
      const here = speed[String(books)]!
      row({
        part: 'list',
        what: `${what}, ${bookCountText(books)}`,
        measured: { value: here.p50, unit: 'ms' },
        baseline: { what: bookCountText(libraries[0]!.books), value: smallest.p50, unit: 'ms' },
        target: { of: 'ratio', atMost },
        more: { question, books, p95: here.p95, p95OfSmallest: smallest.p95 },
      })
      if (!('p95' in bounds)) continue
      row({
        part: 'list',
        what: `${what}, ${bookCountText(books)}, p95`,
        measured: { value: here.p95, unit: 'ms' },
        target: { of: 'measured', atMost: bounds.p95 },
      })
    }
  }
}

/** A page far down compared with the first one. */
async function measureDepth({ driver, sizes, row }: BenchContext, { lectern, books }: Library): Promise<void> {
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
    what: `GET /books, page ${deep.toLocaleString('en')}, ${bookCountText(books)}`,
    measured: { value: speed.deep.p50, unit: 'ms' },
    baseline: { what: 'pages 1 to 20', value: speed.first.p50, unit: 'ms' },
    target: { of: 'ratio', atMost: 10 },
    more: { question: 'deep', books, p95: speed.deep.p95 },
  })
}

/** All requests of the first page one after the other; a browser sends several at once. */
async function measureHome({ driver, row }: BenchContext, { lectern, books }: Library): Promise<void> {
  const asks = bypassCaches(homeCalls.map((path) => ({ path: `/api/v1${path}`, headers: lectern.key })))
  const ms: number[] = []
  for (let round = 0; round < 10; round++) {
    const { seconds } = await driver.run({ port: lectern.port, asks, connections: 1, atMost: asks.length })
    ms.push(seconds * 1000)
  }
  row({
    part: 'list',
    what: `home page, its six calls one after the other, ${bookCountText(books)}, worst of ten`,
    measured: { value: Math.max(...ms), unit: 'ms' },
    target: { of: 'measured', atMost: 200 },
    more: { ms },
  })
}

const PAGE_SIZE = 50
const bookCountText = (books: number) => `${books.toLocaleString('en')} books`

/** Twenty pages from this one on, each requested once. */
function pagesFrom({ key: headers }: Lectern, first: number): RequestToSend[] {
  return bypassCaches(
    Array.from({ length: 20 }, (_, index) => {
      return { path: `/api/v1/books?pageSize=${PAGE_SIZE}&page=${first + index}`, headers }
    }),
  )
}

function tellSize({ row }: BenchContext, books: number, { pid, startMs }: Lectern, dataDir: string): void {
  const bytes = statSync(join(dataDir, 'lectern.db')).size
  row({
    part: 'list',
    what: `start to listening, ${bookCountText(books)}`,
    measured: { value: startMs, unit: 'ms' },
    target: { of: 'measured', atMost: 3000 },
  })
  row({
    part: 'list',
    what: `memory after all that, ${bookCountText(books)}`,
    measured: { value: memoryOf(pid).now, unit: 'MB' },
    target: { of: 'measured', atMost: 600 },
    more: { peak: memoryOf(pid).peak },
  })
  row({
    part: 'list',
    what: `size of the database, ${bookCountText(books)}`,
    measured: { value: bytes / 1e6, unit: 'MB' },
    note: `${(bytes / 1000 / books).toFixed(2)} kB a book`,
  })
}
