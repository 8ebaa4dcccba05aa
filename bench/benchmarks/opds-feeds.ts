import type { Benchmark } from '../harness/bench.ts'
import { compare } from '../harness/compare-under-load.ts'
import { startLectern } from '../harness/lectern.ts'
import type { RequestToSend } from '../harness/load-driver.ts'
import { throughputRow } from '../harness/throughput-row.ts'
import { filledDataFolder } from '../sample-data/filled-data-folder.ts'
import { bypassCaches } from './list-requests.ts'

/** Feeds for reader apps compared with the JSON list of the same books. */
export const opdsFeeds: Benchmark = {
  name: 'feeds',
  about: 'OPDS feeds',
  async run({ sizes, folder, driver, bare, row }) {
    const lectern = await startLectern(await filledDataFolder(folder, sizes.rows[0]!))
    try {
      const headers = lectern.key
      const fresh = (path: string) =>
        bypassCaches(
          Array.from(
            { length: 10 },
            (_, page): RequestToSend => ({ path: `${path}?pageSize=100&page=${page + 1}`, headers }),
          ),
        )
      const again = (path: string): RequestToSend[] => [{ path: `${path}?pageSize=100`, headers }]
      const feed = '/opds/v1.2/books?pageSize=100'
      const answer = await fetch(`http://127.0.0.1:${lectern.port}${feed}`, { headers })
      const unchanged = { ...headers, 'if-none-match': answer.headers.get('etag') ?? '' }
      const speed = await compare(
        driver,
        {
          list: { subject: lectern, asks: fresh('/api/v1/books') },
          atom: { subject: lectern, asks: fresh('/opds/v1.2/books') },
          json: { subject: lectern, asks: fresh('/opds/v2/books') },
          listAgain: { subject: lectern, asks: again('/api/v1/books') },
          atomAgain: { subject: lectern, asks: again('/opds/v1.2/books') },
          same: { subject: lectern, status: 304, asks: [{ path: feed, headers: unchanged }] },
          empty: { subject: bare.routes, asks: [{ path: '/empty' }] },
        },
        sizes,
      )
      const third = { target: { of: 'ratio', atLeast: 1 / 3 } } as const
      const list = { what: 'JSON list of 100, never asked before', speed: speed.list }
      row(throughputRow('feeds', 'OPDS 1.2 feed of 100 books, never asked before', speed.atom, list, third))
      row(throughputRow('feeds', 'OPDS 2.0 feed of 100 books, never asked before', speed.json, list, third))
      const known = { what: 'JSON list of 100, asked again', speed: speed.listAgain }
      row(throughputRow('feeds', 'OPDS 1.2 feed of 100 books, asked again', speed.atomAgain, known, third))
      const empty = { what: 'empty Fastify route', speed: speed.empty }
      row(throughputRow('feeds', 'unchanged feed (304)', speed.same, empty, { bound: { atLeast: 0.04 } }))
    } finally {
      await lectern.stop()
    }
  },
}
