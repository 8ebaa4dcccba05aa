import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'

describe.each(['sqlite', 'postgres'] as const)('the name of a collection or read list, on %s', (kind) => {
  let server: TestServer
  let ids: { seriesIds: string[]; bookIds: string[] }
  beforeAll(async () => {
    server = await openTestServer(kind, { 'Akira/Akira 1.cbz': makeComic(2) }, (config) => {
      config.compat_api.enabled = true
    })
    await server.scan()
    const [book] = (await request('GET', 'books')).json.content
    ids = { seriesIds: [book.seriesId], bookIds: [book.id] }
  })
  afterAll(() => server.close())

  const request = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
    server.request(method, `/komga/api/v1/${path}`, { as: server.admin, body })
  const create = (list: string, name: string) => request('POST', list, { name, ordered: false, ...ids })

  it.each(['collections', 'readlists'])(
    'is given once, however many ask for it at the same moment: %s',
    async (list) => {
      const named = await Promise.all(['Best', 'BEST', ' best ', 'Best', 'best'].map((name) => create(list, name)))
      expect(named.map((answer) => answer.status).sort()).toEqual([200, 400, 400, 400, 400])
      const others = await Promise.all(['One', 'Two', 'Three'].map((name) => create(list, name)))
      expect(others.map((answer) => answer.status)).toEqual([200, 200, 200])
      const renamed = await Promise.all(
        others.map(({ json }) => request('PATCH', `${list}/${json.id}`, { name: 'Worst', ordered: false, ...ids })),
      )
      expect(renamed.map((answer) => answer.status).sort()).toEqual([204, 400, 400])
      const names = (await request('GET', `${list}?unpaged=true`)).json.content.map((one: { name: string }) => one.name)
      expect(names.filter((name: string) => /^(best|worst)$/i.test(name))).toHaveLength(2)
    },
  )
})
