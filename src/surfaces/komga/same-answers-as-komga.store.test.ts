import { utimesSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { makePng } from '../../../test/fixtures/make-images.ts'
import {
  basic,
  formOf,
  hyphenated,
  type KomgaApp,
  type KomgaServer,
  openKomgaServer,
  password,
  plain,
} from './komga-context.fixture.ts'

/** Harmful differences found by sending the same requests to a running Komga and to this server. */
describe.each(['sqlite', 'postgres'] as const)('as Komga answers, on %s', (kind) => {
  let server: KomgaServer
  let app: KomgaApp
  beforeAll(async () => {
    server = await openKomgaServer(kind)
    app = server.app({ authorization: server.admin })
  })
  afterAll(() => server.close())

  const bookOf = async (index: number) => (await server.books('Berserk'))[index]!.id.replaceAll('-', '')

  it('a title without a lock stays, and is shown as not locked', async () => {
    const id = await bookOf(0)
    expect((await app.send('PATCH', `/api/v1/books/${id}/metadata`, { title: 'Mine', titleLock: false })).status).toBe(
      204,
    )
    await server.waitForIdle()
    expect((await app.get(`/api/v1/books/${id}`)).json.metadata).toMatchObject({ title: 'Mine', titleLock: false })
    expect((await app.send('PATCH', `/api/v1/books/${id}/metadata`, { summary: 'Said' })).status).toBe(204)
    await server.waitForIdle()
    const { metadata } = (await app.get(`/api/v1/books/${id}`)).json
    expect(metadata).toMatchObject({ title: 'Mine', titleLock: false, summary: 'Said', summaryLock: false })
    await app.send('PATCH', `/api/v1/books/${id}/metadata`, { titleLock: true })
    expect((await app.get(`/api/v1/books/${id}`)).json.metadata).toMatchObject({ title: 'Mine', titleLock: true })
  })

  it('an edit of a series locks nothing that it does not say', async () => {
    const { id } = await server.series('Berserk')
    await app.send('PATCH', `/api/v1/series/${id}/metadata`, { summary: 'By an app', genres: ['one'] })
    await server.waitForIdle()
    const { metadata } = (await app.get(`/api/v1/series/${id}`)).json
    expect(metadata).toMatchObject({ summary: 'By an app', summaryLock: false, genresLock: false, titleLock: false })
  })

  it('a number alone leaves the sorting number', async () => {
    const id = await bookOf(1)
    const before = (await app.get(`/api/v1/books/${id}`)).json.metadata.numberSort
    await app.send('PATCH', `/api/v1/books/${id}/metadata`, { number: '77' })
    await server.waitForIdle()
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

  it('an edit of metadata makes nothing new: what is latest follows the files', async () => {
    const latest = async () => {
      const { json } = await app.get('/api/v1/series/latest?size=50')
      return json.content.map((one: { id: string; lastModified: string }) => [one.id, one.lastModified])
    }
    const books = async () =>
      (await app.get('/api/v1/books/latest?size=50')).json.content.map((one: { id: string }) => one.id)
    const [before, booksBefore] = [await latest(), await books()]
    const last = before.at(-1)![0]
    await app.send('PATCH', `/api/v1/series/${last}/metadata`, { summary: 'Edited later' })
    await app.send('PATCH', `/api/v1/books/${booksBefore.at(-1)}/metadata`, { summary: 'Edited later' })
    await server.waitForIdle()
    expect(await latest()).toEqual(before)
    expect(await books()).toEqual(booksBefore)
    for (const path of ['series/recently-updated?pageSize=50', 'series?sort=files_changed,desc&pageSize=50']) {
      const own = await server.request('GET', path, { as: server.admin })
      expect(own.json.data.map((one: { id: string }) => plain(one.id))).toEqual(before.map(([id]: [string]) => id))
    }
  })

  it('a replaced file is the latest', async () => {
    const content = async (path: string) => (await app.get(path)).json.content as { id: string; lastModified: string }[]
    const last = (await content('/api/v1/books/latest?size=50')).at(-1)!
    const { seriesId, url, created } = (await app.get(`/api/v1/books/${last.id}`)).json
    expect(last.lastModified).toBe(created)
    // The server's clock counts: the file's date is twenty years old.
    writeFileSync(url, makeComic(9, { Series: 'Replaced', Number: 1 }))
    utimesSync(url, 1_100_000_000, 1_100_000_000)
    await server.request('POST', `libraries/${hyphenated(server.libraryId)}/scan`, { as: server.admin })
    await server.waitForIdle()
    for (const path of ['books/latest?size=50', 'books?sort=lastModified,desc&size=50']) {
      const [first] = await content(`/api/v1/${path}`)
      expect(first!.id, path).toBe(last.id)
      expect(first!.lastModified >= created).toBe(true)
    }
    for (const path of ['series/latest', 'series/updated', 'series?sort=lastModifiedDate,desc'])
      expect((await content(`/api/v1/${path}`))[0]!.id, path).toBe(seriesId)
    const own = await server.request('GET', 'series/recently-updated', { as: server.admin })
    expect(plain(own.json.data[0].id)).toBe(seriesId)
  })

  it('tags of books are told apart from those of the series', async () => {
    const { id } = await server.series('Berserk')
    await app.send('PATCH', `/api/v1/series/${id}/metadata`, { tags: ['city'], tagsLock: true })
    await server.waitForIdle()
    const series = (await app.get(`/api/v1/series/${id}`)).json
    expect(series.metadata.tags).toEqual(['city'])
    expect(series.booksMetadata.tags.map((tag: string) => tag.toLowerCase())).toEqual(['eclipse', 'swords'])
    expect((await app.get('/api/v1/tags/book')).json).toEqual(['eclipse', 'swords'])
    expect((await app.get('/api/v1/tags/series')).json).toEqual(['city'])
    expect((await app.get(`/api/v1/tags/book?series_id=${id}`)).json).toEqual(['eclipse', 'swords'])
    const paged = async (query: string) => (await app.get(`/api/v2/tags?${query}`)).json.content
    expect(await paged('include=BOOK')).toEqual(['eclipse', 'swords'])
    expect(await paged(`series_id=${id}`)).toEqual(['city', 'eclipse', 'swords'])
    const made = await app.send('POST', '/api/v1/collections', { name: 'Dark', ordered: false, seriesIds: [id] })
    expect((await app.get(`/api/v1/tags?collection_id=${made.json.id}`)).json).toEqual(['city', 'eclipse', 'swords'])
  })

  it('counts how much of a text was read, whatever the app says', async () => {
    const [book] = await server.books('Novel')
    const path = `/api/v1/books/${book!.id}/progression`
    const { json } = await app.get(`/api/v1/books/${book!.id}/positions`)
    const [first] = json.positions
    const save = (modified: string, locations: object) =>
      app.send('PUT', path, {
        modified,
        device: { id: 'd', name: 'Phone' },
        locator: { href: first.href, type: first.type, locations },
      })
    const told = async () => (await app.get(path)).json.locator.locations.totalProgression
    expect((await save('2030-01-01T00:00:00Z', { progression: 0 })).status).toBe(204)
    expect(await told()).toBeCloseTo(1 / json.total, 5)
    expect((await save('2030-01-02T00:00:00Z', { progression: 0, totalProgression: 0.9 })).status).toBe(204)
    expect(await told()).toBeCloseTo(1 / json.total, 5)
  })

  it('shows the remaining poster when the selected one is deleted', async () => {
    const { id } = await server.series('Alpha')
    const made = await app.send('POST', '/api/v1/collections', { name: 'Shown', ordered: false, seriesIds: [id] })
    for (const of of [`collections/${made.json.id}`, `series/${id}`]) {
      const upload = async (tint: number) => {
        const { payload, headers } = await formOf({ file: makePng(30, 40, tint) })
        return (await app.send('POST', `/api/v1/${of}/thumbnails`, payload, headers)).json.id
      }
      const [first, second] = [await upload(10), await upload(200)]
      expect((await app.send('DELETE', `/api/v1/${of}/thumbnails/${second}`)).status).toBe(202)
      const left = (await app.get(`/api/v1/${of}/thumbnails`)).json
      expect(
        left.find((one: { id: string }) => one.id === first),
        of,
      ).toMatchObject({ selected: true })
    }
  })

  describe('what a role does not list', () => {
    const name = 'guest@example.org'
    const roles = (more: string[]) => ({ roles: ['USER', ...more] })
    const guest = () => server.app(basic(name, password))

    it('is refused at every surface, is seen as taken, and can be given again', async () => {
      const made = await app.send('POST', '/api/v2/users', { email: name, password, ...roles(['KOREADER_SYNC']) })
      expect([made.status, made.json.roles]).toEqual([201, ['USER', 'KOREADER_SYNC']])
      const id = await bookOf(0)
      const own = hyphenated(id)
      const { authorization } = basic(name, password)
      const status = async (path: string) => (await server.request('GET', path, { headers: { authorization } })).status
      const files = [`/komga/api/v1/books/${id}/file`, `books/${own}/file`, `/opds/v1.2/books/${own}/file/x.cbz`]
      const pages = [`/komga/api/v1/books/${id}/pages/1`, `books/${own}/pages/1`, `/opds/v1.2/books/${own}/pages/0`]
      for (const path of [...files, ...pages]) expect(await status(path), path).toBe(403)
      expect((await guest().get('/koreader/users/auth')).status).not.toBe(403)
      expect((await guest().get(`/api/v1/books/${id}`)).status).toBe(200)
      const me = await server.request('GET', 'auth/me', { headers: { authorization } })
      expect(me.json.denied).toEqual(expect.arrayContaining(['file_download', 'page_streaming']))

      const change = (body: object) => app.send('PATCH', `/api/v2/users/${made.json.id}`, body)
      expect((await change(roles(['FILE_DOWNLOAD']))).status).toBe(204)
      for (const path of files) expect(await status(path), path).toBe(200)
      for (const path of pages) expect(await status(path), path).toBe(403)
      expect((await change(roles(['FILE_DOWNLOAD', 'PAGE_STREAMING']))).status).toBe(204)
      for (const path of pages) expect(await status(path), path).toBe(200)
      expect((await server.request('GET', 'auth/me', { as: server.admin })).json).not.toHaveProperty('denied')
      expect((await guest().get('/api/v2/users/me')).json.roles).toEqual(['USER', 'FILE_DOWNLOAD', 'PAGE_STREAMING'])
    })

    it('shows a series for its age or for its label', async () => {
      const labelled = await server.series('Berserk')
      const rated = await server.series('Alpha')
      await app.send('PATCH', `/api/v1/series/${labelled.id}/metadata`, { sharingLabels: ['guests'], ageRating: 18 })
      await app.send('PATCH', `/api/v1/series/${rated.id}/metadata`, { ageRating: 6 })
      await server.waitForIdle()
      const { json: people } = await app.get('/api/v2/users')
      const { id } = people.find((user: { email: string }) => user.email === name)
      const seen = async (restriction: object) => {
        expect((await app.send('PATCH', `/api/v2/users/${id}`, restriction)).status).toBe(204)
        const { json } = await guest().get('/api/v1/series?size=50')
        return json.content.map((one: { id: string }) => one.id).sort()
      }
      const ageRestriction = { age: 10, restriction: 'ALLOW_ONLY' }
      expect(await seen({ ageRestriction, labelsAllow: ['guests'] })).toEqual([labelled.id, rated.id].sort())
      expect(await seen({ ageRestriction, labelsAllow: [] })).toEqual([rated.id])
      expect(await seen({ ageRestriction: null, labelsAllow: ['guests'] })).toEqual([labelled.id])
      expect(await seen({ ageRestriction, labelsAllow: ['guests'], labelsExclude: ['guests'] })).toEqual([rated.id])
    })
  })
})
