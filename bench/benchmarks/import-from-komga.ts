import { cpSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../src/store/open.ts'
import { fillDatabase } from '../fill-database.ts'
import type { BenchContext, Benchmark } from '../harness/bench.ts'
import { addAccount, type Lectern, startLectern } from '../harness/lectern.ts'
import { memoryOf } from '../harness/process-usage.ts'
import { filledDataFolder } from '../sample-data/filled-data-folder.ts'
import { type KomgaDatabaseCounts, makeKomgaDatabase } from '../sample-data/komga-database.ts'

interface Source {
  status: string
  error: string | null
  task: { status: string; error?: string | null } | null
  report: { counts: Record<string, Counts>; errors: string[]; matchedBy: Record<string, number> } | null
}
interface Counts {
  rows: number
  imported: number
  left: number
  failed: number
}

/**
 * Imports everything from a Komga with the same books, while a client requests lists five times a second. With
 * BENCH_DATABASE_URL it imports into an empty PostgreSQL database instead of SQLite.
 */
export const importFromKomga: Benchmark = {
  name: 'moving',
  about: 'Moving from another server',
  async run(bench) {
    const { sizes, row, say, tempFolder } = bench
    const books = Math.min(100_000, sizes.name === 'quick' ? sizes.rows[0]! : sizes.rows.at(-1)!)
    const url = process.env.BENCH_DATABASE_URL
    const dataDir = tempFolder('moving')
    const file = `${dataDir}-komga.sqlite`
    say(`a database of ${books.toLocaleString('en')} books, and Komga’s of the same`)
    const made = await prepare(bench, { books, url, dataDir, file })
    const lectern = await startLectern(dataDir, [], url ? { LECTERN_DATABASE__URL: url } : {})
    try {
      await browse(lectern, 2000)
      const rest = memoryOf(lectern.pid).now
      const watched = watch(lectern)
      const began = performance.now()
      const { id } = await lectern.ask<{ id: string }>('/api/v1/admin/imports', {
        method: 'POST',
        body: { path: file },
      })
      await until(lectern, id, ({ status }) => status === 'ready')
      const readSeconds = (performance.now() - began) / 1000
      await lectern.ask(`/api/v1/admin/imports/${id}/run`, { method: 'POST', body: { dryRun: false } })
      const { report } = await until(lectern, id, ({ report }) => report !== null)
      const seconds = (performance.now() - began) / 1000
      const { p99, worst, count, failed } = await watched.end()
      const { progress, book } = report!.counts
      const isWhole = progress?.imported === made.progress && book?.imported === made.books
      if (!isWhole || report!.errors.length > 0) throw new Error(`not everything came over: ${JSON.stringify(report)}`)
      const all = (number: number) => number.toLocaleString('en')
      row({
        part: 'moving',
        what: `${all(made.books)} books and ${all(made.progress)} rows of progress, read and imported`,
        measured: { value: seconds * 1000, unit: 'ms' },
        target: { of: 'measured', atMost: 300_000 },
        note: `${readSeconds.toFixed(1)} s of it to read Komga’s database`,
        more: { counts: report!.counts, matchedBy: report!.matchedBy },
      })
      row({
        part: 'moving',
        what: 'a list meanwhile, p99',
        measured: { value: p99, unit: 'ms' },
        target: { of: 'measured', atMost: 500 },
        note: `worst of ${all(count)}: ${worst.toFixed(0)} ms`,
      })
      row({
        part: 'moving',
        what: 'lists that failed meanwhile',
        measured: { value: failed, unit: '×' },
        target: { of: 'measured', atMost: 0 },
      })
      row({
        part: 'moving',
        what: 'memory peak of that server',
        measured: { value: memoryOf(lectern.pid).peak, unit: 'MB' },
        baseline: { what: 'before', value: rest, unit: 'MB' },
      })
    } finally {
      await lectern.stop()
    }
  },
}

async function prepare(
  bench: BenchContext,
  { books, url, dataDir, file }: { books: number; url: string | undefined; dataDir: string; file: string },
): Promise<KomgaDatabaseCounts> {
  if (!url) cpSync(await filledDataFolder(bench.folder, books), dataDir, { recursive: true })
  const db = await openDatabase({ dataDir, url: url ?? null, writes: 'inline' })
  if (url) await fillDatabase(db, { books })
  const made = await makeKomgaDatabase(db, file)
  await db.close()
  if (url) await addAccount(dataDir, { LECTERN_DATABASE__URL: url })
  return made
}

async function until(lectern: Lectern, id: string, isThere: (source: Source) => boolean): Promise<Source> {
  for (;;) {
    const source = await lectern.ask<Source>(`/api/v1/admin/imports/${id}`)
    if (isThere(source)) return source
    const why = source.error ?? source.task?.error
    if (source.status === 'failed' || source.task?.status === 'failed') throw new Error(`the import failed: ${why}`)
    await sleep(250)
  }
}

const PAUSE_MS = 200
const LISTS = [
  '/books?pageSize=50',
  '/series?pageSize=50',
  '/books/on-deck?pageSize=24',
  '/books/in-progress?pageSize=24',
  '/series/recently-updated?pageSize=24',
]

/** Requests one list after the other until stopped; the times are of complete responses. */
function watch(lectern: Lectern): { end(): Promise<{ p99: number; worst: number; count: number; failed: number }> } {
  const times: number[] = []
  let failed = 0
  let isOver = false
  const running = (async () => {
    for (let turn = 0; !isOver; turn++) {
      const began = performance.now()
      await lectern.ask(`/api/v1${LISTS[turn % LISTS.length]}&turn=${turn}`).catch(() => {
        failed += 1
      })
      const took = performance.now() - began
      times.push(took)
      await sleep(Math.max(0, PAUSE_MS - took))
    }
  })()
  return {
    async end() {
      isOver = true
      await running
      const sorted = times.sort((a, b) => a - b)
      const p99 = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))]!
      return { p99, worst: sorted.at(-1)!, count: sorted.length, failed }
    },
  }
}

async function browse(lectern: Lectern, ms: number): Promise<void> {
  const warming = watch(lectern)
  await sleep(ms)
  await warming.end()
}
