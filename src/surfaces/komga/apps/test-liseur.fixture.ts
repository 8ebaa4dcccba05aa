import { beforeAll, describe, expect, test } from 'vitest'
import { BookDto } from '../../../contract/komga/books.ts'
import { PositionsDto, ProgressionDto } from '../../../contract/komga/publication.ts'
import { SpringPage } from '../../../contract/komga/shared-schemas.ts'
import type { KomgaApp, KomgaServer } from '../komga-context.fixture.ts'
import { decode } from './decode.fixture.ts'

export function testLiseur(open: () => KomgaServer): void {
  describe('Liseur', () => {
    let server: KomgaServer
    let app: KomgaApp
    beforeAll(() => {
      server = open()
      app = server.app({ 'x-api-key': server.key })
    })

    test('needs to be allowed to download', async () => {
      expect((await app.get('/api/v2/users/me')).json.roles).toContain('FILE_DOWNLOAD')
    })

    test('finds its EPUBs, though it asks for an order that does not exist', async () => {
      const condition = {
        allOf: [
          { mediaProfile: { operator: 'is', value: 'EPUB' } },
          { mediaStatus: { operator: 'is', value: 'READY' } },
        ],
      }
      const path = '/api/v1/books/list?page=0&size=200&sort=metadata.titleSort,asc'
      const found = await app.send('POST', path, { condition })
      expect(found.json).toMatchObject({ last: true, totalElements: 1, sort: { sorted: false } })
      const [book] = decode(SpringPage(BookDto), found.json).content
      if (!book) throw new Error('no book')
      expect((await app.get(`/api/v1/series/${book.seriesId}`)).status).toBe(200)
      const progression = `/api/v1/books/${book.id}/progression`
      expect((await app.get(progression)).status).toBe(204)
      const { positions } = decode(PositionsDto, (await app.get(`/api/v1/books/${book.id}/positions`)).json)
      const place = { modified: new Date().toISOString(), device: { id: 'l', name: 'Liseur' }, locator: positions[0] }
      expect((await app.send('PUT', progression, place)).status).toBe(204)
      expect((await app.send('PUT', progression, place)).status).toBe(409)
      expect(decode(ProgressionDto, (await app.get(progression)).json).device.name).toBe('Liseur')
      const { readProgress } = decode(BookDto, (await app.get(`/api/v1/books/${book.id}`)).json)
      expect(readProgress?.lastModified).toMatch(/Z$/)
      expect((await app.get(`/api/v1/books/${book.id}/file`)).headers['content-type']).toBe('application/epub+zip')
      expect((await app.send('PATCH', `/api/v1/books/${book.id}/read-progress`, { completed: true })).status).toBe(204)
      expect((await app.send('DELETE', `/api/v1/books/${book.id}/read-progress`)).status).toBe(204)
    })
  })
}
