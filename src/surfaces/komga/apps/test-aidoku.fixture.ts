import { beforeAll, describe, expect, test } from 'vitest'
import Type from '../../../contract/typebox.ts'
import { basic, type KomgaApp, type KomgaServer, password } from '../komga-context.fixture.ts'
import { decode } from './decode.fixture.ts'

const text = Type.String()
/** Its date format has no fractions; anything else becomes the year one. */
const date = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$' })
const Series = Type.Object({
  id: text,
  libraryId: text,
  booksCount: Type.Integer(),
  metadata: Type.Object({
    status: Type.Enum(['ENDED', 'ONGOING', 'ABANDONED', 'HIATUS']),
    title: text,
    summary: text,
    readingDirection: text,
    genres: Type.Array(text),
    tags: Type.Array(text),
  }),
  booksMetadata: Type.Object({ authors: Type.Array(Type.Object({ name: text, role: text })) }),
})
const Book = Type.Object({
  id: text,
  seriesId: text,
  media: Type.Object({ pagesCount: Type.Integer(), mediaProfile: text, epubDivinaCompatible: Type.Boolean() }),
  metadata: Type.Object({ title: text, number: text, numberSort: Type.Number(), created: date }),
})
const pageOf = <S extends typeof Series | typeof Book>(item: S) =>
  Type.Object({ content: Type.Array(item), totalPages: Type.Integer() })

export function testAidoku(open: () => KomgaServer): void {
  describe('Aidoku', () => {
    let server: KomgaServer
    let app: KomgaApp
    beforeAll(() => {
      server = open()
      app = server.app(basic('root', password))
    })

    test('knows the server by its refusal, and the login by the name it typed', async () => {
      const refused = await server.app().get('/api/v2/users/me')
      expect(refused.status).toBe(401)
      expect(refused.json.error).toBe('Unauthorized')
      expect((await app.get('/api/v2/users/me')).json.email).toBe('root')
      const byMail = server.app(basic('root@example.org', password))
      expect((await byMail.get('/api/v2/users/me')).json.email).toBe('root@example.org')
      expect((await server.app(basic('api', server.key)).get('/api/v2/users/me')).json.email).toBe('api')
    })

    test('lists series by its conditions', async () => {
      const listing = `library-${server.libraryId}-updated`
      expect(listing.split('-')).toHaveLength(3)
      const condition = {
        allOf: [
          { libraryId: { operator: 'is', value: server.libraryId } },
          { deleted: { operator: 'isFalse' } },
          { anyOf: [] },
          { anyOf: [{ genre: { operator: 'is', value: 'Fantasy' } }, { genre: { operator: 'is', value: 'Comedy' } }] },
        ],
      }
      const found = await app.send('POST', '/api/v1/series/list?page=0&size=20&sort=metadata.titleSort,asc', {
        condition,
      })
      const page = decode(pageOf(Series), found.json)
      expect(page.content.map((series) => series.metadata.title)).toEqual(['Alpha', 'Berserk'])
      expect(page.totalPages).toBe(1)
    })

    test('opens a series, a book, its pages', async () => {
      const { id } = await server.series('Berserk')
      decode(Series, (await app.get(`/api/v1/series/${id}`)).json)
      const body = {
        condition: { allOf: [{ seriesId: { operator: 'is', value: id } }, { deleted: { operator: 'isFalse' } }] },
      }
      const books = await app.send('POST', '/api/v1/books/list?unpaged=true&sort=metadata.numberSort,desc', body)
      const { content } = decode(pageOf(Book), books.json)
      expect(content.map((book) => book.metadata.numberSort)).toEqual([3, 2, 1])
      decode(Book, (await app.get(`/api/v1/books/${content[0]!.id}`)).json)
      const pages = await app.get(`/api/v1/books/${content[0]!.id}/pages`)
      expect(pages.json).toHaveLength(4)
      const image = await app.get(`/api/v1/books/${content[0]!.id}/pages/1`, { accept: 'image/*' })
      expect(image.headers['content-type']).toBe('image/png')
    })

    test('fills its home page and all of its filters', async () => {
      for (const path of ['series/new', 'series/updated']) {
        const query = `page=0&size=20&oneshot=false&deleted=false&library_id=${server.libraryId}`
        decode(pageOf(Series), (await app.get(`/api/v1/${path}?${query}`)).json)
      }
      decode(pageOf(Book), (await app.get('/api/v1/books/ondeck?page=0&size=20')).json)
      const lists = 'genres tags publishers languages age-ratings series/release-dates sharing-labels'.split(' ')
      for (const path of lists) decode(Type.Array(text), (await app.get(`/api/v1/${path}`)).json)
      expect((await app.get('/api/v1/series/release-dates')).json).toEqual(['2003'])
      expect((await app.get('/api/v1/age-ratings')).json).toEqual(expect.arrayContaining(['None']))
      const authors = await app.get('/api/v2/authors?search=miu&role=writer')
      expect(authors.json.content).toEqual([{ name: 'Kentaro Miura', role: 'writer' }])
    })

    test('marks a book read and unread, and shows why it could not', async () => {
      const [first] = await server.books('Berserk')
      const path = `/api/v1/books/${first!.id}`
      expect((await app.send('PATCH', `${path}/read-progress`, { page: 2, completed: false })).status).toBe(204)
      expect((await app.get(path)).json.readProgress).toMatchObject({ page: 2, completed: false })
      expect((await app.send('PATCH', `${path}/read-progress`, { completed: true })).status).toBe(204)
      expect((await app.get(path)).json.readProgress).toMatchObject({ page: 4, completed: true })
      const refused = await app.send('PATCH', `${path}/read-progress`, { page: 99 })
      expect([refused.status, refused.json.error]).toEqual([400, 'Bad Request'])
      expect((await app.send('DELETE', `${path}/read-progress`)).status).toBe(204)
      expect((await app.get(path)).json.readProgress).toBeNull()
    })
  })
}
