import { existsSync, renameSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { openTestHouse, type TestHouse } from '../../../test/house.ts'

describe.each(['sqlite', 'postgres'] as const)('what people take and find, on %s', (kind) => {
  let house: TestHouse
  beforeAll(async () => {
    const comic = makeComic(2, { Title: '=Sum, "quoted"' })
    house = await openTestHouse(kind, { 'A/a.cbz': comic, 'A/b.cbz': comic, 'C/c.cbz': makeComic(3) })
    await house.scan({ bookStrategy: 'metadata_first' })
  }, 60_000)
  afterAll(() => house.close())
  const get = (path: string) => house.ask('GET', path, { as: house.admin })

  it('are duplicates when their content is the same, and only then', async () => {
    const started = await house.ask('POST', 'duplicates/scan', { as: house.admin })
    expect([started.status, started.json.type]).toEqual([202, 'find_duplicates'])
    await house.settle()
    const { json } = await get('duplicates')
    expect(json.total).toBe(1)
    expect(json.data[0].books.map((book: { filePath: string }) => book.filePath.split('/').at(-1))).toEqual([
      'a.cbz',
      'b.cbz',
    ])
    const gone = await house.ask('DELETE', `duplicates/${json.data[0].id}`, { as: house.admin })
    expect(gone.status).toBe(204)
    expect((await get('duplicates')).json.total).toBe(0)
    expect((await get('books')).json.total).toBe(3)
  })

  it('come along as JSON and as a table no spreadsheet runs', async () => {
    const [book] = (await get('books?sort=page_count,asc')).json.data
    await house.ask('PUT', `books/${book.id}/progress`, { as: house.admin, body: { currentPage: 1 } })
    await house.ask('POST', `books/${book.id}/bookmarks`, { as: house.admin, body: { page: 1, note: 'here' } })
    const { json } = await get('user/export')
    expect(json.progress).toMatchObject([{ bookId: book.id, page: 1, completed: false }])
    expect(json.bookmarks).toMatchObject([{ note: 'here' }])
    const csv = await get('user/export?format=csv')
    expect(String(csv.headers['content-type'])).toContain('text/csv')
    expect(csv.text.split('\r\n')[1]).toContain(`"'=Sum, ""quoted"""`)
  })

  it('go with their file, or stay on the disk and are left out; for good only when that is asked for', async () => {
    const remove = (id: string, query = '') => house.ask('DELETE', `books/${id}${query}`, { as: house.admin })
    const books = (await get('books?sort=filename,asc')).json.data as { id: string; filePath: string }[]
    const [a, b, c] = books as [{ id: string; filePath: string }, { id: string; filePath: string }, (typeof books)[0]]
    const reader = await house.addUser('reader')
    expect((await house.ask('DELETE', `books/${a.id}`, { as: reader.as })).status).toBe(403)
    expect((await remove(a.id, '?file=burn')).status).toBe(400)

    expect((await remove(a.id, '?file=delete')).status).toBe(204)
    expect([existsSync(a.filePath), existsSync(b.filePath)]).toEqual([false, true])
    expect((await remove(c.id)).status).toBe(204)
    expect(existsSync(c.filePath)).toBe(true)
    expect((await get('books')).json.data.map((book: { id: string }) => book.id)).toEqual([b.id])
    const [library] = (await get('libraries')).json
    expect(library.excludedPatterns).toBe('/C/c.cbz')

    await house.ask('POST', `libraries/${library.id}/scan`, { as: house.admin })
    await house.settle()
    const all = await house.ask('POST', 'books/list', { as: house.admin, body: { includeDeleted: true } })
    expect(all.json.data.map((book: { id: string; deleted: boolean }) => [book.id, book.deleted])).toEqual(
      expect.arrayContaining([
        [a.id, true],
        [b.id, false],
      ]),
    )
    expect((await remove(a.id, '?file=delete')).status).toBe(204)
    expect((await remove(a.id, '?purge=true')).status).toBe(204)
    expect((await remove(a.id)).status).toBe(404)
    expect(
      (await house.ask('POST', 'books/list', { as: house.admin, body: { includeDeleted: true } })).json.total,
    ).toBe(2)
  })

  it('stay where the file cannot be deleted', async () => {
    const [b] = (await get('books')).json.data
    renameSync(house.library, `${house.library}-away`)
    const refused = await house.ask('DELETE', `books/${b.id}?file=delete`, { as: house.admin })
    renameSync(`${house.library}-away`, house.library)
    expect([refused.status, refused.json.error]).toEqual([409, 'conflict'])
    expect((await get('books')).json.total).toBe(1)
  })
})
