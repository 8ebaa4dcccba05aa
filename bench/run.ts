import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Bench, type Part, sizes } from './harness/bench.ts'
import { startChild, stopChild } from './harness/child.ts'
import { Driver } from './harness/load-driver.ts'
import { keepResults } from './harness/results.ts'
import { collapseOf, finishRow, type Row } from './harness/row.ts'
import { auth } from './parts/auth.ts'
import { busy } from './parts/busy.ts'
import { covers } from './parts/covers.ts'
import { feeds } from './parts/feeds.ts'
import { formats } from './parts/formats.ts'
import { lists } from './parts/lists.ts'
import { moving } from './parts/moving.ts'
import { pages } from './parts/pages.ts'
import { processes } from './parts/processes.ts'
import { readers } from './parts/readers.ts'
import { scan } from './parts/scan.ts'
import { start } from './parts/start.ts'
import { stored } from './parts/stored.ts'
import { text } from './parts/text.ts'
import { writes } from './parts/writes.ts'
import { writePerformance } from './report/performance.ts'
import { tableOf } from './report/table.ts'

/** Many times what it takes: a slow machine is no collapse, one that never ends is. */
const MAX_QUICK_MS = 15 * 60_000
const parts: Part[] = [
  auth,
  start,
  formats,
  lists,
  feeds,
  pages,
  stored,
  covers,
  text,
  scan,
  busy,
  writes,
  moving,
  processes,
  readers,
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
// What the scripts lay down goes with ours, also when they are killed.
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
const bench: Bench = {
  sizes: values.files ? { ...size, files: values.files.split(',').map(Number) } : size,
  driver,
  folder,
  bare: { routes: { pid, port: ports.fastify }, files: { pid, port: ports.files }, folder: bareFolder },
  tempFolder: (name) => join(temporary, `${name}-${measured}`),
  row: (row) => seen.push(finishRow(row)),
  say: (line) => console.log(`  ${line}`),
}
// Whoever was started ends with us.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
if (values.quick) setTimeout(giveUp, MAX_QUICK_MS).unref()
const isLong = ({ name }: Part) => [processes.name, moving.name, readers.name].includes(name)
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
const results = keepResults(join(here, 'results.json'), bench.sizes.name, seconds, rows)
if (values['write-docs']) writePerformance(join(here, '../docs'), results)

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

async function measure(part: Part): Promise<Row[]> {
  console.log(`${part.about} …`)
  const partBegan = performance.now()
  seen = []
  measured += 1
  await part.run(bench)
  console.log(`\n${tableOf(seen)}\n(${Math.round((performance.now() - partBegan) / 1000)} s)\n`)
  return seen
}

/** A quick look is for machines that others use too. */
function onceMore(part: Part, error: unknown): Promise<Row[]> {
  if (!values.quick) throw error
  console.log(`${error}: once more.`)
  return measure(part)
}

/** What broke its bound is measured once more: once may be a neighbour on the machine. */
async function brokenTwice(): Promise<string[]> {
  const sentences: string[] = []
  for (const part of chosen) {
    const first = rows.filter((row) => row.part === part.name && collapseOf(row))
    if (first.length === 0) continue
    for (const row of first) console.log(`${collapseOf(row)}: once more.`)
    const names = new Set(first.map(({ what }) => what))
    const again = await measure(part)
    sentences.push(...again.filter(({ what }) => names.has(what)).flatMap((row) => collapseOf(row) ?? []))
  }
  return sentences
}
