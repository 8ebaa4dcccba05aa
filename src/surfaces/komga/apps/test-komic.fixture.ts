import { beforeAll, describe, expect, test } from 'vitest'
import { BookDto } from '../../../contract/komga/books.ts'
import { SeriesDto } from '../../../contract/komga/series.ts'
import { SpringPage } from '../../../contract/komga/shared-schemas.ts'
import { basic, type KomgaApp, type KomgaServer, password } from '../komga-context.fixture.ts'
import { decode } from './decode.fixture.ts'

export function testKomic(open: () => KomgaServer): void {
  describe('Komic', () => {
    let server: KomgaServer
    let app: KomgaApp
    beforeAll(() => {
      server = open()
      app = server.app(basic('root', password))
    })

    test('tests the connection and shows everything', async () => {
      expect((await app.get('/api/v2/users/me')).status).toBe(200)
      const body = { condition: { allOf: [] }, fullTextSearch: '' }
      const found = await app.send('POST', '/api/v1/series/list', body)
      expect(decode(SpringPage(SeriesDto), found.json).totalElements).toBe(4)
      const since = {
        condition: {
          allOf: [
            { libraryId: { operator: 'is', value: server.libraryId } },
            { releaseDate: { operator: 'after', dateTime: '2003-02-01T00:00:00Z' } },
          ],
        },
      }
      const books = await app.send('POST', '/api/v1/books/list?sort=metadata.releaseDate,desc', since)
      const dates = decode(SpringPage(BookDto), books.json).content.map((book) => book.metadata.releaseDate)
      expect(dates).toEqual(['2003-03-15', '2003-02-15'])
    })

    test('gets covers as they are, without being sent elsewhere', async () => {
      const alpha = await server.series('Alpha')
      const picture = await app.get(`/api/v1/series/${alpha.id}/thumbnail`)
      expect(picture.bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    })

    test('marks pages as it does', async () => {
      const [first] = await server.books('Alpha')
      const path = `/api/v1/books/${first!.id}/read-progress`
      expect((await app.send('PATCH', path, { completed: false, page: 1 })).status).toBe(204)
      expect((await app.send('PATCH', path, { completed: true })).status).toBe(204)
      const done = { condition: { readStatus: { operator: 'is', value: 'READ' } } }
      const read = await app.send('POST', '/api/v1/books/list', done)
      expect(read.json.content.map((book: { id: string }) => book.id)).toContain(first!.id)
      await app.send('DELETE', path)
    })
  })
}
