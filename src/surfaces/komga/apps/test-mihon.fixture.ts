import type { TSchema } from 'typebox'
import { beforeAll, describe, expect, test } from 'vitest'
import Type from '../../../contract/typebox.ts'
import { basic, type KomgaApp, type KomgaServer, password } from '../komga-context.fixture.ts'
import { decode } from './decode.fixture.ts'

const [text, whole, flag] = [Type.String(), Type.Integer(), Type.Boolean()]
const maybe = (schema: TSchema) => Type.Union([schema, Type.Null()])
const locks = (names: string) => Object.fromEntries(names.split(' ').map((name) => [`${name}Lock`, flag]))

/** The fields the extension's decoder requires; it has no defaults for these. */
const Series = Type.Object({
  ...{ id: text, libraryId: text, name: text, fileLastModified: text, booksCount: whole },
  metadata: Type.Object({
    ...{ status: text, title: text, titleSort: text, summary: text, readingDirection: text, publisher: text },
    ...{ ageRating: maybe(whole), language: text, genres: Type.Array(text), tags: Type.Array(text) },
    ...locks('summary readingDirection publisher ageRating language genres tags'),
  }),
  booksMetadata: Type.Object({
    ...{ releaseDate: maybe(text), summary: text, summaryNumber: text, created: text, lastModified: text },
    authors: Type.Array(Type.Object({ name: text, role: text })),
  }),
})
const Book = Type.Object({
  ...{ id: text, seriesId: text, seriesTitle: text, name: text, number: Type.Number(), fileLastModified: text },
  ...{ sizeBytes: whole, size: text },
  media: Type.Object({ status: text, mediaType: text, pagesCount: whole, epubDivinaCompatible: flag }),
  metadata: Type.Object({
    ...{ title: text, summary: text, number: text, numberSort: Type.Number(), releaseDate: maybe(text) },
    ...{ authors: Type.Array(Type.Object({ name: text, role: text })), tags: Type.Array(text) },
    ...locks('title summary number numberSort releaseDate authors tags'),
  }),
})
const ReadList = Type.Object({
  ...{ id: text, name: text, summary: text, bookIds: Type.Array(text), filtered: flag },
  ...{ createdDate: text, lastModifiedDate: text },
})
const Collection = Type.Object({
  ...{ id: text, name: text, ordered: flag, seriesIds: Type.Array(text), filtered: flag },
  ...{ createdDate: text, lastModifiedDate: text },
})
const pageOf = <S extends TSchema>(item: S) =>
  Type.Object({
    ...{ content: Type.Array(item), empty: flag, first: flag, last: flag, number: whole, numberOfElements: whole },
    ...{ size: whole, totalElements: whole, totalPages: whole },
  })
const agent = { 'user-agent': 'TachiyomiKomga/1.4.68' }

/** The extension "Komga" of Mihon, Tachiyomi, Suwayomi and Komikku, and Mihon's own tracker. */
export function testMihon(open: () => KomgaServer): void {
  describe('Mihon', () => {
    let server: KomgaServer
    let app: KomgaApp
    const get = async (path: string) => {
      // Its first try has no credentials; only a 401 makes it send the password.
      const first = await app.get(path)
      return first.status === 401 ? app.get(path, basic('root', password)) : first
    }
    beforeAll(() => {
      server = open()
      app = server.app(agent)
    })

    test('is asked for credentials, and from then on known by its cookie', async () => {
      const refused = await app.get('/api/v1/series?page=0&deleted=false')
      expect(refused.status).toBe(401)
      expect((await get('/api/v1/libraries')).status).toBe(200)
      expect(app.cookies.get('KOMGA-SESSION')?.path).toBe('/komga/')
      expect((await app.get('/api/v1/libraries')).status).toBe(200)
    })

    test('browses, searches and filters series', async () => {
      const found = await get(
        `/api/v1/series?search=&page=0&deleted=false&library_id=${server.libraryId}&sort=metadata.titleSort,asc`,
      )
      expect(found.status).toBe(200)
      decode(pageOf(Series), found.json)
      const titles = found.json.content.map((one: { metadata: { title: string } }) => one.metadata.title)
      expect(titles).toEqual(['Alpha', 'Berserk', expect.any(String), expect.any(String)])
      const ofBerserk = found.json.content[1]
      expect(ofBerserk).toMatchObject({
        libraryId: server.libraryId,
        name: 'Berserk',
        booksCount: 3,
        metadata: {
          status: 'ONGOING',
          title: 'Berserk',
          summary: 'What happens in volume 1.',
          publisher: 'Dark Horse',
          language: 'en',
          ageRating: null,
          genres: ['Fantasy', 'Horror'],
          readingDirection: '',
        },
        booksMetadata: { releaseDate: '2003-01-15' },
      })
      expect(ofBerserk.booksMetadata.authors).toEqual(
        expect.arrayContaining([
          { name: 'Kentaro Miura', role: 'writer' },
          { name: 'Somebody Else', role: 'cover' },
        ]),
      )
      const count = async (query: string) => (await get(`/api/v1/series?page=0&${query}`)).json.totalElements
      expect(await count('search=berser')).toBe(1)
      expect(await count('genre=fantasy,comedy')).toBe(2)
      expect(await count('tag=eclipse')).toBe(1)
      expect(await count('publisher=dark%20horse')).toBe(1)
      expect(await count('status=ENDED,HIATUS')).toBe(0)
      expect(await count('status=ONGOING')).toBe(4)
      expect(await count('read_status=UNREAD&read_status=IN_PROGRESS')).toBe(4)
      expect(await count('author=Kentaro%20Miura,writer')).toBe(1)
      expect(await count('author=Kentaro%20Miura,letterer')).toBe(0)
      expect(await count('library_id=nonsense')).toBe(0)
      for (const sort of ['relevance,asc', 'name,desc', 'createdDate,desc', 'lastModifiedDate,desc', 'random,asc']) {
        expect((await get(`/api/v1/series?sort=${sort}`)).json.content).toHaveLength(4)
      }
    })

    test('reads a chapter, page by page', async () => {
      const { id } = await server.series('Berserk')
      const series = await get(`/api/v1/series/${id}`)
      expect(decode(Series, series.json).id).toBe(id)
      const chapters = await get(`/api/v1/series/${id}/books?unpaged=true&media_status=READY&deleted=false`)
      expect(decode(pageOf(Book), chapters.json).content).toHaveLength(3)
      const [first] = chapters.json.content
      expect(first).toMatchObject({
        seriesId: id,
        seriesTitle: 'Berserk',
        name: 'Berserk v01',
        number: 1,
        media: { status: 'READY', mediaType: 'application/zip', pagesCount: 4, mediaProfile: 'DIVINA' },
        metadata: { title: 'Volume 1', number: '1', numberSort: 1, releaseDate: '2003-01-15', tags: ['swords'] },
      })
      expect((await get(`/api/v1/books/${first.id}?unpaged=true&media_status=READY&deleted=false`)).json).toEqual(first)
      const pages = await get(`/api/v1/books/${first.id}/pages`)
      expect(pages.json[0]).toEqual({
        number: 1,
        fileName: 'page 001.png',
        mediaType: 'image/png',
        width: 40,
        height: 60,
        sizeBytes: expect.any(Number),
        size: expect.stringMatching(/ B$/),
      })
      const image = await app.get(`/api/v1/books/${first.id}/pages/1`, { accept: 'image/*,*/*;q=0.8' })
      expect([image.status, image.headers['content-type']]).toEqual([200, 'image/png'])
      const since = String(image.headers['last-modified'])
      expect((await app.get(`/api/v1/books/${first.id}/pages/1`, { 'if-modified-since': since })).status).toBe(304)
      const converted = await app.get(`/api/v1/books/${first.id}/pages/2?convert=jpeg`)
      expect([converted.status, converted.headers['content-type']]).toEqual([200, 'image/jpeg'])
      expect((await app.get(`/api/v1/books/${first.id}/pages/5`)).status).toBe(400)
      for (const path of [`series/${id}`, `books/${first.id}`]) {
        const cover = await app.get(`/api/v1/${path}/thumbnail`)
        expect([cover.status, cover.headers['content-type']]).toEqual([200, 'image/jpeg'])
      }
    })

    test('fills its filters, of which any failure would leave none', async () => {
      const lists = ['libraries', 'genres', 'tags', 'publishers', 'authors']
      for (const path of lists) expect(Array.isArray((await get(`/api/v1/${path}`)).json), path).toBe(true)
      expect((await get('/api/v1/genres')).json).toEqual(['Comedy', 'Fantasy', 'Horror'])
      expect((await get('/api/v1/collections?unpaged=true')).json.content).toEqual([])
    })

    test('browses books, collections and read lists, and tracks those as well', async () => {
      const [first, second] = await server.books('Berserk')
      const { id: series } = await server.series('Berserk')
      const root = server.app(basic('root', password))
      const named = { name: 'Mihon 2', ordered: true }
      const list = { ...named, summary: '', bookIds: [second!.id, first!.id] }
      const { id } = (await root.send('POST', '/api/v1/readlists', list)).json
      const { id: collection } = (await root.send('POST', '/api/v1/collections', { ...named, seriesIds: [series] }))
        .json
      const query = 'search=mihon%202&page=0&deleted=false&sort=name,asc'
      expect(decode(pageOf(ReadList), (await get(`/api/v1/readlists?${query}`)).json).totalElements).toBe(1)
      decode(ReadList, (await get(`/api/v1/readlists/${id}`)).json)
      const chapters = await get(`/api/v1/readlists/${id}/books?unpaged=true&media_status=READY&deleted=false`)
      expect(decode(pageOf(Book), chapters.json).content.map((book) => book.id)).toEqual([second!.id, first!.id])
      expect((await get(`/api/v1/readlists/${id}/thumbnail`)).headers['content-type']).toBe('image/jpeg')
      decode(pageOf(Book), (await get('/api/v1/books?search=&page=0&deleted=false&sort=createdDate,desc')).json)
      expect(decode(pageOf(Collection), (await get('/api/v1/collections?unpaged=true')).json).totalElements).toBe(1)
      decode(pageOf(Series), (await get(`/api/v1/collections/${collection}/series?page=0&deleted=false`)).json)
      const path = `/api/v1/readlists/${id}/read-progress/tachiyomi`
      expect((await app.send('PUT', path, { lastBookRead: 1 })).status).toBe(204)
      expect((await app.get(path)).json).toEqual({
        ...{ booksCount: 2, booksReadCount: 1, booksUnreadCount: 1, booksInProgressCount: 0 },
        lastReadContinuousIndex: 1,
      })
      await root.send('DELETE', `/api/v1/books/${second!.id}/read-progress`)
      await root.send('DELETE', `/api/v1/readlists/${id}`)
      await root.send('DELETE', `/api/v1/collections/${collection}`)
    })

    test('its tracker sends nothing but the cookie, and never unreads', async () => {
      const { id } = await server.series('Alpha')
      const path = `/api/v2/series/${id}/read-progress/tachiyomi`
      expect((await app.get(path)).json).toEqual({
        booksCount: 2,
        booksReadCount: 0,
        booksUnreadCount: 2,
        booksInProgressCount: 0,
        lastReadContinuousNumberSort: 0,
        maxNumberSort: 1.5,
      })
      expect((await app.send('PUT', path, { lastBookNumberSortRead: 1 })).status).toBe(204)
      expect((await app.get(path)).json).toMatchObject({ booksReadCount: 1, lastReadContinuousNumberSort: 1 })
      expect((await app.send('PUT', path, { lastBookNumberSortRead: 0 })).status).toBe(204)
      expect((await app.get(path)).json).toMatchObject({ booksReadCount: 1, booksUnreadCount: 1 })
      expect((await app.send('PUT', path, { lastBookNumberSortRead: 1.5 })).status).toBe(204)
      expect((await app.get(path)).json).toMatchObject({ booksReadCount: 2, lastReadContinuousNumberSort: 1.5 })
    })

    test('a key gives a cookie as well, which can do no more than the key', async () => {
      const body = { name: 'only series', permissions: ['SeriesRead'] }
      const { key } = (await server.request('POST', 'api-keys', { as: server.admin, body })).json
      const limited = server.app(agent)
      expect((await limited.get('/api/v1/series', { 'x-api-key': key })).status).toBe(200)
      expect((await limited.get('/api/v1/series')).status).toBe(200)
      expect((await limited.get('/api/v1/books')).status).toBe(403)
      const { id } = (await server.request('GET', 'api-keys', { as: server.admin })).json.find(
        (one: { name: string }) => one.name === 'only series',
      )
      await server.request('DELETE', `api-keys/${id}`, { as: server.admin })
      expect((await limited.get('/api/v1/series')).status).toBe(401)
    })
  })
}
