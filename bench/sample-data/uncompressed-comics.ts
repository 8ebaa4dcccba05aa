import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeZip } from '../sample-library/zip.ts'
import { drawPage } from './sample-files.ts'

/** Comics whose pages are stored uncompressed, each of 250 kB. */
export interface UncompressedComics {
  /** The folder of the library. */
  folder: string
  paths: string[]
  /** The position of each page's bytes, the same in every book. */
  pages: { offset: number; size: number }[]
}

const PAGES = 5
const PAGE_BYTES = 250_000
const VERSION = 2

export async function makeUncompressedComics(out: string, count: number): Promise<UncompressedComics> {
  const made = join(out, `many-${VERSION}-${count}`)
  const folder = join(made, 'library')
  const names = Array.from({ length: count }, (_, index) => {
    const title = `Many ${String(index + 1).padStart(4, '0')}`
    return join(title.slice(0, -2), `${title}.cbz`)
  })
  const paths = names.map((name) => join(folder, name))
  const list = join(made, 'pages.json')
  if (existsSync(made)) return { folder, paths, pages: JSON.parse(readFileSync(list, 'utf8')) }

  const growing = `${made}.part`
  rmSync(growing, { recursive: true, force: true })
  const entries = await Promise.all(
    Array.from({ length: PAGES }, async (_, page) => ({ name: `${page + 1}.jpg`, bytes: await drawLargePage(page) })),
  )
  let offset = 0
  const pages = entries.map(({ name, bytes }) => {
    const at = { offset: offset + LOCAL_HEADER + name.length, size: bytes.length }
    offset = at.offset + at.size
    return at
  })
  for (const name of names) {
    mkdirSync(join(growing, 'library', name, '..'), { recursive: true })
    writeFileSync(join(growing, 'library', name), makeZip(entries, name))
  }
  writeFileSync(join(growing, 'pages.json'), JSON.stringify(pages))
  renameSync(growing, made)
  return { folder, paths, pages }
}

/** Padding after the picture is read and sent like the rest of it. */
async function drawLargePage(page: number): Promise<Buffer> {
  const drawn = await drawPage(page)
  return Buffer.concat([drawn, Buffer.alloc(Math.max(0, PAGE_BYTES - drawn.length))])
}

/** The size of a ZIP archive's local header, before an entry's name. */
const LOCAL_HEADER = 30
