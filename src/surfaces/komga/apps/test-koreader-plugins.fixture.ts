import { beforeAll, describe, expect, test } from 'vitest'
import type { KomgaApp, KomgaServer } from '../komga-context.fixture.ts'

/** Four plugins for KOReader, all with a key; none uses more fields than it names. */
export function testKoreaderPlugins(open: () => KomgaServer): void {
  describe('KOReader plugins', () => {
    let server: KomgaServer
    let app: KomgaApp
    beforeAll(() => {
      server = open()
      app = server.app({ 'x-api-key': server.key })
    })

    test('Eernie/komga.koplugin takes all series at once, a book, and tells the page', async () => {
      const all = await app.get('/api/v1/series?unpaged=true')
      expect(all.json.content).toHaveLength(4)
      const { id } = await server.series('Berserk')
      const books = await app.get(`/api/v1/series/${id}/books?unpaged=true&sort=metadata.numberSort,asc`)
      const [first] = books.json.content
      expect(first).toMatchObject({ seriesTitle: 'Berserk', media: { pagesCount: 4 } })
      const path = `/api/v1/books/${first.id}/read-progress`
      expect((await app.send('PATCH', path, { page: 3, completed: false })).status).toBe(204)
      const now = await app.get(`/api/v1/books/${first.id}`)
      expect(now.json.readProgress).toMatchObject({ page: 3, completed: false, lastModified: expect.any(String) })
      const file = await app.get(`/api/v1/books/${first.id}/file`)
      expect(file.bytes.subarray(0, 2).toString()).toBe('PK')
      expect(Number(file.headers['content-length'])).toBe(file.bytes.length)
      await app.send('DELETE', path)
    })

    test('JimDBh/kokomga.koplugin looks in both places for its user, and makes itself a key', async () => {
      for (const version of ['v2', 'v1']) expect((await app.get(`/api/${version}/users/me`)).status).toBe(200)
      const made = await app.send('POST', '/api/v2/users/me/api-keys', { comment: 'kokomga' })
      expect(made.status).toBe(200)
      const own = server.app({ 'x-api-key': made.json.key })
      expect((await own.get(`/api/v1/series?library_id=${server.libraryId}&page=0&size=50`)).json.totalElements).toBe(4)
      const keys = await own.get('/api/v2/users/me/api-keys')
      expect(keys.json.map((key: { key: string }) => key.key)).toContain('******')
      const { id } = await server.series('Berserk')
      const unread = await own.get(`/api/v1/series/${id}/books?read_status=UNREAD&sort=metadata.numberSort,desc&size=2`)
      expect(unread.json).toMatchObject({ numberOfElements: 2, totalElements: 3 })
      expect((await own.get(`/api/v1/books?search=volume&series_id=${id}`)).json.totalElements).toBe(3)
      for (const path of ['books?read_status=UNREAD&sort=metadata.title', 'books/ondeck', 'series/new']) {
        expect(Array.isArray((await own.get(`/api/v1/${path}`)).json.content), path).toBe(true)
      }
      const [, , last] = await server.books('Berserk')
      for (const path of [`series/${id}`, `books/${last!.id}`]) {
        expect((await own.get(`/api/v1/${path}/thumbnail`)).headers['content-type']).toBe('image/jpeg')
      }
      expect((await own.get(`/api/v1/books/${last!.id}/next`)).status).toBe(404)
      expect((await own.send('DELETE', `/api/v2/users/me/api-keys/${made.json.id}`)).status).toBe(204)
      expect((await server.app({ 'x-api-key': made.json.key }).get('/api/v1/libraries')).status).toBe(401)
    })

    test('akamuraasai/koreader-komga browses lists', async () => {
      const found = await app.get('/api/v1/series?search=ber&page=0&size=20&sort=metadata.titleSort,asc')
      expect(found.json.content[0]).toMatchObject({ booksCount: 3, booksUnreadCount: 3 })
      for (const path of [
        'books?read_status=IN_PROGRESS&sort=readProgress.readDate,desc',
        'books/ondeck',
        'books/latest',
        'series/new',
        'collections',
      ]) {
        expect((await app.get(`/api/v1/${path}`)).json.totalElements, path).toBeTypeOf('number')
      }
      const [{ id }] = found.json.content
      const { json: made } = await app.send('POST', '/api/v1/collections', { name: 'Plugin', seriesIds: [id] })
      const series = await app.get(`/api/v1/collections/${made.id}/series`)
      expect(series.json.content[0]).toMatchObject({ id, booksCount: 3 })
      await app.send('DELETE', `/api/v1/collections/${made.id}`)
      const books = await app.get(`/api/v1/series/${id}/books?unpaged=true`)
      expect((await app.get(`/api/v1/books/${books.json.content[2].id}/file`)).status).toBe(200)
    })

    test('hchsoon/komga.koplugin posts small searches, and reads by manifest and progression', async () => {
      const accept = 'application/json, application/webpub+json, application/vnd.readium.progression+json'
      const series = await app.send('POST', '/api/v1/series/list?size=1000', { fullTextSearch: '' }, { accept })
      expect(String(series.headers['content-type'])).toMatch(/^application\/json/)
      const found = await app.send('POST', '/api/v1/books/list?size=1000', {}, { accept })
      expect(found.json.totalElements).toBe(7)
      const epub = found.json.content.find(
        (book: { media: { mediaProfile: string } }) => book.media.mediaProfile === 'EPUB',
      )
      const manifest = await app.get(`/api/v1/books/${epub.id}/manifest/epub`, { accept })
      expect(manifest.headers['content-type']).toBe('application/webpub+json')
      const [item] = manifest.json.readingOrder
      const part = await app.get(new URL(item.href).pathname.replace('/komga', ''))
      expect(part.text).toContain('Once upon a time')
      expect(part.headers['content-security-policy']).toContain("script-src 'none'")
      // It derives the file extension from the whole media type.
      expect(part.headers['content-type']).toBe('application/xhtml+xml')
      const positions = await app.get(`/api/v1/books/${epub.id}/positions`)
      expect(positions.headers['content-type']).toBe('application/vnd.readium.position-list+json')
      const locator = { ...positions.json.positions[0], locations: { progression: 0.5, fragment: '#ignored' } }
      const place = { modified: new Date().toISOString(), device: { id: 'k', name: 'Kobo' }, locator }
      const path = `/api/v1/books/${epub.id}/progression`
      expect((await app.send('PUT', path, place)).status).toBe(204)
      expect((await app.get(path)).json.locator.href).toBe(locator.href)
      expect((await app.send('PUT', path, place)).status).toBe(409)
      const later = { ...place, modified: new Date(Date.now() + 1000).toISOString() }
      const nowhere = { ...later, locator: { href: 'no/such.xhtml', type: '', locations: { progression: 0 } } }
      expect((await app.send('PUT', path, nowhere)).status).toBe(400)
      expect((await app.send('PATCH', `/api/v1/books/${epub.id}/read-progress`, { page: 1 })).status).toBe(400)
      await app.send('DELETE', `/api/v1/books/${epub.id}/read-progress`)
    })
  })
}
