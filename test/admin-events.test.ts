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
  const ask = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => {
    const answer = await server.ask(method, path, { as: server.admin, body })
    expect([method, path, answer.status < 300]).toEqual([method, path, true])
    return answer.json
  }
  const books: { id: string; seriesId: string }[] = (await ask('GET', 'books?sort=title,asc')).data
  const [a, b, c, d] = books.map(({ id }) => id)
  const collection = await ask('POST', 'collections', { name: 'Favourites' })
  const readList = await ask('POST', '/komga/api/v1/readlists', { name: 'Summer', bookIds: [a] })
  await ask('PATCH', `libraries/${libraryId}`, { name: 'Renamed' })
  await ask('DELETE', `collections/${collection.id}`)
  await ask('DELETE', `/komga/api/v1/readlists/${readList.id}`)
  await ask('DELETE', `books/${a}?file=delete`)
  await ask('POST', 'books/bulk/delete', { bookIds: [b], file: 'delete' })
  await ask('DELETE', `/komga/api/v1/books/${c}/file`)
  await ask('DELETE', `/komga/api/v1/series/${books.find(({ id }) => id === d)!.seriesId}/file`)
  await ask('DELETE', `libraries/${libraryId}/purge-deleted`)
  await ask('DELETE', `libraries/${libraryId}`)
  const { data } = await ask('GET', 'admin/audit?pageSize=100')
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
  const ask = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    server.ask(method, path, { as: server.admin, body })
  const first = await server.scan()
  expect((await ask('GET', `tasks?libraryId=${first}`)).json.total).toBeGreaterThan(0)
  await ask('DELETE', `libraries/${first}`)
  const second = (await ask('POST', 'libraries', { name: 'Next', path: server.library, scanImmediately: false })).json
    .id
  expect((await ask('GET', `tasks?libraryId=${second}`)).json.total).toBe(0)
  expect((await ask('GET', `libraries/${second}/scan-status`)).status).toBe(404)
  for (const path of [
    'books',
    'series',
    'books/recently-added',
    'books/recently-read',
    `libraries/${second}/left-out`,
  ]) {
    const { json } = await ask('GET', `${path}${path.includes('left') ? '' : `?libraryId=${second}`}`)
    expect([path, (json.data ?? json).length]).toEqual([path, 0])
  }
  expect((await ask('GET', `libraries/${first}/scan-status`)).status).toBe(404)
  // A deleted library, and one that never existed, filters to an empty list; requested directly it returns 404.
  for (const path of ['books', 'series', 'books/errors', 'books/in-progress', 'genres', 'series/recently-added']) {
    expect([path, (await ask('GET', `${path}?libraryId=${first}`)).status]).toEqual([path, 200])
  }
  expect((await ask('GET', `libraries/${first}/books`)).status).toBe(404)
  await ask('DELETE', `libraries/${second}`)
})

it('warns of a proxy that is not trusted, on the server page too', async () => {
  const facts = async () => (await server.ask('GET', 'admin/server', { as: server.admin })).json
  expect(await facts()).toMatchObject({ untrustedProxy: null })
  for (let times = 0; times < 3; times += 1) {
    await server.ask('GET', 'info', { headers: { 'x-forwarded-for': '203.0.113.9' } })
  }
  expect(await facts()).toMatchObject({ untrustedProxy: '127.0.0.1' })
})
