import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from './fixtures/make-comic.ts'
import { openTestServer, type TestServer } from './server.ts'

const max = 5
const atOnce = 30

/** A limit that is checked before the insert is no limit: thirty concurrent requests would all pass. */
describe.each(['sqlite', 'postgres'] as const)(
  'what one person may have, asked for thirty times at once on %s',
  (kind) => {
    let server: TestServer
    let reader: { id: string; as: string }
    let book: string
    beforeAll(async () => {
      server = await openTestServer(kind, { 'A/A 1.cbz': makeComic(3) }, ({ limits, compat_api }) => {
        limits.bookmarks = max
        limits.lists = max
        limits.saved_filters = max
        limits.annotations_per_book = max
        limits.streams = max
        compat_api.enabled = true
      })
      await server.scan()
      reader = await server.addUser('ann')
      book = (await server.request('GET', 'books', { as: reader.as })).json.data[0].id
    }, 240_000)
    afterAll(() => server.close())

    const post = (path: string, body: object, as = reader.as) => server.request('POST', path, { as, body })
    const statusesOf = async (asks: Promise<{ status: number }>[]) => {
      const statuses = (await Promise.all(asks)).map(({ status }) => status)
      return [statuses.filter((status) => status < 300).length, statuses.filter((status) => status === 409).length]
    }
    const times = <T>(one: (index: number) => T): T[] => Array.from({ length: atOnce }, (_, index) => one(index))

    it('bookmarks of a book', async () => {
      const path = `books/${book}/bookmarks`
      expect(await statusesOf(times(() => post(path, { page: 1 })))).toEqual([max, atOnce - max])
      const { json } = await server.request('GET', path, { as: reader.as })
      expect(json).toHaveLength(max)
      // The message contains the remedy, which works.
      expect((await post(path, { page: 1 })).json.message).toContain('Delete one first')
      await server.request('DELETE', `${path}/${json[0].id}`, { as: reader.as })
      expect((await post(path, { page: 1 })).status).toBe(201)
    })

    it('annotations of a book', async () => {
      const path = `books/${book}/annotations`
      const locator = { href: 'page 001.png', type: 'image/png', locations: { position: 1 } }
      expect(await statusesOf(times(() => post(path, { locator })))).toEqual([max, atOnce - max])
      expect((await server.request('GET', path, { as: reader.as })).json.data).toHaveLength(max)
    })

    it('saved filters', async () => {
      const one = (index: number) => post('saved-filters', { name: `f ${index}`, target: 'series', query: {} })
      expect(await statusesOf(times(one))).toEqual([max, atOnce - max])
      expect((await server.request('GET', 'saved-filters', { as: reader.as })).json).toHaveLength(max)
    })

    it('lists of both kinds, by both interfaces', async () => {
      const make = (index: number) =>
        index % 3 === 0
          ? post('collections', { name: `c ${index}` })
          : index % 3 === 1
            ? post('readlists', { name: `r ${index}` })
            : post('/komga/api/v1/readlists', { name: `k ${index}`, bookIds: [book] })
      expect(await statusesOf(times(make))).toEqual([max, atOnce - max])
      const counts = await Promise.all(
        ['collections', 'readlists'].map(
          async (path) => (await server.request('GET', path, { as: reader.as })).json.total,
        ),
      )
      expect(counts[0] + counts[1]).toBe(max)
    })

    it('and a shared list that becomes somebody’s own', async () => {
      const keeper = await server.addUser('keeper', { role: 'maintainer' })
      const shared = (await post('readlists', { name: 'shared', shared: true }, keeper.as)).json
      for (let index = 0; index < max; index += 1) {
        expect((await post('readlists', { name: `own ${index}`, shared: false }, keeper.as)).status).toBe(201)
      }
      const change = (shared_: boolean) =>
        server.request('PATCH', `readlists/${shared.id}`, { as: keeper.as, body: { shared: shared_ } })
      expect((await change(false)).status).toBe(409)
      expect((await change(true)).status).toBe(200)
    })

    it('event streams', async () => {
      await server.lectern.app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = server.lectern.app.server.address() as AddressInfo
      const stop = new AbortController()
      const open = () =>
        fetch(`http://127.0.0.1:${port}/api/v1/events`, {
          headers: { authorization: reader.as },
          signal: stop.signal,
        })
      expect(await statusesOf(times(open))).toEqual([max, atOnce - max])
      stop.abort()
      // Closed streams no longer count.
      const again = new AbortController()
      const status = async () =>
        (
          await fetch(`http://127.0.0.1:${port}/api/v1/events`, {
            headers: { authorization: reader.as },
            signal: again.signal,
          })
        ).status
      await expect.poll(status).toBe(200)
      again.abort()
    })
  },
)
