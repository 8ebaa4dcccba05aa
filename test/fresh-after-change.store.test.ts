import { renameSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from './fixtures/make-comic.ts'
import { makePng } from './fixtures/make-images.ts'
import { openTestServer, type TestServer } from './server.ts'

/** Responses are cached and tagged by counters: a change that doesn't increment one of them would be shown stale. */
describe.each(['sqlite', 'postgres'] as const)('the next response after a change shows, on %s', (kind) => {
  let server: TestServer
  let libraryId: string
  let data: string
  let reader: { id: string; as: string }
  beforeAll(async () => {
    server = await openTestServer(kind, { 'Saga/Saga 1.cbz': makeComic(2) }, (config) => {
      config.compat_api.enabled = true
      data = config.data_dir
    })
    libraryId = await server.scan()
    reader = await server.addUser('reader')
  })
  afterAll(() => server.close())

  const request = (method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    server.request(method, path, { as: server.admin, body })
  const theBook = async () => (await request('GET', 'books')).json.data[0]
  const komga = async (method: 'GET' | 'POST', path: string, body?: object) =>
    (await server.request(method, `/komga/api/v1/${path}`, { as: server.admin, body })).json
  /** Requested twice, so that the result comes from the cache. */
  const twice = async <Told>(tell: () => Promise<Told>): Promise<Told> => {
    await tell()
    return tell()
  }

  it('that a cached copy is stale, however often it was confirmed', async () => {
    const { id } = await theBook()
    for (const path of ['books', `books/${id}`, '/opds/v1.2/series', '/komga/api/v1/series']) {
      // Tasks queued by an edit may change the catalogue once more.
      await server.waitForIdle()
      const { etag } = (await server.request('GET', path, { as: reader.as })).headers
      const again = async () =>
        (await server.request('GET', path, { as: reader.as, headers: { 'if-none-match': String(etag) } })).status
      expect([await again(), await again(), await again()]).toEqual([304, 304, 304])
      await request('PATCH', `books/${id}/metadata`, { title: `Another title for ${path}` })
      expect(await again()).toBe(200)
    }
  })

  it('that a list is no longer shared', async () => {
    const { seriesId } = await theBook()
    const { json: list } = await request('POST', 'collections', { name: 'Ours', ids: [seriesId], shared: true })
    const shelves = async () => (await server.request('GET', '/opds/v1.2/collections', { as: reader.as })).text
    expect(await twice(shelves)).toContain('Ours')
    await request('PATCH', `collections/${list.id}`, { shared: false })
    expect(await shelves()).not.toContain('Ours')
  })

  it('that a sharing tag has another name', async () => {
    const { seriesId } = await theBook()
    const { json: tag } = await request('POST', 'admin/sharing-tags', { name: 'Kids' })
    await request('PUT', `series/${seriesId}/sharing-tags`, { sharingTagIds: [tag.id] })
    const labels = async () => (await komga('GET', 'series')).content[0].metadata.sharingLabels
    expect(await twice(labels)).toEqual(['Kids'])
    await request('PATCH', `admin/sharing-tags/${tag.id}`, { name: 'Children' })
    expect(await labels()).toEqual(['Children'])
  })

  it('that a cover nobody sees was removed', async () => {
    const { id } = await theBook()
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(makePng(30, 40, 1))]), 'cover.png')
    const sent = new Response(form)
    const upload = await server.lectern.app.inject({
      method: 'POST',
      url: `/api/v1/books/${id}/cover`,
      headers: { authorization: server.admin, 'content-type': sent.headers.get('content-type')! },
      payload: Buffer.from(await sent.arrayBuffer()),
    })
    expect(upload.statusCode).toBeLessThan(300)
    const [cover] = (await request('GET', `books/${id}/covers`)).json.covers
    await request('DELETE', `books/${id}/covers/selected`)
    const isUploaded = { poster: { operator: 'is', value: { type: 'USER_UPLOADED' } } }
    const count = async () => (await komga('POST', 'books/list', { condition: isUploaded })).totalElements
    expect(await twice(count)).toBe(1)
    await request('DELETE', `books/${id}/covers/${cover.id}`)
    expect(await count()).toBe(0)
  })

  it('that a book and its series show another cover', async () => {
    const { id, seriesId } = await theBook()
    for (const of of [`books/${id}`, `series/${seriesId}`]) {
      const tag = async () => (await request('GET', `${of}/thumbnail`)).headers.etag
      const before = await twice(tag)
      await request('POST', `books/${id}/covers`, { page: of.startsWith('books') ? 2 : 1 })
      expect(await tag()).not.toBe(before)
    }
  })

  it('that a selected picture is missing, and that it is back', async () => {
    const { id } = await theBook()
    await request('POST', `books/${id}/covers`, { page: 2 })
    const cover = async () => (await request('GET', `books/${id}/thumbnail`)).headers
    const { etag } = await cover()
    renameSync(join(data, 'covers'), join(data, 'covers away'))
    for (const folder of ['thumbnails', 'cache']) rmSync(join(data, folder), { recursive: true })
    const away = await cover()
    expect([away['content-type'], away['cache-control'], away.etag]).toEqual(['image/jpeg', 'no-store', undefined])
    renameSync(join(data, 'covers away'), join(data, 'covers'))
    expect((await cover()).etag).toBe(etag)
  })

  it('that a file has moved', async () => {
    const { id } = await theBook()
    const page = async () => (await request('GET', `books/${id}/pages/1`)).status
    expect(await twice(page)).toBe(200)
    renameSync(join(server.library, 'Saga/Saga 1.cbz'), join(server.library, 'Saga/Saga 01.cbz'))
    await request('POST', `libraries/${libraryId}/scan`)
    await server.waitForIdle()
    expect((await theBook()).id).toBe(id)
    expect(await page()).toBe(200)
    renameSync(join(server.library, 'Saga/Saga 01.cbz'), join(server.library, 'Saga/Saga 1.cbz'))
    await request('POST', `libraries/${libraryId}/scan`)
    await server.waitForIdle()
    expect(
      (await server.request('GET', `books/${id}/file`, { as: server.admin })).headers['content-disposition'],
    ).toContain('Saga 1.cbz')
  })

  it('that a file is the same but newer, and that the folder of a library is missing', async () => {
    const changed = async () => (await komga('GET', 'books')).content[0].fileLastModified
    const before = await twice(changed)
    utimesSync(join(server.library, 'Saga/Saga 1.cbz'), new Date(), new Date('2021-02-03T04:05:06Z'))
    await request('POST', `libraries/${libraryId}/scan`)
    await server.waitForIdle()
    expect(await changed()).not.toBe(before)

    const isAway = async () => (await komga('GET', 'libraries'))[0].unavailable
    expect(await twice(isAway)).toBe(false)
    renameSync(server.library, `${server.library} away`)
    await request('POST', `libraries/${libraryId}/scan`)
    await server.waitForIdle()
    expect(await isAway()).toBe(true)
    renameSync(`${server.library} away`, server.library)
  })
})
