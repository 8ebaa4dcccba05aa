import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { makePng } from '../../../test/fixtures/make-images.ts'
import { makeZip } from '../../../test/fixtures/make-zip.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'
import { documents, makeBook, xhtml } from '../../formats/epub/book.fixture.ts'

const chapter = (name: string) => xhtml(`<p>${`${name} went on. `.repeat(60)}</p>`)
const picture = (seed: number) => makePng(12, 12, seed)

/** Like calibre: the cover is referenced by id, and the title page and table of contents change with the title. */
function novel(
  title: string,
  { chapters = ['one', 'two', 'three'], cover = 0, plate = 1, text = chapter, titlePage = false } = {},
): Buffer {
  const { manifest, spine } = documents(...(titlePage ? ['titlepage'] : []), ...chapters)
  return makeBook({
    version: '2.0',
    metadata: `<dc:title>${title}</dc:title><meta name="cover" content="i1"/>`,
    manifest: `${manifest}<item id="i1" href="img1.png" media-type="image/png"/><item id="i2" href="img2.png" media-type="image/png"/>`,
    spine,
    files: {
      ...(titlePage && { 'OPS/titlepage.xhtml': xhtml(`<h1>${title}</h1>`) }),
      ...Object.fromEntries(chapters.map((name) => [`OPS/${name}.xhtml`, text(`${title.slice(0, 4)} ${name}`)])),
      'OPS/img1.png': picture(cover),
      'OPS/img2.png': picture(plate),
    },
  })
}

const before = {
  'Saga/Saga 001.cbz': makeComic(4),
  'Twins/Twin.cbz': makeComic(5),
  'Swapped/Swapped 01.cbz': makeComic(6),
  'Swapped/Swapped 02.cbz': makeComic(7),
  'Smaller/Smaller 03.cbz': makeComic(8),
  'Left/Left 01.cbz': makeComic(9),
  'Other/Other 01.cbz': makeComic(3),
  'Short/Short.cbz': makeComic(2),
  'Mixed/Batman 001.cbz': makeComic(8),
  'Mixed/002.cbz': makeComic(8),
  'Plain/003.cbz': makeComic(8),
  'Weekly/Weekly 12 (2019).cbz': makeComic(8),
  'Yearly/Yearly 001.cbz': makeComic(8),
  'Novels/Dune.epub': novel('Dune'),
  'Novels/Solaris.epub': novel('Solaris'),
  'A/Emma.epub': novel('Emma'),
  'A/Kept.epub': novel('Kept'),
  'A/Atlas.epub': novel('Atlas'),
  'A/Frame.epub': novel('Frame', { text: () => xhtml('<p/>') }),
  'A/Moved and gone.epub': novel('Pairs'),
}

const tagged = (pages: number) => makeComic(pages, { Series: 'Tagged', Notes: 'Tagged with a tool' })
const smaller = makeZip(
  Array.from({ length: 8 }, (_, n) => ({ name: `${n}.png`, data: makePng(20 + n, 30, n), method: 0 })),
)

/** As tools write them: each is a different file on disk, with other bytes and another name. */
const after = {
  'Saga/Saga #001 (2012).cbz': tagged(4),
  // Either could be the one that is gone.
  'Twins/Twin (a).cbz': tagged(5),
  'Twins/Twin (b).cbz': makeComic(5, { Notes: 'Tagged twice' }),
  // The pages take precedence over the numbers.
  'Swapped/New 01.cbz': tagged(7),
  'Swapped/New 02.cbz': tagged(6),
  'Smaller/Smaller #3.cbz': smaller,
  // Elsewhere, but every page is the same.
  'Right/Left 01.cbz': tagged(9),
  'Other/Another 02.cbz': tagged(4),
  'Short/Shorter.cbz': tagged(2),
  // The same page count and number, but another comic.
  'Mixed/Superman 001.cbz': smaller,
  'Mixed/Superman 002.cbz': smaller,
  // A file without a series name uses that of its folder.
  'Plain/Plain 003.cbz': smaller,
  // The same number of another year, or of another kind.
  'Weekly/Weekly 12 (2020).cbz': smaller,
  'Yearly/Yearly Annual 001.cbz': smaller,
  'Novels/Frank Herbert - Dune.epub': novel('Dune, tagged', { cover: 2, titlePage: true }),
  // An additional chapter makes it another edition.
  'Novels/Solaris, revised.epub': novel('Solaris 2', { chapters: ['one', 'two', 'three', 'four'] }),
  'Austen/Emma (1815).epub': novel('Emma (1815)', { cover: 3 }),
  // Its book is still in place.
  'Austen/Kept.epub': novel('Kept, tagged'),
  // The same text with other pictures.
  'Austen/Atlas.epub': novel('Atlas, tagged', { plate: 5 }),
  // Its contents aren't distinctive.
  'Austen/Frame.epub': novel('Frame, tagged', { text: () => xhtml('<p/>') }),
  // Either could be the one that is gone.
  'Austen/Pairs (a).epub': novel('Pairs, tagged'),
  'Austen/Pairs (b).epub': novel('Pairs, tagged twice'),
}

const stays = 'A/Kept.epub'

describe.each(['sqlite', 'postgres'] as const)('files that a tool wrote anew under other names, on %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(kind, before)
  })
  afterAll(() => server.close())

  const request = (method: 'GET' | 'PUT' | 'POST' | 'PATCH', path: string, body?: object) =>
    server.request(method, path, { as: server.admin, body })
  const idsByName = async () => {
    const { json } = await request('POST', 'books/list?pageSize=100', {})
    return new Map<string, string>(
      json.data.map((book: { filePath: string; id: string }) => [
        book.filePath.slice(server.library.length + 1),
        book.id,
      ]),
    )
  }

  it('are the same books if the match is certain, and new ones otherwise', async () => {
    const library = await server.scan()
    const old = await idsByName()
    await request('PUT', `books/${old.get('Saga/Saga 001.cbz')}/progress`, { currentPage: 3 })
    const emma = `books/${old.get('A/Emma.epub')}`
    expect((await request('PUT', `${emma}/progress`, { currentPage: 2 })).status).toBe(200)
    expect((await request('PATCH', `${emma}/metadata`, { summary: 'Read twice.' })).status).toBe(200)
    for (const [name, bytes] of Object.entries(after)) {
      mkdirSync(dirname(join(server.library, name)), { recursive: true })
      writeFileSync(join(server.library, name), bytes)
    }
    for (const name of Object.keys(before)) if (name !== stays) rmSync(join(server.library, name))
    await request('POST', `libraries/${library}/scan`)
    await server.waitForIdle()

    const now = await idsByName()
    expect([...now.keys()].sort()).toEqual([...Object.keys(after), stays].sort())
    expect(now.get(stays)).toBe(old.get(stays))
    const became = Object.keys(after).flatMap((name) => {
      const was = [...old].find(([, id]) => id === now.get(name))
      return was ? [[was[0], name]] : []
    })
    expect(became).toEqual([
      ['Saga/Saga 001.cbz', 'Saga/Saga #001 (2012).cbz'],
      ['Swapped/Swapped 02.cbz', 'Swapped/New 01.cbz'],
      ['Swapped/Swapped 01.cbz', 'Swapped/New 02.cbz'],
      ['Smaller/Smaller 03.cbz', 'Smaller/Smaller #3.cbz'],
      ['Left/Left 01.cbz', 'Right/Left 01.cbz'],
      ['Plain/003.cbz', 'Plain/Plain 003.cbz'],
      ['Novels/Dune.epub', 'Novels/Frank Herbert - Dune.epub'],
      ['A/Emma.epub', 'Austen/Emma (1815).epub'],
    ])
    expect((await request('GET', emma)).json.book).toMatchObject({
      title: 'Emma (1815)',
      readProgress: { currentPage: 2 },
    })
    expect((await request('GET', emma)).json.metadata).toMatchObject({ summary: 'Read twice.' })
    const saga = (await request('GET', `books/${old.get('Saga/Saga 001.cbz')}`)).json.book
    expect(saga).toMatchObject({ analyzed: true, pageCount: 4, readProgress: { currentPage: 3 } })
    const scan = (await request('GET', `libraries/${library}/scan-status`)).json
    expect(scan).toMatchObject({ booksMoved: 8, booksUpdated: 8, booksAdded: 14, booksDeleted: 11 })

    // A tool may remove the file first, with a scan in between.
    const put = (name: string, bytes: Uint8Array) => writeFileSync(join(server.library, name), bytes)
    const scanAgain = async () => {
      await request('POST', `libraries/${library}/scan`)
      await server.waitForIdle()
      return idsByName()
    }
    rmSync(join(server.library, 'Austen/Emma (1815).epub'))
    rmSync(join(server.library, 'Austen/Atlas.epub'))
    expect((await scanAgain()).size).toBe(now.size - 2)
    put('Novels/Emma, again.epub', novel('Emma, again', { cover: 4 }))
    put('Novels/Atlas, again.epub', novel('Atlas, again', { plate: 6 }))
    const later = await scanAgain()
    expect(later.get('Novels/Emma, again.epub')).toBe(old.get('A/Emma.epub'))
    expect(later.get('Novels/Atlas, again.epub')).not.toBe(now.get('Austen/Atlas.epub'))
    expect((await request('GET', emma)).json.book).toMatchObject({
      title: 'Emma, again',
      readProgress: { currentPage: 2 },
    })
  })
})
