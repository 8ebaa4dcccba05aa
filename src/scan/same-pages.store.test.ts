import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../test/fixtures/make-comic.ts'
import { makePng } from '../../test/fixtures/make-images.ts'
import { makeZip } from '../../test/fixtures/make-zip.ts'
import { openTestHouse, type TestHouse } from '../../test/house.ts'

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
}

const tagged = (pages: number) => makeComic(pages, { Series: 'Tagged', Notes: 'Tagged with a tool' })
const smaller = makeZip(
  Array.from({ length: 8 }, (_, n) => ({ name: `${n}.png`, data: makePng(20 + n, 30, n), method: 0 })),
)

/** As tools write them: each is another file on the disk, with other bytes, under another name. */
const after = {
  'Saga/Saga #001 (2012).cbz': tagged(4),
  // Either could be the one that is gone.
  'Twins/Twin (a).cbz': tagged(5),
  'Twins/Twin (b).cbz': makeComic(5, { Notes: 'Tagged twice' }),
  // The pages count for more than the numbers.
  'Swapped/New 01.cbz': tagged(7),
  'Swapped/New 02.cbz': tagged(6),
  'Smaller/Smaller #3.cbz': smaller,
  'Right/Left 01.cbz': tagged(9),
  'Other/Another 02.cbz': tagged(4),
  'Short/Shorter.cbz': tagged(2),
  // As many pages and the same number, but another comic.
  'Mixed/Superman 001.cbz': smaller,
  'Mixed/Superman 002.cbz': smaller,
  // A file that says no name has that of its folder.
  'Plain/Plain 003.cbz': smaller,
}

describe.each(['sqlite', 'postgres'] as const)('files that a tool wrote anew under other names, on %s', (kind) => {
  let house: TestHouse
  beforeAll(async () => {
    house = await openTestHouse(kind, before)
  }, 60_000)
  afterAll(() => house.close())

  const ask = (method: 'GET' | 'PUT' | 'POST', path: string, body?: object) =>
    house.ask(method, path, { as: house.admin, body })
  const idsByName = async () => {
    const { json } = await ask('POST', 'books/list?pageSize=100', {})
    return new Map<string, string>(
      json.data.map((book: { filePath: string; id: string }) => [
        book.filePath.slice(house.library.length + 1),
        book.id,
      ]),
    )
  }

  it('are the same books where that is certain, and new ones where it is not', async () => {
    const library = await house.scan()
    const old = await idsByName()
    await ask('PUT', `books/${old.get('Saga/Saga 001.cbz')}/progress`, { currentPage: 3 })
    for (const [name, bytes] of Object.entries(after)) {
      mkdirSync(dirname(join(house.library, name)), { recursive: true })
      writeFileSync(join(house.library, name), bytes)
    }
    for (const name of Object.keys(before)) rmSync(join(house.library, name))
    await ask('POST', `libraries/${library}/scan`)
    await house.settle()

    const now = await idsByName()
    expect([...now.keys()].sort()).toEqual(Object.keys(after).sort())
    const became = Object.keys(after).flatMap((name) => {
      const was = [...old].find(([, id]) => id === now.get(name))
      return was ? [[was[0], name]] : []
    })
    expect(became).toEqual([
      ['Saga/Saga 001.cbz', 'Saga/Saga #001 (2012).cbz'],
      ['Swapped/Swapped 02.cbz', 'Swapped/New 01.cbz'],
      ['Swapped/Swapped 01.cbz', 'Swapped/New 02.cbz'],
      ['Smaller/Smaller 03.cbz', 'Smaller/Smaller #3.cbz'],
      ['Plain/003.cbz', 'Plain/Plain 003.cbz'],
    ])
    const saga = (await ask('GET', `books/${old.get('Saga/Saga 001.cbz')}`)).json.book
    expect(saga).toMatchObject({ analyzed: true, pageCount: 4, readProgress: { currentPage: 3 } })
    const scan = (await ask('GET', `libraries/${library}/scan-status`)).json
    expect(scan).toMatchObject({ booksMoved: 5, booksUpdated: 5, booksAdded: 7, booksDeleted: 6 })
  })
})
