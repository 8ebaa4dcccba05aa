import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { openTestHouse, type TestHouse } from '../../../test/house.ts'

describe.each(['sqlite', 'postgres'] as const)('what people take and find, on %s', (kind) => {
  let house: TestHouse
  beforeAll(async () => {
    const comic = makeComic(2, { Title: '=Sum, "quoted"' })
    house = await openTestHouse(kind, { 'A/a.cbz': comic, 'B/b.cbz': comic, 'C/c.cbz': makeComic(3) })
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
})
