import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type KomgaApp, type KomgaServer, openKomgaServer } from './komga.fixture.ts'

/** What differed with harm when the same requests were sent to a running Komga and to this server. */
describe('as Komga answers', () => {
  let server: KomgaServer
  let app: KomgaApp
  beforeAll(async () => {
    server = await openKomgaServer('sqlite')
    app = server.app({ authorization: server.admin })
  })
  afterAll(() => server.close())

  const bookOf = async (index: number) => (await server.books('Berserk'))[index]!.id.replaceAll('-', '')

  it('a title without a lock stays, and is shown as not locked', async () => {
    const id = await bookOf(0)
    expect((await app.send('PATCH', `/api/v1/books/${id}/metadata`, { title: 'Mine', titleLock: false })).status).toBe(
      204,
    )
    await server.settle()
    expect((await app.get(`/api/v1/books/${id}`)).json.metadata).toMatchObject({ title: 'Mine', titleLock: false })
    expect((await app.send('PATCH', `/api/v1/books/${id}/metadata`, { summary: 'Said' })).status).toBe(204)
    await server.settle()
    const { metadata } = (await app.get(`/api/v1/books/${id}`)).json
    expect(metadata).toMatchObject({ title: 'Mine', titleLock: false, summary: 'Said', summaryLock: false })
    await app.send('PATCH', `/api/v1/books/${id}/metadata`, { titleLock: true })
    expect((await app.get(`/api/v1/books/${id}`)).json.metadata).toMatchObject({ title: 'Mine', titleLock: true })
  })

  it('an edit of a series locks nothing that it does not say', async () => {
    const { id } = await server.series('Berserk')
    await app.send('PATCH', `/api/v1/series/${id}/metadata`, { summary: 'By an app', genres: ['one'] })
    await server.settle()
    const { metadata } = (await app.get(`/api/v1/series/${id}`)).json
    expect(metadata).toMatchObject({ summary: 'By an app', summaryLock: false, genresLock: false, titleLock: false })
  })

  it('a number alone leaves the sorting number', async () => {
    const id = await bookOf(1)
    const before = (await app.get(`/api/v1/books/${id}`)).json.metadata.numberSort
    await app.send('PATCH', `/api/v1/books/${id}/metadata`, { number: '77' })
    await server.settle()
    expect((await app.get(`/api/v1/books/${id}`)).json.metadata).toMatchObject({ number: '77', numberSort: before })
  })

  it('empty and doubled ids are refused', async () => {
    const [first, second] = [await bookOf(0), await bookOf(1)]
    const doubled = await app.send('POST', '/api/v1/readlists', { name: 'Doubled', bookIds: [first, first] })
    expect(doubled.status).toBe(400)
    const made = await app.send('POST', '/api/v1/readlists', {
      name: 'Order',
      ordered: false,
      bookIds: [second, first],
    })
    expect(made.status).toBe(200)
    expect((await app.send('PATCH', `/api/v1/readlists/${made.json.id}`, { bookIds: [] })).status).toBe(400)
    expect((await app.send('PATCH', `/api/v1/readlists/${made.json.id}`, { bookIds: [first, first] })).status).toBe(400)
    expect((await app.get(`/api/v1/readlists/${made.json.id}`)).json.bookIds).toHaveLength(2)
  })

  it('next and previous of an unordered read list go as it is listed', async () => {
    const { json } = await app.get('/api/v1/readlists')
    const list = json.content.find((one: { name: string }) => one.name === 'Order').id
    const listed = (await app.get(`/api/v1/readlists/${list}/books`)).json.content.map(
      (book: { id: string }) => book.id,
    )
    expect((await app.get(`/api/v1/readlists/${list}/books/${listed[0]}/next`)).json.id).toBe(listed[1])
    expect((await app.get(`/api/v1/readlists/${list}/books/${listed[1]}/previous`)).json.id).toBe(listed[0])
    expect((await app.get(`/api/v1/readlists/${list}/books/${listed[1]}/next`)).status).toBe(404)
  })

  it('an address that is none is refused', async () => {
    const made = await app.send('POST', '/api/v2/users', { email: 'nope', password: 'long enough 1', roles: [] })
    expect(made.status).toBe(400)
  })
})
