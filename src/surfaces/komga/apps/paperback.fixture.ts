import { beforeAll, describe, expect, test } from 'vitest'
import { basic, type KomgaApp, type KomgaHouse, password } from '../komga.fixture.ts'

export function testPaperback(open: () => KomgaHouse): void {
  describe('Paperback', () => {
    let house: KomgaHouse
    let app: KomgaApp
    beforeAll(() => {
      house = open()
      app = house.app(basic('root', password))
    })

    test('tries its settings, and browses with its own words for orders', async () => {
      expect((await app.get('/api/v1/libraries')).json).toHaveLength(1)
      const query = 'page=0&size=20&search=&tag=swords&genre=Fantasy'
      for (const sort of ['titleSort', 'lastModified,desc']) {
        const found = await app.get(`/api/v1/series?${query}&library_id=${house.libraryId}&sort=${sort}`)
        expect(found.json.content.map((one: { name: string }) => one.name)).toEqual(['Berserk'])
      }
      expect((await app.get('/api/v1/tags/series')).json).toContain('swords')
      expect((await app.get('/api/v1/series?page=7&size=20')).json.content).toEqual([])
    })

    test('writes a slash after the id', async () => {
      const { id } = await house.series('Berserk')
      expect((await app.get(`/api/v1/series/${id}/`)).json.id).toBe(id)
      const books = await app.get(`/api/v1/series/${id}/books?unpaged=true&media_status=READY&deleted=false`)
      expect(books.json).toMatchObject({ size: 20, totalPages: 1, number: 0, numberOfElements: 3 })
    })

    test('shows what is being read, and what comes next', async () => {
      const [first, second] = await house.books('Berserk')
      const mark = (id: string, body: object) => app.send('PATCH', `/api/v1/books/${id}/read-progress`, body)
      expect((await mark(first!.id, { page: null, completed: true })).status).toBe(204)
      const next = await app.get('/api/v1/books/ondeck')
      expect(next.json.content.map((book: { id: string }) => book.id)).toContain(second!.id)
      await mark(second!.id, { page: 1, completed: false })
      const query = 'sort=readProgress.readDate,desc&read_status=IN_PROGRESS&page=0&size=20&deleted=false'
      const reading = await app.get(`/api/v1/books?${query}`)
      expect(reading.json.content.map((book: { id: string }) => book.id)).toEqual([second!.id])
      const { id } = await house.series('Berserk')
      expect((await app.send('DELETE', `/api/v1/series/${id}/read-progress`)).status).toBe(204)
      expect((await app.get(`/api/v1/series/${id}`)).json).toMatchObject({ booksReadCount: 0, booksInProgressCount: 0 })
    })
  })
}
