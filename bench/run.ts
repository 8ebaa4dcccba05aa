import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { authentication } from './benchmarks/authentication.ts'
import { covers } from './benchmarks/covers.ts'
import { formatReaders } from './benchmarks/format-readers.ts'
import { importFromKomga } from './benchmarks/import-from-komga.ts'
import { lists } from './benchmarks/lists.ts'
import { opdsFeeds } from './benchmarks/opds-feeds.ts'
import { pages } from './benchmarks/pages.ts'
import { pagesWhileScanning } from './benchmarks/pages-while-scanning.ts'
import { progressWrites } from './benchmarks/progress-writes.ts'
import { readingInBrowser } from './benchmarks/reading-in-browser.ts'
import { scan } from './benchmarks/scan.ts'
import { startup } from './benchmarks/startup.ts'
import { storedPages } from './benchmarks/stored-pages.ts'
import { textSearch } from './benchmarks/text-search.ts'
import { twoProcesses } from './benchmarks/two-processes.ts'
import { type BenchContext, type Benchmark, sizes } from './harness/bench.ts'
import { startChild, stopChild } from './harness/child.ts'
import { Driver } from './harness/load-driver.ts'
import { mergeIntoResultsFile } from './harness/results.ts'
import { describeCollapse, finishRow, type Row } from './harness/row.ts'
import { tableOf } from './report/table.ts'
import { writePerformancePage } from './report/write-performance-page.ts'

/** Many times the usual duration: a slow machine isn't a collapse, one that never finishes is. */
const MAX_QUICK_MS = 15 * 60_000
const parts: Benchmark[] = [
  authentication,
  startup,
  formatReaders,
  lists,
  opdsFeeds,
  pages,
  storedPages,
  covers,
  textSearch,
  scan,
  pagesWhileScanning,
  progressWrites,
  importFromKomga,
  twoProcesses,
  readingInBrowser,
]

const usage = `npm run bench -- [options]

Starts the server as a user would, drives it from another process and sets every figure beside what the bare thing costs
on the same machine at the same time. What was seen is in bench/results.json.

  --quick         less than two minutes; fails if a ratio has collapsed
  --long          a million books
  --only a,b      some parts: ${parts.map(({ name }) => name).join(', ')}
  --files 5000    folders of another size
  --write-docs    writes docs/performance.md

npm run bench -- rivals --help    beside other servers that are running`

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h', default: false },
    quick: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    only: { type: 'string' },
    files: { type: 'string' },
    'write-docs': { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(usage)
  process.exit()
}
const wanted = values.only?.split(',')
const unknown = wanted?.filter((name) => !parts.some((part) => part.name === name)) ?? []
if (unknown.length > 0) throw new Error(`no part "${unknown}"; there are ${parts.map((part) => part.name).join(', ')}`)

const here = fileURLToPath(new URL('.', import.meta.url))
const folder = join(here, 'out')
const temporary = mkdtempSync(join(tmpdir(), 'lectern-bench-'))
// Files created by the scripts are deleted with ours, even if they are killed.
process.env.TMPDIR = temporary
process.once('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 }))
const rows: Row[] = []
let seen: Row[] = []
let measured = 0
const began = performance.now()
mkdirSync(folder, { recursive: true })

const bareFolder = join(temporary, 'bare')
mkdirSync(bareFolder)
const bare = await startChild([join(here, 'baseline/server.ts'), bareFolder], (line) => line.startsWith('{'))
const ports = JSON.parse(bare.line) as { fastify: number; files: number }
const pid = bare.child.pid!
const driver = new Driver()
const size = sizes[values.quick ? 'quick' : values.long ? 'long' : 'normal']
const bench: BenchContext = {
  sizes: values.files ? { ...size, files: values.files.split(',').map(Number) } : size,
  driver,
  folder,
  bare: { routes: { pid, port: ports.fastify }, files: { pid, port: ports.files }, folder: bareFolder },
  tempFolder: (name) => join(temporary, `${name}-${measured}`),
  row: (row) => seen.push(finishRow(row)),
  say: (line) => console.log(`  ${line}`),
}
// Child processes end with us.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
if (values.quick) setTimeout(giveUp, MAX_QUICK_MS).unref()
const isLong = ({ name }: Benchmark) => [twoProcesses.name, importFromKomga.name, readingInBrowser.name].includes(name)
const chosen = parts.filter((part) => wanted?.includes(part.name) ?? !(values.quick && isLong(part)))
let broken: string[] = []
try {
  for (const part of chosen) rows.push(...(await measure(part).catch((error) => onceMore(part, error))))
  if (values.quick) broken = await brokenTwice()
} finally {
  driver.close()
  await stopChild(bare.child)
}

const seconds = Math.round((performance.now() - began) / 1000)
const results = mergeIntoResultsFile(join(here, 'results.json'), bench.sizes.name, seconds, rows)
if (values['write-docs']) writePerformancePage(join(here, '../docs'), results)

const missed = rows.filter((row) => row.met === false)
console.log(`${rows.length} figures in ${seconds} s, ${missed.length} missed their target.`)
if (values.quick) {
  for (const sentence of broken) console.log(`COLLAPSED, measured twice: ${sentence}.`)
  if (broken.length === 0) console.log('Nothing has collapsed: every ratio is within its loose bound.')
  process.exitCode = broken.length === 0 ? 0 : 1
}

function giveUp(): void {
  console.log(`COLLAPSED: the quick benchmark has no end after ${MAX_QUICK_MS / 60_000} minutes.`)
  process.exit(1)
}

async function measure(part: Benchmark): Promise<Row[]> {
  console.log(`${part.about} …`)
  const partBegan = performance.now()
  seen = []
  measured += 1
  await part.run(bench)
  console.log(`\n${tableOf(seen)}\n(${Math.round((performance.now() - partBegan) / 1000)} s)\n`)
  return seen
}

/** The quick run is for shared machines. */
function onceMore(part: Benchmark, error: unknown): Promise<Row[]> {
  if (!values.quick) throw error
  console.log(`${error}: once more.`)
  return measure(part)
}

/** A part that exceeds its bound is measured again: once may be caused by another process on the machine. */
async function brokenTwice(): Promise<string[]> {
  const sentences: string[] = []
  for (const part of chosen) {
    const first = rows.filter((row) => row.part === part.name && describeCollapse(row))
    if (first.length === 0) continue
    for (const row of first) console.log(`${describeCollapse(row)}: once more.`)
    const names = new Set(first.map(({ what }) => what))
    const again = await measure(part)
    sentences.push(...again.filter(({ what }) => names.has(what)).flatMap((row) => describeCollapse(row) ?? []))
  }
  return sentences
}
