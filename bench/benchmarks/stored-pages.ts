import { fileURLToPath } from 'node:url'
import type { BenchContext, Benchmark } from '../harness/bench.ts'
import { startChild, stopChild } from '../harness/child.ts'
import { compare, median } from '../harness/compare-under-load.ts'
import { type Lectern, startLectern } from '../harness/lectern.ts'
import type { LoadResult, RequestToSend } from '../harness/load-driver.ts'
import { throughputRow } from '../harness/throughput-row.ts'
import { allBooks, waitUntilTasksDone } from '../harness/wait-until-done.ts'
import { makeUncompressedComics, type UncompressedComics } from '../sample-data/uncompressed-comics.ts'
import { ensureSampleLibrary } from './scan.ts'

/** Most of the reading: stored pages of 250 kB, compared with the minimum that a server of pages can do in Node. */
export const storedPages: Benchmark = {
  name: 'stored',
  about: 'Stored pages of 250 kB',
  async run(bench) {
    const many = await makeUncompressedComics(bench.folder, bench.sizes.books)
    const lectern = await startLectern(bench.tempFolder('stored'), ['--library', many.folder])
    const bare = await startChild([pooledServer, ...many.paths], (line) => line.startsWith('{'))
    try {
      await waitUntilTasksDone(lectern)
      const { port } = JSON.parse(bare.line) as { port: number }
      await measure(bench, lectern, { pid: bare.child.pid!, port }, many)
      // The quick run measures that in another part, with fewer readers.
      if (bench.sizes.name !== 'quick') await measureDuringScan(bench, lectern, many)
    } finally {
      await Promise.all([lectern.stop(), stopChild(bare.child)])
    }
  },
}

async function measure(
  { driver, sizes, row }: BenchContext,
  lectern: Lectern,
  bare: { pid: number; port: number },
  many: UncompressedComics,
): Promise<void> {
  const asks = await asksOf(lectern, many)
  const few = FEW_BOOKS * many.pages.length
  // Both as after some minutes of use: by then their code is compiled.
  for (const [port, warm] of [
    [lectern.port, asks.lectern],
    [bare.port, asks.bare],
  ] as const) {
    await driver.run({ port, asks: warm, seconds: sizes.seconds * 3 })
  }
  const speed = await compare(
    driver,
    {
      bareFew: { subject: bare, asks: asks.bare.slice(0, few) },
      few: { subject: lectern, asks: asks.lectern.slice(0, few) },
      bareMany: { subject: bare, asks: inTurn(asks.bare, many.pages.length) },
      many: { subject: lectern, asks: inTurn(asks.lectern, many.pages.length) },
    },
    sizes,
  )
  for (const [books, own, baseline] of [
    [FEW_BOOKS, speed.few, speed.bareFew],
    [many.paths.length, speed.many, speed.bareMany],
  ] as const) {
    row(
      throughputRow(
        'stored',
        `stored page of 250 kB, ${books} books in turn`,
        own,
        { what: 'bare http server, pooled buffers', speed: baseline },
        { target: { of: 'ratio', atLeast: 0.7 }, bound: { atLeast: 0.1 } },
      ),
    )
    row({
      part: 'stored',
      what: `the same, p99`,
      measured: { value: own.p99, unit: 'ms' },
      baseline: { what: 'bare http server, pooled buffers', value: baseline.p99, unit: 'ms' },
      target: { of: 'ratio', atMost: 2 },
      bound: { atMost: 40 },
    })
  }
}

/** Reading at full speed, while a library is scanned for the first time and its covers are drawn. */
async function measureDuringScan(bench: BenchContext, lectern: Lectern, many: UncompressedComics): Promise<void> {
  const { driver, sizes, row } = bench
  const asks = (await asksOf(lectern, many)).lectern.slice(0, FEW_BOOKS * many.pages.length)
  const read = () => driver.run({ port: lectern.port, asks, seconds: sizes.seconds })
  const quiet: LoadResult[] = []
  for (let round = 0; round < sizes.rounds; round++) quiet.push(await read())
  const path = await ensureSampleLibrary(bench, sizes.files[0]!)
  await lectern.ask('/api/v1/libraries', { method: 'POST', body: { name: 'Tree', path } })
  const during: LoadResult[] = []
  const isScanning = async () => {
    const { pending, running } = await lectern.ask<{ pending: number; running: number }>('/api/v1/tasks/stats')
    return pending + running > 0
  }
  while (during.length < sizes.rounds && (await isScanning())) during.push(await read())
  await waitUntilTasksDone(lectern, 250)
  // After it as well: the machine's speed may have changed by then.
  for (let round = 0; round < sizes.rounds; round++) quiet.push(await read())
  const usual = (results: readonly LoadResult[], of: (result: LoadResult) => number) => median(results.map(of))
  const perSecond = ({ count, seconds }: LoadResult) => count / seconds
  row({
    part: 'stored',
    what: `stored page of 250 kB, ${FEW_BOOKS} books in turn, during a scan`,
    measured: { value: usual(during, perSecond), unit: 'req/s' },
    baseline: { what: 'when nothing is scanned', value: usual(quiet, perSecond), unit: 'req/s' },
    target: { of: 'ratio', atLeast: 0.5 },
    bound: { atLeast: 0.05 },
    more: { quiet, during },
  })
  row({
    part: 'stored',
    what: 'the same, p99',
    measured: { value: usual(during, ({ p99 }) => p99), unit: 'ms' },
    baseline: { what: 'when nothing is scanned', value: usual(quiet, ({ p99 }) => p99), unit: 'ms' },
    target: { of: 'ratio', atMost: 3 },
    bound: { atMost: 60 },
  })
}

/** The same pages of the same books, from both. */
async function asksOf(
  lectern: Lectern,
  many: UncompressedComics,
): Promise<{ lectern: RequestToSend[]; bare: RequestToSend[] }> {
  const ids = new Map((await allBooks(lectern)).map(({ filePath, id }) => [filePath.slice(-13), id]))
  const both = many.paths.flatMap((path, file) =>
    many.pages.map(({ offset, size }, page) => ({
      lectern: { path: `/api/v1/books/${ids.get(path.slice(-13))}/pages/${page + 1}`, headers: lectern.key },
      bare: { path: `/${file}/${offset}/${size}` },
    })),
  )
  return { lectern: both.map((one) => one.lectern), bare: both.map((one) => one.bare) }
}

/** One page of each book, then the next of each: no two consecutive ones are of the same file. */
function inTurn(asks: readonly RequestToSend[], pages: number): RequestToSend[] {
  return Array.from({ length: pages }, (_, page) => asks.filter((_, index) => index % pages === page)).flat()
}

const FEW_BOOKS = 8
const pooledServer = fileURLToPath(new URL('../baseline/pooled-server.ts', import.meta.url))
