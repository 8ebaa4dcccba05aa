import { beforeAll, describe, expect, test } from 'vitest'
import { BookDto } from '../../../contract/komga/books.ts'
import { ProgressionDto } from '../../../contract/komga/publication.ts'
import { SeriesDto } from '../../../contract/komga/series.ts'
import { SpringPage } from '../../../contract/komga/shared-schemas.ts'
import Type from '../../../contract/typebox.ts'
import { basic, type KomgaApp, type KomgaServer, password } from '../komga-context.fixture.ts'
import { decode } from './decode.fixture.ts'

export function testKmreader(open: () => KomgaServer): void {
  describe('KMReader', () => {
    let server: KomgaServer
    let app: KomgaApp
    let token: string
    const get = (path: string) => app.get(path, { 'x-auth-token': token })
    const send = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
      app.send(method, path, body, { 'x-auth-token': token })
    beforeAll(() => {
      server = open()
      app = server.app()
    })

    test('finds the server without credentials, and signs in once for a token', async () => {
      const settings = await app.get('/api/v1/client-settings/global/list')
      expect(settings.status).toBe(200)
      decode(Type.Record(Type.String(), Type.Unknown()), settings.json)
      const path = '/api/v2/users/me?remember-me=true'
      const signedIn = await app.get(path, { ...basic('root', password), 'x-auth-token': '' })
      expect(signedIn.status).toBe(200)
      token = String(signedIn.headers['x-auth-token'])
      expect(token.length).toBeGreaterThan(20)
      // The event stream uses cookies alone.
      expect([...app.cookies.keys()]).toEqual(['komga-remember-me'])
      app.cookies.clear()
      expect((await get('/api/v1/libraries')).status).toBe(200)
      expect((await app.get('/api/v1/libraries', { 'x-auth-token': 'over' })).status).toBe(401)
    })

    test('signs in by key as well', async () => {
      const other = server.app()
      const headers = { 'x-api-key': server.key, 'x-auth-token': '' }
      const answer = await other.get('/api/v2/users/me?remember-me=true', headers)
      const mine = { 'x-auth-token': String(answer.headers['x-auth-token']) }
      other.cookies.clear()
      expect((await other.get('/api/v1/libraries', mine)).status).toBe(200)
    })

    test('asks in small letters', async () => {
      const condition = {
        allOf: [
          { oneshot: { operator: 'isfalse' } },
          { deleted: { operator: 'isfalse' } },
          { readStatus: { operator: 'isnot', value: 'READ' } },
          { genre: { operator: 'isnot', value: 'Comedy' } },
        ],
      }
      const found = await send('POST', '/api/v1/series/list?page=0&size=20&sort=metadata.titleSort,asc', { condition })
      const names = decode(SpringPage(SeriesDto), found.json).content.map((one) => one.name)
      expect(names).toContain('Berserk')
      expect(names).not.toContain('Alpha')
      expect(found.json.pageable.sort).toEqual({ empty: false, sorted: true, unsorted: false })
      const libraries = `library_id=${server.libraryId}&library_id=${server.libraryId}`
      decode(SpringPage(BookDto), (await get(`/api/v1/books/ondeck?${libraries}`)).json)
      expect((await get('/api/v1/series?author=Kentaro%20Miura,')).json.totalElements).toBe(1)
    })

    test('keeps its place by progression, without fractions of a second', async () => {
      const [first] = await server.books('Alpha')
      const path = `/api/v1/books/${first!.id}/progression`
      await send('DELETE', `/api/v1/books/${first!.id}/read-progress`)
      expect((await get(path)).status).toBe(204)
      const modified = new Date().toISOString()
      const place = {
        modified,
        device: { id: 'd', name: 'iPhone' },
        locator: { href: '', type: '', locations: { position: 2 } },
      }
      expect((await send('PUT', path, place)).status).toBe(204)
      const kept = await get(path)
      expect(kept.headers['content-type']).toBe('application/vnd.readium.progression+json')
      expect(decode(ProgressionDto, kept.json).device).toEqual({ id: 'd', name: 'iPhone' })
      expect((await send('PUT', path, place)).status).toBe(409)
      const beyond = { ...place, modified: new Date(Date.now() + 5000).toISOString() }
      expect(
        (await send('PUT', path, { ...beyond, locator: { href: '', type: '', locations: { position: 9 } } })).status,
      ).toBe(400)
      const book = await get(`/api/v1/books/${first!.id}`)
      expect(book.json.readProgress).toMatchObject({ page: 2, deviceName: 'iPhone', deviceId: 'd' })
    })

    test('leafs through books, reads the manifest, and looks after the server', async () => {
      const [first, second] = await server.books('Berserk')
      expect((await get(`/api/v1/books/${first!.id}/next`)).json.id).toBe(second!.id)
      expect((await get(`/api/v1/books/${first!.id}/previous`)).status).toBe(404)
      const manifest = await get(`/api/v1/books/${first!.id}/manifest`)
      expect(manifest.headers['content-type']).toBe('application/divina+json')
      expect(manifest.json.readingOrder[0].href).toMatch(
        /^http:\/\/.*\/komga\/api\/v1\/books\/\w+\/pages\/1\?contentNegotiation=false$/,
      )
      const file = await get(`/api/v1/books/${first!.id}/file`)
      expect(file.headers['content-disposition']).toMatch(/^attachment; filename/)
      for (const path of ['/actuator/info', '/api/v1/history', '/api/v1/page-hashes', '/api/v1/books/duplicates']) {
        expect((await get(path)).status, path).toBe(200)
      }
      expect((await get('/api/v2/authors?unpaged=true')).json.content.length).toBeGreaterThan(1)
    })

    test('leaves by signing out, and its token is worth nothing then', async () => {
      expect((await send('POST', '/api/logout')).status).toBe(204)
      expect((await get('/api/v1/libraries')).status).toBe(401)
    })
  })
}
