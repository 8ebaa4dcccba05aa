import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { makeRar } from '../../test/fixtures/make-rar.ts'
import { makeBook } from '../sample-library/make-book.ts'
import { makeZip } from '../sample-library/zip.ts'
import { pdfOfPictures } from './pdf-of-pictures.ts'

/** A few books with pages of real size, the same pictures in every container. */
export interface SampleFiles {
  folder: string
  /** One page as a file: what the bare servers serve. */
  page: string
  pages: number
  /** A comic of 200 small pages and an ordinary novel, for the format readers. */
  comic: string
  novel: string
}

const PAGES = 12
const VERSION = 1

export async function makeSampleFiles(out: string): Promise<SampleFiles> {
  const folder = join(out, `samples-${VERSION}`)
  const samples: SampleFiles = {
    folder,
    page: join(folder, 'page.jpg'),
    pages: PAGES,
    comic: join(folder, 'library/Two Hundred/Two Hundred 001.cbz'),
    novel: join(folder, 'library/Novel/Novel.epub'),
  }
  if (existsSync(folder)) return samples
  const growing = `${folder}.part`
  rmSync(growing, { recursive: true, force: true })
  const pictures = await Promise.all(Array.from({ length: PAGES }, (_, index) => drawPage(index)))
  const small = await Promise.all(Array.from({ length: 16 }, (_, index) => drawPage(index, 300)))
  const named = pictures.map((bytes, index) => ({ name: `${String(index + 1).padStart(3, '0')}.jpg`, bytes }))
  const deflated = named.map((entry) => ({ ...entry, isDeflated: true }))
  const many = Array.from({ length: 200 }, (_, index) => ({
    name: `${String(index + 1).padStart(3, '0')}.jpg`,
    bytes: small[index % small.length]!,
  }))
  const books: Record<string, Buffer> = {
    'Stored/Stored 001.cbz': makeZip(named, 'stored'),
    'Deflated/Deflated 001.cbz': makeZip(deflated, 'deflated'),
    'Rar/Rar 001.cbr': makeRar(named.map(({ name, bytes }) => ({ name, data: bytes }))),
    'Pdf/Pdf 001.pdf': pdfOfPictures(pictures),
    'Novel/Novel.epub': novel(),
    'Two Hundred/Two Hundred 001.cbz': makeZip(many, 'two hundred'),
  }
  for (const [path, bytes] of Object.entries(books)) {
    const file = join(growing, 'library', path)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, bytes)
  }
  writeFileSync(join(growing, 'page.jpg'), pictures[0]!)
  renameSync(growing, folder)
  return samples
}

/** About 300 kB at full width: noise over shapes, because a clean drawing would compress to nothing. */
export async function drawPage(index: number, width = 1000): Promise<Buffer> {
  const height = Math.round(width * 1.5)
  const noise = await sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 18 } },
  })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const shapes = `<svg width="${width}" height="${height}"><circle cx="${width / 2}" cy="${height / 3 + index}" r="${width / 4}" fill="hsl(${index * 29},60%,50%)" fill-opacity="0.8"/></svg>`
  return sharp(noise)
    .composite([{ input: Buffer.from(shapes) }])
    .jpeg({ quality: 62 })
    .toBuffer()
}

function novel(): Buffer {
  const series = {
    index: 1,
    kind: 'epub',
    title: 'Novel',
    folder: '',
    publisher: 'A',
    year: 2001,
    books: 1,
    first: 7,
  } as const
  return makeBook(1, series, 0, []).bytes
}
