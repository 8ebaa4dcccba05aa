import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeComic } from './fixtures/make-comic.ts'
import { openTestServer, type TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => {
  const files = Object.fromEntries(['A', 'B', 'C', 'D'].map((name) => [`${name}/${name} 1.cbz`, makeComic(1)]))
  server = await openTestServer('sqlite', files, (config) => {
    config.compat_api.enabled = true
  })
}, 240_000)
afterAll(() => server.close())

it('names what was made, changed and deleted, also when it is gone', async () => {
  const libraryId = await server.scan()
  const request = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => {
    const answer = await server.request(method, path, { as: server.admin, body })
    expect([method, path, answer.status < 300]).toEqual([method, path, true])
    return answer.json
  }
  const books: { id: string; seriesId: string }[] = (await request('GET', 'books?sort=title,asc')).data
  const [a, b, c, d] = books.map(({ id }) => id)
  const collection = await request('POST', 'collections', { name: 'Favourites' })
  const readList = await request('POST', '/komga/api/v1/readlists', { name: 'Summer', bookIds: [a] })
  await request('PATCH', `libraries/${libraryId}`, { name: 'Renamed' })
  await request('DELETE', `collections/${collection.id}`)
  await request('DELETE', `/komga/api/v1/readlists/${readList.id}`)
  await request('DELETE', `books/${a}?file=delete`)
  await request('POST', 'books/bulk/delete', { bookIds: [b], file: 'delete' })
  await request('DELETE', `/komga/api/v1/books/${c}/file`)
  await request('DELETE', `/komga/api/v1/series/${books.find(({ id }) => id === d)!.seriesId}/file`)
  await request('DELETE', `libraries/${libraryId}/purge-deleted`)
  await request('DELETE', `libraries/${libraryId}`)
  const { data } = await request('GET', 'admin/audit?pageSize=100')
  const told = data.map((one: { event: string; targetName: string }) => `${one.event} ${one.targetName}`).reverse()
  expect(told.slice(told.indexOf('library_created Test'))).toEqual([
    'library_created Test',
    'library_changed Renamed',
    'list_deleted Favourites',
    'list_deleted Summer',
    'book_deleted A/A 1.cbz',
    'book_deleted B/B 1.cbz',
    expect.stringMatching(/^book_deleted C/),
    expect.stringMatching(/^series_deleted D/),
    'missing_books_removed Renamed',
    'library_deleted Renamed',
  ])
})

it('shows a new library nothing of one that was deleted', async () => {
  const request = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    server.request(method, path, { as: server.admin, body })
  const first = await server.scan()
  expect((await request('GET', `tasks?libraryId=${first}`)).json.total).toBeGreaterThan(0)
  await request('DELETE', `libraries/${first}`)
  const second = (await request('POST', 'libraries', { name: 'Next', path: server.library, scanImmediately: false }))
    .json.id
  expect((await request('GET', `tasks?libraryId=${second}`)).json.total).toBe(0)
  expect((await request('GET', `libraries/${second}/scan-status`)).status).toBe(404)
  for (const path of [
    'books',
    'series',
    'books/recently-added',
    'books/recently-read',
    `libraries/${second}/excluded-files`,
  ]) {
    const { json } = await request('GET', `${path}${path.includes('excluded') ? '' : `?libraryId=${second}`}`)
    expect([path, (json.data ?? json).length]).toEqual([path, 0])
  }
  expect((await request('GET', `libraries/${first}/scan-status`)).status).toBe(404)
  // A deleted library, and one that never existed, filters to an empty list; requested directly it returns 404.
  for (const path of ['books', 'series', 'books/errors', 'books/in-progress', 'genres', 'series/recently-added']) {
    expect([path, (await request('GET', `${path}?libraryId=${first}`)).status]).toEqual([path, 200])
  }
  expect((await request('GET', `libraries/${first}/books`)).status).toBe(404)
  await request('DELETE', `libraries/${second}`)
})

it('warns of a proxy that is not trusted, on the server page too', async () => {
  const facts = async () => (await server.request('GET', 'admin/server', { as: server.admin })).json
  expect(await facts()).toMatchObject({ untrustedProxy: null })
  for (let times = 0; times < 3; times += 1) {
    await server.request('GET', 'info', { headers: { 'x-forwarded-for': '203.0.113.9' } })
  }
  expect(await facts()).toMatchObject({ untrustedProxy: '127.0.0.1' })
})
