import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { makePng } from '../../../test/fixtures/make-images.ts'
import type { TestServer } from '../../../test/server.ts'
import { KOMGA_PASSWORD } from '../../import-export/komga.fixture.ts'
import { basic, formOf } from './komga-context.fixture.ts'
import { openServerMovedFromKomga } from './moved-from-komga.fixture.ts'

const files = {
  'Aurora/Aurora 1.cbz': makeComic(4, { Series: 'Aurora', Number: 1 }),
  'Aurora/Aurora 2.cbz': makeComic(5, { Series: 'Aurora', Number: 2 }),
}
const [library, series, first, second] = ['LIB0000000001', 'SER0000000001', 'BOK0000000001', 'BOK0000000002']
const cover = 'THU0000000001'
const tables = {
  THUMBNAIL_SERIES: [
    { ID: cover, SERIES_ID: series, TYPE: 'USER_UPLOADED', SELECTED: 1, THUMBNAIL: makePng(30, 40, 9) },
  ],
}

/** Calls that name several items, or that send ids otherwise than as JSON: each was seen in an app. */
describe.each(['sqlite', 'postgres'] as const)('ids that Komga gave out, on %s', (kind) => {
  let server: TestServer
  const { authorization } = basic('boss@example.org', KOMGA_PASSWORD)
  const headers = { host: 'komga.test', authorization }
  const request = (
    method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ) => server.request(method, path, { body, headers: { ...headers, ...more } })
  beforeAll(async () => {
    server = await openServerMovedFromKomga(kind, files, tables)
    await server.lectern.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => server.close())

  it('name several books to edit', async () => {
    const edits = { [first]: { title: 'One', titleLock: true }, [second]: { title: 'Two', titleLock: false } }
    expect((await request('PATCH', '/api/v1/books/metadata', edits)).status).toBe(204)
    for (const [id, { title, titleLock }] of Object.entries(edits))
      expect((await request('GET', `/api/v1/books/${id}`)).json.metadata).toMatchObject({ title, titleLock })
  })

  it('may stand after a comma and a space', async () => {
    const libraries = encodeURIComponent(`LIB0000000009, ${library}`)
    expect((await request('GET', `/api/v1/series?library_id=${libraries}`)).json.totalElements).toBe(1)
    expect((await request('GET', '/api/v1/series?library_id=LIB0000000009')).json.totalElements).toBe(0)
  })

  it('are those of covers, so that Komf can replace the one that it uploaded', async () => {
    const path = `/api/v1/series/${series}/thumbnails`
    expect((await request('GET', path)).json).toMatchObject([{ id: cover, seriesId: series, selected: true }])
    expect((await request('GET', `${path}/${cover}`)).headers['content-type']).toBe('image/jpeg')
    const { payload, headers: type } = await formOf({ file: makePng(30, 40, 90), selected: 'false' })
    const added = await request('POST', path, payload, type)
    expect(added.json).toMatchObject({ seriesId: series, selected: false, type: 'USER_UPLOADED' })
    expect((await request('DELETE', `${path}/${cover}`)).status).toBe(202)
    expect((await request('GET', path)).json).toMatchObject([{ id: added.json.id, selected: true }])
  })

  it('are in events, with those of the person', async () => {
    const events = await listen(server, headers)
    await events.until('TaskQueueStatus')
    const { id: userId } = (await request('GET', '/api/v2/users/me')).json
    expect(userId).toBe('USR0000000001')
    await request('PATCH', `/api/v1/books/${second}/read-progress`, { page: 3 })
    await events.until(`ReadProgressChanged\ndata:${JSON.stringify({ bookId: second, userId })}\n`)
    await request('PATCH', `/api/v1/books/${second}/metadata`, { title: 'Other' })
    await events.until(
      `BookChanged\ndata:${JSON.stringify({ bookId: second, seriesId: series, libraryId: library })}\n`,
    )
    await request('PATCH', '/api/v1/readlists/RDL0000000001', { bookIds: [first] })
    const text = await events.until(
      `ReadListChanged\ndata:${JSON.stringify({ readListId: 'RDL0000000001', bookIds: [first] })}\n`,
    )
    expect(text).not.toMatch(/[\da-f]{32}/)
    events.close()
  })

  it('are in events only where Komga’s API is the root', async () => {
    const events = await listen(server, { authorization }, '/komga')
    await events.until('TaskQueueStatus')
    await request('PATCH', `/api/v1/books/${second}/read-progress`, { page: 4 })
    expect(await events.until('ReadProgressChanged\ndata:{"bookId":"')).not.toContain(second)
    events.close()
  })

  it('are those of entries in feeds, which find series as Komga’s search does', async () => {
    const books = (await request('GET', `/opds/v1.2/series/${series}`)).text
    expect(books.match(/<id>\w+<\/id>/g)).toEqual([`<id>${first}</id>`, `<id>${second}</id>`])
    for (const path of ['search', 'opensearch.xml']) {
      const { text } = await request('GET', `/opds/v1.2/${path}`)
      expect(text).toContain('template="/opds/v1.2/series?query={searchTerms}"')
    }
    for (const name of ['query', 'search']) {
      const found = (await request('GET', `/opds/v1.2/series?${name}=aurora`)).text
      expect(found).toContain(`<id>${series}</id>`)
      expect(found).toContain('href="/opds/v1.2/search?q=aurora"')
    }
    expect((await request('GET', '/opds/v1.2/search?q=aurora')).text).toContain(`<id>${first}</id>`)
  })
})

/** Reads an event stream below the root of this host. */
async function listen({ lectern }: TestServer, headers: Record<string, string>, prefix = '') {
  const { port } = lectern.app.server.address() as { port: number }
  let text = ''
  let wake = () => {}
  const request = get({ port, host: '127.0.0.1', path: `${prefix}/sse/v1/events`, headers }, (response) => {
    response.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
      wake()
    })
  })
  request.on('error', () => {})
  return {
    async until(wanted: string) {
      while (!text.includes(wanted)) await new Promise<void>((resolve) => (wake = resolve))
      return text
    },
    close: () => request.destroy(),
  }
}
