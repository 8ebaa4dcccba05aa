import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'

describe.each(['sqlite', 'postgres'] as const)('what people take and find, on %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    const comic = makeComic(2, { Title: '=Sum, "quoted"' })
    server = await openTestServer(kind, { 'A/a.cbz': comic, 'A/b.cbz': comic, 'C/c.cbz': makeComic(3) })
    await server.scan({ bookStrategy: 'metadata_first' })
  })
  afterAll(() => server.close())
  const get = (path: string) => server.request('GET', path, { as: server.admin })

  it('are duplicates when their content is the same, and only then', async () => {
    expect((await get('duplicates')).json).toMatchObject({ total: 0, lastSearchedAt: null })
    const started = await server.request('POST', 'duplicates/scan', { as: server.admin })
    expect([started.status, started.json.type]).toEqual([202, 'find_duplicates'])
    await server.waitForIdle()
    const { json } = await get('duplicates')
    expect(json.total).toBe(1)
    expect(json.data[0].books.map((book: { filePath: string }) => book.filePath.split('/').at(-1))).toEqual([
      'a.cbz',
      'b.cbz',
    ])
    const gone = await server.request('DELETE', `duplicates/${json.data[0].id}`, { as: server.admin })
    expect(gone.status).toBe(204)
    expect((await get('duplicates')).json).toMatchObject({ total: 0, lastSearchedAt: expect.stringMatching(/Z$/) })
    expect((await get('books')).json.total).toBe(3)
  })

  it('are exported as JSON and as CSV without formulas', async () => {
    const [book] = (await get('books?sort=page_count,asc')).json.data
    await server.request('PUT', `books/${book.id}/progress`, { as: server.admin, body: { currentPage: 1 } })
    await server.request('POST', `books/${book.id}/bookmarks`, { as: server.admin, body: { page: 1, note: 'here' } })
    for (const owner of [`books/${book.id}`, `series/${book.seriesId}`]) {
      await server.request('PUT', `${owner}/rating`, { as: server.admin, body: { rating: 60, notes: owner } })
    }
    await server.request('POST', 'books/bulk/want-to-read', { as: server.admin, body: { bookIds: [book.id] } })
    await server.request('POST', 'readlists', { as: server.admin, body: { name: 'Mine', ids: [book.id] } })
    const { json } = await get('user/export')
    expect(json).toMatchObject({
      ratings: [{ seriesId: book.seriesId, rating: 60, notes: `series/${book.seriesId}` }],
      bookRatings: [{ bookId: book.id, rating: 60 }],
      booksToRead: [{ bookId: book.id }],
      wantToRead: [],
    })
    expect(json.progress).toMatchObject([{ bookId: book.id, page: 1, completed: false }])
    expect(json.bookmarks).toMatchObject([{ note: 'here' }])
    const csv = await get('user/export?format=csv')
    expect(String(csv.headers['content-type'])).toContain('text/csv')
    expect(csv.text.split('\r\n')[1]).toContain(`"'=Sum, ""quoted"""`)
  })

  it('leave their user data to the copy that stays', async () => {
    const [a, b] = (await get('books?sort=filename,asc')).json.data as [{ id: string }, { id: string }]
    const reader = await server.addUser('ann')
    const request = (method: 'GET' | 'PUT' | 'POST', path: string, body?: object) =>
      server.request(method, path, { as: reader.as, body })
    await request('PUT', `books/${b.id}/progress`, { currentPage: 1 })
    await request('POST', `books/${a.id}/read`)
    await request('POST', `books/${a.id}/bookmarks`, { page: 2, note: 'there' })
    await request('PUT', `books/${a.id}/rating`, { rating: 80 })
    await request('PUT', `books/${b.id}/rating`, { rating: null, notes: 'Words about the other copy.' })
    await request('POST', 'books/bulk/want-to-read', { bookIds: [a.id] })
    const list = (await request('POST', 'readlists', { name: 'Mine', ids: [a.id] })).json
    expect((await server.request('DELETE', `books/${a.id}`, { as: server.admin })).status).toBe(204)

    expect((await request('GET', `books/${b.id}/progress`)).json).toMatchObject({ currentPage: 2, completed: true })
    expect((await request('GET', `books/${b.id}/read-history`)).json).toHaveLength(1)
    expect((await request('GET', `books/${b.id}/bookmarks`)).json).toMatchObject([{ page: 2, note: 'there' }])
    expect((await request('GET', `books/${b.id}/rating`)).json).toMatchObject({
      rating: 80,
      notes: 'Words about the other copy.',
    })
    const ids = async (path: string) => (await request('GET', path)).json.data.map((book: { id: string }) => book.id)
    expect(await ids(`readlists/${list.id}/books`)).toEqual([b.id])
    expect(await ids('want-to-read/books')).toEqual([b.id])
    const series = (await request('GET', 'series?sort=name,asc')).json.data[0]
    expect([series.title, series.bookCount, series.unreadCount]).toEqual(['A', 1, 0])

    const [library] = (await get('libraries')).json
    await server.request('DELETE', `libraries/${library.id}/excluded-files`, { as: server.admin })
    await server.waitForIdle()
    expect((await request('GET', `books/${a.id}/progress`)).json).toMatchObject({ completed: true })
    expect((await get('books')).json.total).toBe(3)
  })

  it('are removed many at once, and failures are reported', async () => {
    const remove = (body: object, as = server.admin) => server.request('POST', 'books/bulk/delete', { as, body })
    const [a, b, c] = (await get('books?sort=filename,asc')).json.data as { id: string }[]
    const nobody = '01977f3e-8c1a-7c3e-9a55-3f1d2b6c7e90'
    const reader = await server.addUser('bob')
    expect((await remove({ bookIds: [a!.id] }, reader.as)).status).toBe(403)
    expect((await remove({ bookIds: ['x'] })).status).toBe(400)
    renameSync(server.library, `${server.library}-away`)
    const refused = await remove({ bookIds: [a!.id, nobody], file: 'delete' })
    renameSync(`${server.library}-away`, server.library)
    expect(refused.json).toMatchObject({ count: 0, failures: [{ bookId: a!.id, error: 'conflict' }] })
    const gone = await remove({ bookIds: [a!.id, b!.id, b!.id, nobody] })
    expect(gone.json).toEqual({ count: 2, message: '2 books removed.', failures: [] })
    // A book that is already missing is not removed again.
    expect((await remove({ bookIds: [a!.id] })).json).toMatchObject({ count: 0, failures: [] })
    expect((await get('books')).json.data.map((book: { id: string }) => book.id)).toEqual([c!.id])
    const [library] = (await get('libraries')).json
    await server.request('DELETE', `libraries/${library.id}/excluded-files`, { as: server.admin })
    await server.waitForIdle()
    expect((await get('books')).json.total).toBe(3)
  })

  it('are removed with their file, or excluded while it stays; permanently only on request', async () => {
    const remove = (id: string, query = '') => server.request('DELETE', `books/${id}${query}`, { as: server.admin })
    const books = (await get('books?sort=filename,asc')).json.data as { id: string; filePath: string }[]
    const [a, b, c] = books as [{ id: string; filePath: string }, { id: string; filePath: string }, (typeof books)[0]]
    const reader = await server.addUser('reader')
    expect((await server.request('DELETE', `books/${a.id}`, { as: reader.as })).status).toBe(403)
    expect((await remove(a.id, '?file=burn')).status).toBe(400)

    expect((await remove(a.id, '?file=delete')).status).toBe(204)
    expect([existsSync(a.filePath), existsSync(b.filePath)]).toEqual([false, true])
    expect((await remove(c.id)).status).toBe(204)
    expect(existsSync(c.filePath)).toBe(true)
    expect((await get('books')).json.data.map((book: { id: string }) => book.id)).toEqual([b.id])
    const [library] = (await get('libraries')).json
    expect((await get(`libraries/${library.id}/excluded-files`)).json.data).toMatchObject([{ path: 'C/c.cbz' }])

    await server.request('POST', `libraries/${library.id}/scan`, { as: server.admin })
    await server.waitForIdle()
    const all = await server.request('POST', 'books/list', { as: server.admin, body: { includeDeleted: true } })
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
      (await server.request('POST', 'books/list', { as: server.admin, body: { includeDeleted: true } })).json.total,
    ).toBe(2)
  })

  it('stay where the file cannot be deleted', async () => {
    const [b] = (await get('books')).json.data
    renameSync(server.library, `${server.library}-away`)
    const refused = await server.request('DELETE', `books/${b.id}?file=delete`, { as: server.admin })
    renameSync(`${server.library}-away`, server.library)
    expect([refused.status, refused.json.error]).toEqual([409, 'conflict'])
    expect((await get('books')).json.total).toBe(1)
  })

  it('leave their user data to the other copy also when a file is deleted by hand and purged', async () => {
    const comic = makeComic(5)
    mkdirSync(`${server.library}/D`)
    for (const name of ['one', 'two']) writeFileSync(`${server.library}/D/${name}.cbz`, comic)
    const [library] = (await get('libraries')).json
    const scan = async () => {
      await server.request('POST', `libraries/${library.id}/scan`, { as: server.admin })
      await server.waitForIdle()
    }
    await scan()
    const [one, two] = (await get('books?sort=page_count,desc')).json.data as { id: string; filePath: string }[]
    await server.request('PUT', `books/${one!.id}/progress`, { as: server.admin, body: { currentPage: 4 } })
    rmSync(one!.filePath)
    await scan()
    expect((await get(`books/${two!.id}/progress`)).json).toBeNull()
    await server.request('DELETE', `libraries/${library.id}/purge-deleted`, { as: server.admin })
    expect((await get(`books/${two!.id}/progress`)).json).toMatchObject({ bookId: two!.id, currentPage: 4 })
  })

  it('move the data of each user only to a copy that the user may see', async () => {
    const comic = makeComic(7)
    for (const name of ['Open', 'Closed']) {
      mkdirSync(`${server.library}/${name}`)
      writeFileSync(`${server.library}/${name}/same.cbz`, comic)
    }
    writeFileSync(`${server.library}/Open/other.cbz`, makeComic(1))
    const [library] = (await get('libraries')).json
    await server.request('POST', `libraries/${library.id}/scan`, { as: server.admin })
    await server.waitForIdle()
    const books = (await get('books?sort=page_count,desc&pageSize=2')).json.data
    const [open, closed] = ['Open', 'Closed'].map((name) =>
      books.find((book: { seriesName: string }) => book.seriesName === name),
    )
    const rated = { as: server.admin, body: { ageRating: 18 } }
    await server.request('PATCH', `series/${closed.seriesId}/metadata`, rated)
    const child = (await server.addUser('child', { ageLimit: 12 })).as
    for (const as of [child, server.admin]) {
      await server.request('PUT', `books/${open.id}/progress`, { as, body: { currentPage: 4 } })
      await server.request('POST', `books/${open.id}/bookmarks`, { as, body: { page: 3 } })
    }
    await server.request('DELETE', `books/${open.id}`, { as: server.admin })
    const of = async (id: string, as: string) => {
      const [place, marks] = [await server.request('GET', `books/${id}/progress`, { as }), `books/${id}/bookmarks`]
      return [place.json?.currentPage, (await server.request('GET', marks, { as })).json.length]
    }
    expect(await of(closed.id, server.admin)).toEqual([4, 1])

    // Each user sees the excluded files they could see as books, and a purged one stays excluded.
    await server.request('DELETE', `books/${closed.id}`, { as: server.admin })
    const keeper = (await server.addUser('keeper', { role: 'maintainer', ageLimit: 12 })).as
    const leftOut = `libraries/${library.id}/excluded-files`
    const told = async (as: string) =>
      (await server.request('GET', leftOut, { as })).json.data.map((file: { path: string }) => file.path)
    expect(await told(keeper)).toEqual(['Open/same.cbz'])
    expect(await told(server.admin)).toEqual(['C/c.cbz', 'Closed/same.cbz', 'Open/same.cbz'])
    const takeBack = (path: string, as: string) =>
      server.request('DELETE', `${leftOut}?path=${encodeURIComponent(path)}`, { as })
    expect((await takeBack('Closed/same.cbz', keeper)).status).toBe(404)
    expect((await takeBack('Closed/same.cbz', server.admin)).status).toBe(204)
    await server.waitForIdle()
    expect(await told(server.admin)).toEqual(['C/c.cbz', 'Open/same.cbz'])
    expect((await get('books')).json.data.map((book: { filePath: string }) => book.filePath)).not.toContain(
      `${server.library}/C/c.cbz`,
    )

    await server.request('PATCH', `series/${closed.seriesId}/metadata`, { as: server.admin, body: { ageRating: null } })
    expect(await of(closed.id, child)).toEqual([undefined, 0])
    await server.request('DELETE', `libraries/${library.id}/excluded-files`, { as: server.admin })
    await server.waitForIdle()
    expect([await of(open.id, child), await of(open.id, server.admin)]).toEqual([
      [4, 1],
      [4, 0],
    ])
  })
})
