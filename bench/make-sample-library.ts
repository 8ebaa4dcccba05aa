import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { makeBook } from './sample-library/make-book.ts'
import { planLibrary } from './sample-library/plan.ts'

/** `npm run bench:library -- --books 5000 --dir /tmp/library`: a realistic tree of small but real files. */
const { values } = parseArgs({
  options: {
    books: { type: 'string', default: '1000' },
    dir: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
})
if (!values.dir) throw new Error('--dir says where to make it')
const [books, seed] = [Number(values.books), Number(values.seed)]

const pictures = await Promise.all(Array.from({ length: 24 }, (_, index) => drawPage(index)))
const started = Date.now()
let made = 0
let bytes = 0
let series = 0
for (const planned of planLibrary(seed, books)) {
  series++
  for (let n = 0; n < planned.books; n++) {
    const book = makeBook(seed, planned, n, pictures)
    const file = join(values.dir, book.path)
    if (n === 0) mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, book.bytes)
    made++
    bytes += book.bytes.byteLength
  }
}
console.log(
  JSON.stringify({ books: made, series, megabytes: Math.round(bytes / 1e6), seconds: (Date.now() - started) / 1000 }),
)

/** A page of a few kilobytes with some content, in the proportions of a comic. */
function drawPage(index: number): Promise<Buffer> {
  const hue = (index * 47) % 360
  const boxes = Array.from(
    { length: 6 },
    (_, box) =>
      `<rect x="${10 + (box % 2) * 150}" y="${10 + Math.floor(box / 2) * 150}" width="140" height="140" fill="hsl(${hue + box * 20},60%,${40 + box * 7}%)"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="310" height="465"><rect width="310" height="465" fill="#fff"/>${boxes.join('')}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 60 }).toBuffer()
}
