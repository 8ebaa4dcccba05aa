import { closeSync, openSync, read, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import sharp from 'sharp'
import { toKepubDocument } from '../src/formats/epub/kepub/kepub-document.ts'
import { parseMarkup } from '../src/formats/epub/parse-markup.ts'
import { defaultLimits } from '../src/formats/limits.ts'
import { openPublication } from '../src/formats/open-publication.ts'
import { openDiskCache } from '../src/images/disk-cache.ts'
import { openPageReader } from '../src/images/page-reader.ts'
import { makeThumbnail } from '../src/images/thumbnail.ts'
import { makeSampleFiles } from './sample-data/sample-files.ts'

/**
 * `node bench/profile-format-readers.ts`: only the format readers, in one thread, with files in the page cache.
 * Measures CPU time of this process, so that other processes on the machine matter less.
 */
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(import.meta.dirname, 'out') },
    count: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '11' },
  },
})
const count = Number(values.count)
const rounds = Number(values.rounds)
const samples = await makeSampleFiles(values.out)
sharp.concurrency(1)

const analyse = async (path: string) => (await openPublication(path, defaultLimits)).close()
const comic = await perSecond(() => analyse(samples.comic), count)
const bareComic = await perSecond(async () => void readFileSync(samples.comic), count)
const novel = await perSecond(() => analyse(samples.novel), count)
const bareNovel = await perSecond(async () => void readFileSync(samples.novel), count)

globalThis.gc?.()
const before = process.memoryUsage.rss()
for (let done = 0; done < count * 4; done++) await analyse(done % 2 === 0 ? samples.comic : samples.novel)
globalThis.gc?.()
const grown = (process.memoryUsage.rss() - before) / 1e6

const stored = join(samples.folder, 'library/Stored/Stored 001.cbz')
const { publication, close } = await openPublication(stored, defaultLimits)
close()
const heavy = { extract: async () => {}, render: async () => new Uint8Array() }
const reader = openPageReader(heavy, openDiskCache(join(values.out, 'unused-cache'), 1e6), defaultLimits)
const book = {
  path: stored,
  root: values.out,
  version: '1',
  container: publication.container,
  pages: publication.pages,
}
const fd = openSync(stored, 'r')
const positioned = promisify(read)
let turn = 0
const next = () => turn++ % publication.pages.length
const [page, barePage] = await inTurn(
  // As the server does when the response is sent.
  async () => (await reader.read(book, next())).release(),
  async () => {
    const { offset, packedSize } = publication.pages[next()]!.bytes!
    await positioned(fd, Buffer.allocUnsafe(packedSize), 0, packedSize, offset)
  },
  count / 4,
)
closeSync(fd)
await reader.close()

const picture = readFileSync(samples.page)
const options = { small: 400, quality: 85, maxPixels: defaultLimits.imagePixels }
const inside = (side: number) => ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const
const [covers, bareCovers] = await inTurn(
  async () => void (await makeThumbnail(picture, 'image/jpeg', options)),
  async () => {
    await sharp(picture).resize(inside(options.small)).jpeg({ quality: options.quality }).toBuffer()
  },
  Math.max(4, count / 200),
)
// A megabyte of text in one document, as a Kobo needs it; parsing the markup is unavoidable.
const text = Array.from(
  { length: 10_000 },
  (_, n) => `<p>Sentence ${n} of a <i>long</i> book, with a “quote.” Another one follows; it ends here.</p>`,
)
const megabyte = Buffer.from(
  `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title></head><body>${text.join('\n')}</body></html>`,
)
const nothing = { open() {}, close() {}, text() {}, instruction() {} }
const [kepubs, bareMarkup] = await inTurn(
  async () => void toKepubDocument(megabyte),
  async () => void parseMarkup(megabyte, () => nothing),
  4,
)
console.log(
  JSON.stringify({
    kepub: 1000 / kepubs,
    bareMarkup: 1000 / bareMarkup,
    comic,
    bareComic,
    novel,
    bareNovel,
    analysed: count * 4,
    grown,
    page,
    barePage,
    covers,
    bareCovers,
  }),
)

/** The best of several rounds, after one warm-up. */
async function perSecond(work: () => Promise<void>, times: number): Promise<number> {
  const seen: number[] = []
  for (let round = 0; round <= rounds; round++) seen.push(await once(work, Math.ceil(times / (rounds + 1))))
  return Math.max(...seen.slice(1))
}

/** Two ways to do the same thing, one after the other in every round; the best of each. */
async function inTurn(one: () => Promise<void>, other: () => Promise<void>, times: number): Promise<[number, number]> {
  const [ones, others]: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round++) {
    ones.push(await once(one, times))
    others.push(await once(other, times))
  }
  return [Math.max(...ones.slice(1)), Math.max(...others.slice(1))]
}

async function once(work: () => Promise<void>, times: number): Promise<number> {
  const began = process.cpuUsage()
  for (let done = 0; done < times; done++) await work()
  const { user, system } = process.cpuUsage(began)
  return (times / (user + system)) * 1e6
}
