import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Benchmark } from '../harness/bench.ts'
import { median } from '../harness/compare-under-load.ts'
import { startLectern } from '../harness/lectern.ts'
import type { LoadResult } from '../harness/load-driver.ts'
import { memoryOf } from '../harness/process-usage.ts'
import { allBooks, waitUntilTasksDone } from '../harness/wait-until-done.ts'
import { makeSampleFiles } from '../sample-data/sample-files.ts'
import { ensureSampleLibrary } from './scan.ts'

/** Reading during a scan: the time of a page compared with an otherwise idle server. */
export const pagesWhileScanning: Benchmark = {
  name: 'busy',
  about: 'Pages while scanning',
  async run(bench) {
    const { driver, sizes, folder, row, tempFolder } = bench
    const samples = await makeSampleFiles(folder)
    const tree = await ensureSampleLibrary(bench, sizes.files[0]!)
    const lectern = await startLectern(tempFolder('busy'), ['--library', join(samples.folder, 'library')])
    try {
      await waitUntilTasksDone(lectern)
      const book = (await allBooks(lectern)).find(({ filePath }) => filePath.includes('Stored'))!
      const asks = Array.from({ length: samples.pages }, (_, page) => {
        return { path: `/api/v1/books/${book.id}/pages/${page + 1}`, headers: lectern.key }
      })
      // Four readers who turn pages as fast as they arrive, but do look at them.
      const read = (seconds: number) =>
        driver.runAnyhow({ port: lectern.port, asks, connections: 4, pauseMs: 15, seconds })
      await read(1)
      if (sizes.name !== 'quick') await sleep(REST_MS)
      const rest = memoryOf(lectern.pid).now
      const idle = await read(sizes.seconds * 6)
      const began = performance.now()
      await lectern.ask('/api/v1/libraries', { method: 'POST', body: { name: 'Tree', path: tree } })
      const scanning = waitUntilTasksDone(lectern, 250)
      const meanwhile: LoadResult[] = []
      let isOver = false
      scanning.finally(() => {
        isOver = true
      })
      while (!isOver) meanwhile.push(await read(sizes.seconds * 6))
      await scanning
      const seconds = (performance.now() - began) / 1000
      // The last ones ran into the idle time after the scan.
      const during = meanwhile.length > 1 ? meanwhile.slice(0, -1) : meanwhile
      const usual = median(during.map(({ p99 }) => p99))
      const failed = meanwhile.reduce((sum, one) => sum + one.failed, 0)
      const asked = meanwhile.reduce((sum, one) => sum + one.count, 0)
      row({
        part: 'busy',
        what: 'page while a scan runs, p99',
        measured: { value: usual, unit: 'ms' },
        baseline: { what: 'idle p99', value: idle.p99, unit: 'ms' },
        target: { of: 'ratio', atMost: 5 },
        more: { idle, during },
      })
      row({
        part: 'busy',
        what: 'page requests that failed meanwhile',
        measured: { value: failed, unit: '×' },
        baseline: { what: 'all that were made', value: asked, unit: '×' },
        target: { of: 'measured', atMost: 0 },
        bound: { atMost: 0 },
      })
      row({
        part: 'busy',
        what: `first scan by a server that serves, with thumbnails, ${sizes.files[0]!.toLocaleString('en')} files`,
        measured: { value: sizes.files[0]! / seconds, unit: '/s' },
        target: { of: 'measured', atLeast: 40 },
      })
      row({
        part: 'busy',
        what: 'memory peak of that server',
        measured: { value: memoryOf(lectern.pid).peak, unit: 'MB' },
        target: { of: 'measured', atMost: 220 },
      })
      if (sizes.name === 'quick') return
      await sleep(AFTER_MS)
      row({
        part: 'busy',
        what: 'memory of that server a minute later',
        measured: { value: memoryOf(lectern.pid).now, unit: 'MB' },
        baseline: { what: 'before the scan', value: rest, unit: 'MB' },
        target: { of: 'ratio', atMost: 1.2 },
      })
    } finally {
      await lectern.stop()
    }
  },
}

/** By then the server has released the memory of its start. */
const REST_MS = 11_000
const AFTER_MS = 60_000
