import type { Benchmark } from '../harness/bench.ts'
import { compare } from '../harness/compare-under-load.ts'
import { type Lectern, startLectern } from '../harness/lectern.ts'
import type { RequestToSend } from '../harness/load-driver.ts'
import { filledDataFolder } from '../sample-data/filled-data-folder.ts'
import { bypassCaches, homeCalls } from './list-requests.ts'

/**
 * One server of two processes compared with one of a single process, on the same database. Only requests that take the
 * server far longer than the client: both share the cores. Many connections, because the system assigns them at random.
 */
export const twoProcesses: Benchmark = {
  name: 'processes',
  about: 'Two processes beside one',
  async run({ sizes, folder, driver, row }) {
    const dataDir = await filledDataFolder(folder, sizes.rows[0]!)
    const single = await startLectern(dataDir)
    const double = await startLectern(dataDir, [], { LECTERN_SERVER__PROCESSES: '2' })
    try {
      for (const [what, asks] of Object.entries(questions)) {
        const speed = await compare(
          driver,
          {
            single: { subject: single, asks: asks(single), connections: CONNECTIONS },
            double: { subject: double, asks: asks(double), connections: CONNECTIONS },
          },
          sizes,
        )
        row({
          part: 'processes',
          what: `${what}, 2 processes`,
          measured: { value: speed.double.perSecond, unit: 'req/s' },
          baseline: { what: '1 process', value: speed.single.perSecond, unit: 'req/s' },
          bound: { atLeast: 0.4 },
          more: { p95: speed.double.p95, p95OfOne: speed.single.p95 },
        })
      }
    } finally {
      await Promise.all([single.stop(), double.stop()])
    }
  },
}

const CONNECTIONS = 32

const questions: Record<string, (lectern: Lectern) => RequestToSend[]> = {
  'pages of a list, never asked before': ({ key: headers }) =>
    bypassCaches(
      Array.from({ length: 20 }, (_, page) => ({ path: `/api/v1/books?pageSize=50&page=${page + 1}`, headers })),
    ),
  'the calls of the home page, never asked before': ({ key: headers }) =>
    bypassCaches(homeCalls.map((path) => ({ path: `/api/v1${path}`, headers }))),
}
