import { beforeAll, describe, expect, test } from 'vitest'
import { makePng } from '../../../../test/fixtures/make-images.ts'
import { BookDto, bookLockNames } from '../../../contract/komga/books.ts'
import { SeriesDto, seriesLockNames } from '../../../contract/komga/series.ts'
import { probeImage } from '../../../formats/image/probe.ts'
import { basic, formOf, hyphenated, type KomgaApp, type KomgaServer, password } from '../komga-context.fixture.ts'
import { decode } from './decode.fixture.ts'

/** It uses Komelia's client, so all fields are required; it checks the lock of each field first. */
export function testKomf(open: () => KomgaServer): void {
  describe('komf', () => {
    let server: KomgaServer
    let app: KomgaApp
    beforeAll(() => {
      server = open()
      app = server.app(basic('root', password))
    })

    test('writes metadata with its locks, and only what it names', async () => {
      const { id } = await server.series('Alpha')
      const path = `/api/v1/series/${id}`
      const update = {
        status: 'ENDED',
        summary: 'From elsewhere.',
        publisher: 'Somebody',
        ageRating: 16,
        genres: ['Comedy', 'Drama'],
        tags: ['new'],
        totalBookCount: 2,
        readingDirection: 'RIGHT_TO_LEFT',
        links: [{ label: 'AniList', url: 'https://anilist.co/manga/1' }],
        alternateTitles: [{ label: 'Japanese', title: 'アルファ' }],
        summaryLock: true,
        publisherLock: false,
        linksLock: true,
      }
      expect((await app.send('PATCH', `${path}/metadata`, update)).status).toBe(204)
      const { metadata } = decode(SeriesDto, (await app.get(path)).json)
      expect(metadata).toMatchObject({
        status: 'ENDED',
        title: 'Alpha',
        summary: 'From elsewhere.',
        publisher: 'Somebody',
        ageRating: 16,
        genres: ['Comedy', 'Drama'],
        tags: ['new'],
        totalBookCount: 2,
        readingDirection: 'RIGHT_TO_LEFT',
        links: update.links,
        alternateTitles: update.alternateTitles,
        summaryLock: true,
        publisherLock: false,
        linksLock: true,
        genresLock: false,
        titleLock: false,
        sharingLabelsLock: false,
      })
      const broken = { links: [{ label: 'AniList', url: 'nowhere' }] }
      expect((await app.send('PATCH', `${path}/metadata`, broken)).status).toBe(400)
      const nothing = { ageRating: null, readingDirection: null, totalBookCount: null, tags: null, links: null }
      expect((await app.send('PATCH', `${path}/metadata`, nothing)).status).toBe(204)
      expect((await app.get(path)).json.metadata).toMatchObject({
        ageRating: null,
        readingDirection: '',
        totalBookCount: null,
        tags: [],
        links: [],
        summary: 'From elsewhere.',
      })
      const refused = await app.send('PATCH', `${path}/metadata`, { status: 'NONSENSE', title: '' })
      expect(refused.status).toBe(400)
      expect(refused.json.violations[0].fieldName).toBe('title')
    })

    test('writes metadata of books, one and several', async () => {
      const [first, second] = await server.books('Alpha')
      const update = {
        title: 'The first',
        number: '1',
        numberSort: 1,
        summary: 'So it begins.',
        releaseDate: '2020-02-29',
        authors: [
          { name: 'A Writer', role: 'writer' },
          { name: 'A Painter', role: 'cover' },
          { name: 'A Voice', role: 'narrator' },
        ],
        tags: ['tag'],
        isbn: '9783161484100',
        links: [{ label: 'Shop', url: 'https://example.org/1' }],
        titleLock: true,
        authorsLock: true,
      }
      expect((await app.send('PATCH', `/api/v1/books/${first!.id}/metadata`, update)).status).toBe(204)
      const { metadata } = decode(BookDto, (await app.get(`/api/v1/books/${first!.id}`)).json)
      const { numberSort: _same, ...rest } = update
      expect(metadata).toMatchObject({
        ...rest,
        numberSort: 1,
        isbnLock: false,
        releaseDateLock: false,
        linksLock: false,
      })
      const roles = (await app.get('/api/v1/authors/roles')).json
      expect(roles).toContain('narrator')
      // Our own API has fewer roles.
      const own = await server.request('GET', `books/${hyphenated(first!.id)}?full=true`, { as: server.admin })
      expect(own.json.metadata.authors).toContainEqual({ name: 'A Voice', role: 'contributor', sortName: null })
      const many = { [second!.id]: { title: 'The second', titleLock: false } }
      expect((await app.send('PATCH', '/api/v1/books/metadata', many)).status).toBe(204)
      const { metadata: other } = (await app.get(`/api/v1/books/${second!.id}`)).json
      expect(other).toMatchObject({ title: 'The second', titleLock: false, number: '1.5' })
      const wrong = await app.send('PATCH', `/api/v1/books/${first!.id}/metadata`, { isbn: '9783161484101' })
      expect([wrong.status, wrong.json.violations[0].fieldName]).toEqual([400, 'isbn'])
      await app.send('PATCH', `/api/v1/books/${first!.id}/metadata`, { isbn: '3-16-148410-X' })
      expect((await app.get(`/api/v1/books/${first!.id}`)).json.metadata.isbn).toBe('9783161484100')
      await app.send('PATCH', `/api/v1/books/${first!.id}/metadata`, { releaseDate: null, authors: null, isbn: '' })
      const { metadata: cleared } = (await app.get(`/api/v1/books/${first!.id}`)).json
      expect(cleared).toMatchObject({ releaseDate: null, authors: [], isbn: '', title: 'The first' })
    })

    test('uploads a cover, chooses and deletes it', async () => {
      for (const [entity, id] of [
        ['series', (await server.series('Alpha')).id],
        ['books', (await server.books('Alpha'))[0]!.id],
        ['books', (await server.books('Novel'))[0]!.id],
      ] as const) {
        const path = `/api/v1/${entity}/${id}`
        const before = (await app.get(`${path}/thumbnails`)).json
        const { payload, headers } = await formOf({ file: makePng(30, 45, entity === 'books' ? 77 : 99) })
        const added = await app.send('POST', `${path}/thumbnails?selected=true`, payload, headers)
        expect(added.status).toBe(200)
        expect(added.json).toMatchObject({ type: 'USER_UPLOADED', selected: true, mediaType: 'image/png', width: 30 })
        const all = (await app.get(`${path}/thumbnails`)).json
        expect(all).toHaveLength(before.length + 1)
        const image = await app.get(`${path}/thumbnails/${added.json.id}`)
        expect(image.headers['content-type']).toBe('image/jpeg')
        if (entity === 'books') {
          // The picture from the file can still be chosen, even if it isn't a page.
          const own = await app.get(`${path}/thumbnails/${id}`)
          const { width, height } = probeImage(own.bytes)!
          const generated = { type: 'GENERATED', width, height, fileSize: own.bytes.length }
          expect(all[0]).toMatchObject({ ...generated, selected: false })
          expect((await app.send('PUT', `${path}/thumbnails/${id}/selected`)).status).toBe(202)
          expect((await app.get(`${path}/thumbnails`)).json[0]).toMatchObject({ type: 'GENERATED', selected: true })
          expect((await app.get(`${path}/thumbnail`)).status).toBe(200)
        }
        expect((await app.send('PUT', `${path}/thumbnails/${added.json.id}/selected`)).status).toBe(202)
        expect((await app.send('DELETE', `${path}/thumbnails/${added.json.id}`)).status).toBe(202)
        expect((await app.get(`${path}/thumbnails`)).json).toHaveLength(before.length)
        expect((await app.get(`${path}/thumbnail`)).status).toBe(200)
      }
    })

    test('resets a series and its books: empty values, nulls and open locks', async () => {
      const { id } = await server.series('Paper')
      const path = `/api/v1/series/${id}`
      const before = (await app.get(path)).json
      const open = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [`${field}Lock`, false]))
      const filled = { summary: 'Found.', publisher: 'P', genres: ['g'], ageRating: 12, alternateTitles: [] }
      expect((await app.send('PATCH', `${path}/metadata`, { ...filled, summaryLock: true })).status).toBe(204)
      const emptied = { summary: '', publisher: '', language: '', genres: [], tags: [], status: 'ONGOING' }
      const nulls = {
        alternateTitles: null,
        readingDirection: null,
        ageRating: null,
        totalBookCount: null,
        links: null,
      }
      const locks = open(seriesLockNames.filter((name) => !['sharingLabels', 'alternateTitles'].includes(name)))
      const reset = { title: before.name, titleSort: before.name, ...emptied, ...nulls, ...locks }
      expect((await app.send('PATCH', `${path}/metadata`, reset)).status).toBe(204)
      const { metadata } = decode(SeriesDto, (await app.get(path)).json)
      expect(metadata).toMatchObject({
        ...{ ...emptied, ...locks, title: before.name, titleSort: before.name },
        ...{ alternateTitles: [], readingDirection: '', ageRating: null, totalBookCount: null, links: [] },
      })
      const [book] = await server.books(before.name)
      const { name } = (await app.get(`/api/v1/books/${book!.id}`)).json
      const bare = { title: name, summary: '', number: '1', numberSort: 1, authors: [], tags: [], links: [] }
      const opened = open(bookLockNames)
      const sent = { ...bare, releaseDate: null, isbn: null, ...opened }
      expect((await app.send('PATCH', `/api/v1/books/${book!.id}/metadata`, sent)).status).toBe(204)
      await server.waitForIdle()
      const after = decode(BookDto, (await app.get(`/api/v1/books/${book!.id}`)).json).metadata
      expect(after).toMatchObject({ ...bare, ...opened, releaseDate: null, isbn: '' })
    })

    test('has a series read again', async () => {
      const { id } = await server.series('Berserk')
      expect((await app.send('POST', `/api/v1/series/${id}/analyze`)).status).toBe(202)
      expect((await app.send('POST', `/api/v1/series/${id}/metadata/refresh`)).status).toBe(202)
    })
  })
}
