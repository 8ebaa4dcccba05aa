import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import type { TestServer } from '../../../test/server.ts'
import { KOMGA_PASSWORD, komgaKey } from '../../import-export/komga.fixture.ts'
import { openServerMovedFromKomga } from './moved-from-komga.fixture.ts'

const files = {
  'Aurora/Aurora 1.cbz': makeComic(4, { Series: 'Aurora', Number: 1 }),
  'Aurora/Aurora 2.cbz': makeComic(5, { Series: 'Aurora', Number: 2 }),
}

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`an app that was set up against Komga, after the move (${kind})`, () => {
    let server: TestServer
    const basic = `Basic ${Buffer.from(`boss@example.org:${KOMGA_PASSWORD}`).toString('base64')}`
    /** As on a separate port: at the root, under Komga's name. */
    const request = (
      method: 'GET' | 'POST' | 'PATCH',
      path: string,
      more: { body?: unknown; headers?: Record<string, string> } = {},
    ) => server.request(method, path, { as: basic, ...more, headers: { host: 'komga.test', ...more.headers } })

    beforeAll(async () => {
      server = await openServerMovedFromKomga(kind, files)
    })
    afterAll(() => server.close())

    it('finds its series and books by their old ids, and is told the old ids', async () => {
      const series = await request('GET', '/api/v1/series/SER0000000001')
      expect(series.status).toBe(200)
      expect(series.json).toMatchObject({ id: 'SER0000000001', libraryId: 'LIB0000000001' })
      const books = await request('GET', '/api/v1/series/SER0000000001/books?unpaged=true')
      expect(books.json.content.map((book: { id: string }) => book.id)).toEqual(['BOK0000000001', 'BOK0000000002'])
      expect(books.json.content[0].readProgress).toMatchObject({ completed: true })
      const page = await request('GET', '/api/v1/books/BOK0000000001/pages/1')
      expect([page.status, page.headers['content-type']]).toEqual([200, 'image/png'])
      const list = await request('GET', '/api/v1/readlists/RDL0000000001/books')
      expect(list.json.content.map((book: { id: string }) => book.id)).toEqual(['BOK0000000002', 'BOK0000000001'])
      expect((await request('GET', '/api/v1/collections/COL0000000001')).json.seriesIds).toEqual(['SER0000000001'])
    })

    it('is told the old ids in manifests, too', async () => {
      for (const path of ['/api/v1/books/BOK0000000001/manifest', '/opds/v2/books/BOK0000000001/manifest']) {
        const { json, headers } = await request('GET', path)
        expect(headers['content-type']).toMatch(/^application\/(?:divina|opds-publication)\+json$/)
        expect(json.readingOrder[0].href).toContain('/books/BOK0000000001/pages/1')
        expect(JSON.stringify(json)).not.toMatch(/[\da-f]{32}|[\da-f]{8}-[\da-f]{4}-/)
      }
    })

    it('filters, marks and tracks by old ids', async () => {
      const condition = { seriesId: { operator: 'is', value: 'SER0000000001' } }
      const found = await request('POST', '/api/v1/books/list', { body: { condition } })
      expect(found.json.totalElements).toBe(2)
      expect((await request('GET', '/api/v1/series?library_id=LIB0000000001')).json.totalElements).toBe(1)
      const marked = await request('PATCH', '/api/v1/books/BOK0000000002/read-progress', { body: { page: 3 } })
      expect(marked.status).toBe(204)
      expect((await request('GET', '/api/v1/books/BOK0000000002')).json.readProgress.page).toBe(3)
      const tracked = await request('GET', '/api/v2/series/SER0000000001/read-progress/tachiyomi')
      expect(tracked.json).toMatchObject({ booksCount: 2, booksReadCount: 1 })
    })

    it('keeps its key, its OPDS addresses and its KOReader account', async () => {
      const byKey = await server.request('GET', '/api/v2/users/me', {
        headers: { host: 'komga.test', 'x-api-key': komgaKey },
      })
      expect([byKey.status, byKey.json.email]).toEqual([200, 'boss@example.org'])
      for (const path of [
        'catalog',
        'ondeck',
        'keep-reading',
        'series',
        'series/latest',
        'books/latest',
        'libraries',
        'collections',
        'readlists',
        'publishers',
        'search',
        'series/SER0000000001',
        'libraries/LIB0000000001',
        'collections/COL0000000001',
        'readlists/RDL0000000001',
        'books/BOK0000000001/thumbnail',
        'books/BOK0000000001/thumbnail/small',
        'books/BOK0000000001/pages/0',
      ]) {
        expect([path, (await request('GET', `/opds/v1.2/${path}`)).status]).toEqual([path, 200])
      }
      for (const path of [
        'catalog',
        'libraries',
        'libraries/LIB0000000001',
        'libraries/LIB0000000001/browse',
        'libraries/keep-reading',
        'libraries/LIB0000000001/on-deck',
        'libraries/LIB0000000001/books/latest',
        'series/SER0000000001',
        'readlists/RDL0000000001',
        'search?query=aurora',
        'books/BOK0000000001/manifest',
        'books/BOK0000000001/pages/1',
        'books/BOK0000000001/thumbnail',
        'books/BOK0000000001/file',
      ]) {
        expect([path, (await request('GET', `/opds/v2/${path}`)).status]).toEqual([path, 200])
      }
      const search = await request('GET', '/opds/v1.2/search')
      expect(search.headers['content-type']).toContain('application/opensearchdescription+xml')
      const sync = await server.request('GET', '/koreader/users/auth', {
        headers: { host: 'komga.test', 'x-auth-user': komgaKey, 'x-auth-key': 'anything' },
      })
      expect(sync.status).toBe(200)
    })

    it('elsewhere our own ids stay', async () => {
      const { json } = await server.request('GET', '/komga/api/v1/series', { as: basic })
      expect(json.content[0].id).toMatch(/^[\da-f]{32}$/)
      expect((await server.request('GET', '/komga/api/v1/series/SER0000000001', { as: basic })).json.id).toBe(
        json.content[0].id,
      )
    })
  })
}
