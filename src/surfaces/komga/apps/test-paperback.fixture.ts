import { beforeAll, describe, expect, test } from 'vitest'
import Type from '../../../contract/typebox.ts'
import { basic, type KomgaApp, type KomgaServer, password } from '../komga-context.fixture.ts'
import { decode } from './decode.fixture.ts'

const text = Type.String()
/** The fields its parser uses without checking for them. */
const Series = Type.Object({
  id: text,
  booksCount: Type.Integer(),
  booksReadCount: Type.Integer(),
  metadata: Type.Object({
    ...{ title: text, summary: text, status: text, language: text, readingDirection: text, lastModified: text },
    genres: Type.Array(text),
    tags: Type.Array(text),
  }),
  booksMetadata: Type.Object({ summary: text, authors: Type.Array(Type.Object({ name: text, role: text })) }),
})
const Book = Type.Object({
  ...{ id: text, size: text, fileLastModified: text },
  metadata: Type.Object({ title: text, number: text, numberSort: Type.Number() }),
})

export function testPaperback(open: () => KomgaServer): void {
  describe('Paperback', () => {
    let server: KomgaServer
    let app: KomgaApp
    beforeAll(() => {
      server = open()
      app = server.app(basic('root', password))
    })

    test('tries its settings, and browses with its own words for orders', async () => {
      expect((await app.get('/api/v1/libraries')).json).toHaveLength(1)
      const query = 'page=0&size=20&search=&tag=swords&genre=Fantasy'
      for (const sort of ['titleSort', 'lastModified,desc']) {
        const found = await app.get(`/api/v1/series?${query}&library_id=${server.libraryId}&sort=${sort}`)
        const { content } = decode(Type.Object({ content: Type.Array(Series) }), found.json)
        expect(content.map((one) => one.metadata.title)).toEqual(['Berserk'])
      }
      for (const path of ['genres', 'tags/series']) decode(Type.Array(text), (await app.get(`/api/v1/${path}`)).json)
      expect((await app.get('/api/v1/collections')).json.content).toEqual([])
      for (const path of ['new', 'updated']) {
        const found = await app.get(`/api/v1/series/${path}?page=0&size=20&deleted=false`)
        decode(Type.Object({ content: Type.Array(Series) }), found.json)
      }
      expect((await app.get('/api/v1/tags/series')).json).toContain('swords')
      expect((await app.get('/api/v1/series?page=7&size=20')).json.content).toEqual([])
    })

    test('writes a slash after the id', async () => {
      const { id } = await server.series('Berserk')
      expect(decode(Series, (await app.get(`/api/v1/series/${id}/`)).json).id).toBe(id)
      const books = await app.get(`/api/v1/series/${id}/books?unpaged=true&media_status=READY&deleted=false`)
      expect(books.json).toMatchObject({ size: 20, totalPages: 1, number: 0, numberOfElements: 3 })
      const [first] = decode(Type.Object({ content: Type.Array(Book) }), books.json).content
      const pages = await app.get(`/api/v1/books/${first!.id}/pages`)
      decode(Type.Array(Type.Object({ number: Type.Integer(), mediaType: text })), pages.json)
    })

    test('shows what is being read, and what comes next', async () => {
      const [first, second] = await server.books('Berserk')
      const mark = (id: string, body: object) => app.send('PATCH', `/api/v1/books/${id}/read-progress`, body)
      expect((await mark(first!.id, { page: null, completed: true })).status).toBe(204)
      const next = await app.get('/api/v1/books/ondeck')
      expect(next.json.content.map((book: { id: string }) => book.id)).toContain(second!.id)
      await mark(second!.id, { page: 1, completed: false })
      const query = 'sort=readProgress.readDate,desc&read_status=IN_PROGRESS&page=0&size=20&deleted=false'
      const reading = await app.get(`/api/v1/books?${query}`)
      expect(reading.json.content.map((book: { id: string }) => book.id)).toEqual([second!.id])
      const { id } = await server.series('Berserk')
      expect((await app.send('DELETE', `/api/v1/series/${id}/read-progress`)).status).toBe(204)
      expect((await app.get(`/api/v1/series/${id}`)).json).toMatchObject({ booksReadCount: 0, booksInProgressCount: 0 })
    })
  })
}
