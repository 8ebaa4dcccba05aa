import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from './fixtures/make-comic.ts'
import { openTestServer, type TestServer } from './server.ts'

describe.each(['sqlite', 'postgres'] as const)('a list that is made with its members on %s', (kind) => {
  let server: TestServer
  let books: { id: string; seriesId: string }[]
  beforeAll(async () => {
    server = await openTestServer(kind, { 'A/A 1.cbz': makeComic(1), 'B/B 1.cbz': makeComic(1) })
    await server.scan()
    books = (await server.request('GET', 'books?sort=title,desc', { as: server.admin })).json.data
  }, 240_000)
  afterAll(() => server.close())
  const request = (method: 'GET' | 'POST', path: string, body?: object) =>
    server.request(method, path, { as: server.admin, body })

  it.each([
    { entity: 'collections', key: 'seriesIds', members: 'series', of: 'seriesId', count: 'seriesCount' },
    { entity: 'readlists', key: 'bookIds', members: 'books', of: 'id', count: 'bookCount' },
  ] as const)('has them, in order: $entity', async ({ entity, key, members, of, count }) => {
    const ids = books.map((book) => book[of])
    expect(ids).toHaveLength(2)
    for (const name of [key, 'ids']) {
      const made = await request('POST', entity, { name: `by ${name}`, ordered: true, [name]: ids })
      expect([made.status, made.json[count]]).toEqual([201, 2])
      const listed = (await request('GET', `${entity}/${made.json.id}/${members}`)).json.data
      expect(listed.map((one: { id: string }) => one.id)).toEqual(ids)
    }
    const misspelt = await request('POST', entity, { name: 'x', [`${key}s`]: ids })
    expect([misspelt.status, misspelt.json.message]).toEqual([400, expect.stringContaining(`did you mean ${key}?`)])
    const both = await request('POST', entity, { name: 'x', [key]: ids, ids: [ids[0]] })
    expect(both.status).toBe(400)
  })
})
