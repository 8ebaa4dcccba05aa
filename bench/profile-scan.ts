import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
// As the server starts.
import { restartWithMemorySettings } from '../bin/memory-settings.js'
import { newLibraryFields } from '../src/catalog/libraries/check-library-input.ts'
import { defaultConfig } from '../src/config/load-config.ts'
import { defaultLimits } from '../src/formats/limits.ts'
import { openPublication } from '../src/formats/open-publication.ts'
import { scanLibraryTask } from '../src/scan/tasks.ts'
import { insertLibrary } from '../src/store/library/write.ts'
import { type Db, openDatabase } from '../src/store/open.ts'
import { openTasks } from '../src/tasks/tasks.ts'

restartWithMemorySettings()

const READ_ALONE = 400

/**
 * `node bench/profile-scan.ts --dir FOLDER [--no-covers]`: a first scan with analysis, then scans of the unchanged
 * folder, compared with a bare walk with `stat` and the bare reading of some of the files in the same run.
 */
const { values } = parseArgs({
  options: {
    dir: { type: 'string' },
    covers: { type: 'boolean', default: true },
    workers: { type: 'string' },
    data: { type: 'string' },
  },
  allowNegative: true,
})
if (!values.dir) throw new Error('--dir names the library')
const root = resolve(values.dir)
const data = values.data ?? mkdtempSync(join(tmpdir(), 'lectern-bench-'))
const config = { ...defaultConfig(), data_dir: data }
if (values.workers) config.tasks.workers = Number(values.workers)
config.scanner.settle_seconds = 0

const db = await openDatabase({ dataDir: data })
const thread = new Worker(new URL('./profile-scan-thread.ts', import.meta.url), {
  workerData: { config, withCovers: values.covers },
  resourceLimits: { maxYoungGenerationSizeMb: 16 },
})
await new Promise((ready) => thread.once('message', ready))
const link = { wake: () => thread.postMessage('wake'), cancel: () => {} }
const tasks = openTasks({ db, events: { emit: () => {} }, link })
const fields = newLibraryFields({ name: basename(root), path: root })
const { id } = await db.transaction((tx) => insertLibrary(tx, fields))

let peak = 0
const watchMemory = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss())
}, 100)

// Cost per book as the library grows: a rising line means quadratic work somewhere.
const costs: { books: number; cpuMsPerBook: number }[] = []
let last = { books: 0, cpu: process.cpuUsage() }
const watchCosts = setInterval(async () => {
  const { done } = await db.query
    .selectFrom('task')
    .select((eb) => eb.fn.countAll<number>().as('done'))
    .where('status', '=', 'completed')
    .where('type', '=', 'analyze_book')
    .executeTakeFirstOrThrow()
  if (done - last.books < 2500) return
  costs.push({ books: done, cpuMsPerBook: round(cpuMs(last.cpu) / (done - last.books)) })
  last = { books: done, cpu: process.cpuUsage() }
}, 1000)

const first = performance.now()
const cpuBefore = process.cpuUsage()
await tasks.add(scanLibraryTask, { libraryId: id, params: { mode: 'normal' } })
const scanned = await untilNoneOpen(db, ['scan_library'])
await untilNoneOpen(db, ['analyze_book', 'update_series'])
const seconds = (performance.now() - first) / 1000
const cpu = process.cpuUsage(cpuBefore)
clearInterval(watchCosts)
const { books } = await db.query
  .selectFrom('book')
  .select((eb) => eb.fn.countAll<number>().as('books'))
  .executeTakeFirstOrThrow()
const { errors } = await db.query
  .selectFrom('book_error')
  .select((eb) => eb.fn.countAll<number>().as('errors'))
  .executeTakeFirstOrThrow()

const walks: number[] = []
const rescans: number[] = []
const rescanCpu: number[] = []
for (let round = 0; round < 3; round++) {
  walks.push(bareWalk(root))
  const again = performance.now()
  const cpuThen = process.cpuUsage()
  await tasks.add(scanLibraryTask, { libraryId: id, params: { mode: 'normal' } })
  await untilNoneOpen(db, ['scan_library'])
  rescans.push(performance.now() - again)
  rescanCpu.push(cpuMs(cpuThen))
}
clearInterval(watchMemory)
const middle = (list: number[]) => [...list].sort((a, b) => a - b)[1]!
console.log(
  JSON.stringify({
    books,
    errors,
    covers: values.covers,
    scanSeconds: round(scanned / 1000),
    totalSeconds: round(seconds),
    booksPerSecond: round(books / seconds),
    // What it would take on one idle core.
    cpuMsPerBook: round((cpu.user + cpu.system) / 1000 / books),
    bareWalkMs: round(middle(walks)),
    rescanMs: round(middle(rescans)),
    rescanCpuMs: round(middle(rescanCpu)),
    readAlonePerSecond: round(await readAlone(root)),
    rescanToWalk: round(middle(rescans) / middle(walks)),
    peakMegabytes: Math.round(peak / 1e6),
    costs,
  }),
)
thread.postMessage('close')
await new Promise((ended) => thread.once('exit', ended))
await db.close()
if (!values.data) rmSync(data, { recursive: true, force: true })

function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** Returns how long it took. */
async function untilNoneOpen(database: Db, types: readonly string[]): Promise<number> {
  const started = performance.now()
  for (const type of types) {
    for (const status of ['pending', 'running']) {
      // As literals, so that the partial indexes are used: the query must not affect the measurement.
      const open = sql`select id from task where status = ${sql.lit(status)} and type = ${type} limit 1`
      while ((await open.execute(database.query)).rows.length > 0) await sleep(2)
    }
  }
  return performance.now() - started
}

/** Files per second that are only opened and parsed, one after the other: no database, no queue, no threads. */
async function readAlone(folder: string): Promise<number> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const some = entries.filter((_, index) => index % Math.ceil(entries.length / READ_ALONE) === 0)
  const started = performance.now()
  for (const { parentPath, name } of some) {
    const opened = await openPublication(join(parentPath, name), defaultLimits).catch(() => undefined)
    opened?.close()
  }
  return (some.length / (performance.now() - started)) * 1000
}

function bareWalk(folder: string): number {
  const walk = fileURLToPath(new URL('./baseline/walk.ts', import.meta.url))
  return Number(execFileSync(process.execPath, [walk, folder], { encoding: 'utf8' }))
}
