import type { Benchmark } from '../harness/bench.ts'
import { compare } from '../harness/compare-under-load.ts'
import { startLectern } from '../harness/lectern.ts'
import type { RequestToSend } from '../harness/load-driver.ts'
import { allBooks, waitUntilTasksDone } from '../harness/wait-until-done.ts'
import { makeUncompressedComics } from '../sample-data/uncompressed-comics.ts'

/** The size of covers, and the cost of the larger ones that are created on request. */
export const covers: Benchmark = {
  name: 'covers',
  about: 'Covers',
  async run({ sizes, folder, driver, tempFolder, row }) {
    const many = await makeUncompressedComics(folder, sizes.books)
    const lectern = await startLectern(tempFolder('covers'), ['--library', many.folder])
    try {
      await waitUntilTasksDone(lectern)
      const books = await allBooks(lectern)
      const headers = { ...lectern.key, accept: 'image/webp' }
      const asksOf = (width: number): RequestToSend[] =>
        books.map(({ id }) => ({ path: `/api/v1/books/${id}/thumbnail?width=${width}`, headers }))
      const first: Record<number, number> = {}
      for (const width of WIDTHS) {
        const asks = asksOf(width).slice(0, 24)
        const { seconds } = await driver.run({ port: lectern.port, asks, connections: 1, atMost: asks.length })
        first[width] = (seconds / asks.length) * 1000
      }
      const at = (width: number) => ({ subject: lectern, asks: asksOf(width).slice(0, 24) })
      const speed = await compare(driver, { small: at(160), phone: at(320), desk: at(640), hero: at(960) }, sizes)
      row({
        part: 'covers',
        what: `covers of a phone’s first screen, ${CARDS} of 320 pixels`,
        measured: { value: (speed.phone.bytesEach * CARDS) / 1000, unit: 'kB' },
        target: { of: 'measured', atMost: 400 },
      })
      for (const [width, { bytesEach }] of [
        [160, speed.small],
        [320, speed.phone],
        [640, speed.desk],
        [960, speed.hero],
      ] as const) {
        row({
          part: 'covers',
          what: `cover of ${width} pixels`,
          measured: { value: bytesEach / 1000, unit: 'kB' },
          note: `${first[width]!.toFixed(0)} ms when it is first asked for`,
        })
      }
      const small = { what: 'cover made by the scan', value: speed.small.p50, unit: 'ms' } as const
      row({
        part: 'covers',
        what: 'cover of 640 pixels, asked for again',
        measured: { value: speed.desk.p50, unit: 'ms' },
        baseline: small,
        bound: { atMost: 20 },
      })
    } finally {
      await lectern.stop()
    }
  },
}

const WIDTHS = [160, 320, 640, 960]
/** Three rows of four, more than a phone shows at once. */
const CARDS = 12
