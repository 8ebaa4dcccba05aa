import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from './fixtures/make-comic.ts'
import { openTestServer, type TestServer } from './server.ts'

/** A user's data is limited in size, not only in number: a few thousand notes of megabytes are gigabytes. */
describe.each(['sqlite', 'postgres'] as const)('what one person writes, on %s', (kind) => {
  const noteBytes = 60_000
  let server: TestServer
  let reader: string
  let books: string[]
  beforeAll(async () => {
    const files = Object.fromEntries([1, 2, 3, 4].map((n) => [`A/A ${n}.cbz`, makeComic(3)]))
    server = await openTestServer(kind, files, ({ limits }) => {
      limits.note_bytes = noteBytes
      limits.rule_lists = 2
      limits.list_members = 3
      limits.uploads = 2
    })
    await server.scan()
    reader = (await server.addUser('ann')).as
    books = (await server.request('GET', 'books', { as: reader })).json.data.map((book: { id: string }) => book.id)
  }, 240_000)
  afterAll(() => server.close())

  const request = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    server.request(method, path, { as: reader, body })
  const locator = { href: 'page 001.png', type: 'image/png', locations: { position: 1 } }
  const endless = { ...locator, more: 'x'.repeat(40_000) }
  const statusOf = async (answer: ReturnType<typeof request>) => (await answer).status

  it('has a limited number of bookmarks and annotations per book', async () => {
    const modified = new Date().toISOString()
    const device = { id: 'd', name: 'D' }
    expect(await statusOf(request('POST', `books/${books[0]}/bookmarks`, { locator: endless }))).toBe(400)
    expect(await statusOf(request('POST', `books/${books[0]}/annotations`, { locator: endless }))).toBe(400)
    expect(
      await statusOf(request('PUT', `books/${books[0]}/progression`, { modified, device, locator: endless })),
    ).toBe(400)
    expect(await statusOf(request('PUT', `books/${books[0]}/progression`, { modified, device, locator }))).toBe(204)
  })

  it('has a limited number of bytes in notes over all books, also with thirty concurrent requests', async () => {
    const note = 'n'.repeat(5000)
    const made = (await request('POST', `books/${books[0]}/annotations`, { locator, note })).json.id
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        index % 2 === 0
          ? request('POST', `books/${books[index % 4]}/bookmarks`, { page: 1, note })
          : request('POST', `books/${books[index % 4]}/annotations`, { locator, note }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([201, 413]))
    expect(statuses.filter((status) => status === 201).length).toBeLessThan(noteBytes / 5000)
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(noteBytes / 2 / 5000 - 3)
    const longer = request('PATCH', `annotations/${made}`, { note: 'ö'.repeat(19_000) })
    expect((await longer).json).toMatchObject({ error: 'payload_too_large', message: expect.stringMatching(/Delete/) })
    expect(await statusOf(request('DELETE', `annotations/${made}`))).toBe(204)
    expect(await statusOf(request('POST', `books/${books[0]}/bookmarks`, { page: 1, note: 'again' }))).toBe(201)
  })

  it('lists bookmarks in pages if the request has a page', async () => {
    const other = (await server.addUser('dan')).as
    for (const page of [3, 1, 2])
      await server.request('POST', `books/${books[0]}/bookmarks`, { as: other, body: { page } })
    const pagesOf = async (query: string) => {
      const { json } = await server.request('GET', `books/${books[0]}/bookmarks${query}`, { as: other })
      return json.map((mark: { page: number }) => mark.page)
    }
    expect(await pagesOf('')).toEqual([1, 2, 3])
    expect(await pagesOf('?pageSize=2')).toEqual([1, 2])
    expect(await pagesOf('?page=2&pageSize=2')).toEqual([3])
    expect(await pagesOf('?page=2')).toEqual([])
  })

  it('counts reviews as notes, and limits the history of a book that is read again and again', async () => {
    const other = (await server.addUser('cid')).as
    const rate = (book: string, notes: string) =>
      server.request('PUT', `books/${book}/rating`, { as: other, body: { rating: 50, notes } })
    expect((await rate(books[0]!, 'n'.repeat(10_000))).status).toBe(200)
    const rest = await Promise.all(
      books.flatMap((book) => [rate(book, 'ü'.repeat(10_000)), rate(book, 'ö'.repeat(9000))]),
    )
    expect(new Set(rest.map(({ status }) => status))).toEqual(new Set([200, 413]))
    const kept: { notes: string | null }[] = (await server.request('GET', 'user/ratings', { as: other })).json
      .bookRatings
    expect(kept.reduce((sum, { notes }) => sum + Buffer.byteLength(notes ?? ''), 0)).toBeLessThanOrEqual(noteBytes)
    expect((await rate(books[0]!, '')).status).toBe(200)
  })

  it('keeps little of deleted annotations', async () => {
    const other = (await server.addUser('bea')).as
    const make = { as: other, body: { locator: { ...locator, more: 'x'.repeat(30_000) } } }
    for (let times = 0; times < 4; times += 1) {
      const made = await server.request('POST', `books/${books[0]}/annotations`, make)
      expect([times, made.status]).toEqual([times, 201])
      await server.request('DELETE', `annotations/${made.json.id}`, { as: other })
    }
  })

  it('limits the size of filters and the number of lists with a condition', async () => {
    const filter = (view: string) => request('POST', 'saved-filters', { name: 'f', target: 'series', query: { view } })
    expect(await statusOf(filter('x'.repeat(70_000)))).toBe(413)
    const { status, json } = await filter('grid')
    expect(status).toBe(201)
    const change = request('PATCH', `saved-filters/${json.id}`, { query: { view: 'x'.repeat(70_000) } })
    expect(await statusOf(change)).toBe(413)

    const condition = { allOf: [] }
    const rules = await Promise.all(
      [0, 1, 2, 3].map((n) => request('POST', n % 2 ? 'collections' : 'readlists', { name: `l ${n}`, condition })),
    )
    expect(rules.map((answer) => answer.status).sort()).toEqual([201, 201, 409, 409])
    const plain = (await request('POST', 'collections', { name: 'plain' })).json
    expect(await statusOf(request('PATCH', `collections/${plain.id}`, { condition }))).toBe(409)
  })

  it('limits the members of a list, also those added at the same moment', async () => {
    expect(await statusOf(request('POST', 'readlists', { name: 'all', bookIds: books }))).toBe(409)
    const { id } = (await request('POST', 'readlists', { name: 'some', bookIds: [] })).json
    const add = (book: string) => request('POST', `readlists/${id}/books`, { bookIds: [book] })
    const added = (await Promise.all(books.map(add))).map((answer) => answer.status)
    expect(added.sort()).toEqual([200, 200, 200, 409])
    expect(await statusOf(request('PUT', `readlists/${id}/books`, { bookIds: books }))).toBe(409)
  })

  it('limits the number of Kobo devices, also those added at the same moment', async () => {
    const adds = await Promise.all(
      Array.from({ length: 26 }, () => request('POST', 'user/kobo-devices', { name: 'k' })),
    )
    expect(adds.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(adds.filter(({ status }) => status === 409)).toHaveLength(6)
  })

  it('limits the uploads in memory at the same time', async () => {
    const address = new URL(await server.lectern.app.listen({ port: 0, host: '127.0.0.1' }))
    const begin = () => {
      const socket = connect(Number(address.port), address.hostname)
      let said = ''
      socket.on('data', (data) => {
        said += data
      })
      socket.on('error', () => {})
      socket.write(
        'POST /api/v1/fonts HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=x\r\n' +
          `authorization: ${reader}\r\ncontent-length: 1000000\r\n\r\n` +
          '--x\r\ncontent-disposition: form-data; name="file"; filename="a.ttf"\r\n\r\nhalf of a',
      )
      return { socket, said: () => said }
    }
    const halves = [begin(), begin()]
    const { uploads } = server.lectern.app.edge
    await expect.poll(() => [...uploads.open.values()]).toEqual([2])
    const third = begin()
    await expect.poll(third.said).toContain('409 Conflict')
    for (const { socket } of [...halves, third]) socket.destroy()
    await expect.poll(() => uploads.open.size).toBe(0)
  })
})
