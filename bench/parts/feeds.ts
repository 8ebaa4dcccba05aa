import type { Part } from '../harness/bench.ts'
import { compare } from '../harness/compare.ts'
import type { Ask } from '../harness/drive.ts'
import { startLectern } from '../harness/lectern.ts'
import { rowsFolder } from '../made/rows-folder.ts'

/** Feeds for reader apps beside the JSON list of the same books. */
export const feeds: Part = {
  name: 'feeds',
  about: 'OPDS feeds',
  async run({ sizes, folder, driver, bare, row }) {
    const lectern = await startLectern(await rowsFolder(folder, sizes.rows[0]!))
    try {
      const headers = lectern.key
      const pagesOf = (path: string) =>
        Array.from({ length: 10 }, (_, page): Ask => ({ path: `${path}?pageSize=100&page=${page + 1}`, headers }))
      const feed = '/opds/v1.2/books?pageSize=100'
      const etag = await fetch(`http://127.0.0.1:${lectern.port}${feed}`, { headers })
      const unchanged = { ...headers, 'if-none-match': etag.headers.get('etag') ?? '' }
      const speed = await compare(
        driver,
        {
          list: { subject: lectern, asks: pagesOf('/api/v1/books') },
          atom: { subject: lectern, asks: pagesOf('/opds/v1.2/books') },
          json: { subject: lectern, asks: pagesOf('/opds/v2/books') },
          same: { subject: lectern, status: 304, asks: [{ path: feed, headers: unchanged }] },
          empty: { subject: bare.routes, asks: [{ path: '/empty' }] },
        },
        sizes,
      )
      for (const [name, what] of [
        ['atom', 'OPDS 1.2'],
        ['json', 'OPDS 2.0'],
      ] as const) {
        row({
          part: 'feeds',
          what: `${what} feed of 100 books`,
          measured: { value: 1000 / speed[name].perCore, unit: 'ms' },
          baseline: { what: 'JSON list of 100', value: 1000 / speed.list.perCore, unit: 'ms' },
          target: { of: 'ratio', atMost: 3 },
          more: { wall: speed[name].perSecond, kilobytes: speed[name].bytesEach / 1000 },
        })
      }
      row({
        part: 'feeds',
        what: 'unchanged feed (304)',
        measured: { value: speed.same.perCore, unit: 'req/s' },
        baseline: { what: 'empty Fastify route', value: speed.empty.perCore, unit: 'req/s' },
      })
    } finally {
      await lectern.stop()
    }
  },
}
