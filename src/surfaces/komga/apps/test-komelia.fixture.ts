import { beforeAll, describe, expect, test } from 'vitest'
import { BookDto } from '../../../contract/komga/books.ts'
import { CollectionDto, ReadListDto } from '../../../contract/komga/curated-lists.ts'
import { LibraryDto } from '../../../contract/komga/libraries.ts'
import { PositionsDto, PublicationDto } from '../../../contract/komga/publication.ts'
import { SeriesDto } from '../../../contract/komga/series.ts'
import { UserDto } from '../../../contract/komga/sessions.ts'
import { SpringPage } from '../../../contract/komga/shared-schemas.ts'
import Type from '../../../contract/typebox.ts'
import { basic, type KomgaApp, type KomgaServer, password } from '../komga-context.fixture.ts'
import { decode } from './decode.fixture.ts'

/** Its decoder doesn't accept missing keys: every field of every object is required. */
export function testKomelia(open: () => KomgaServer): void {
  describe('Komelia', () => {
    let server: KomgaServer
    let app: KomgaApp
    beforeAll(() => {
      server = open()
      app = server.app({ 'user-agent': 'Komelia/0.18.6' })
    })

    test('signs in once, and keeps only cookies of the address that was typed', async () => {
      const path = '/api/v2/users/me?remember-me=true'
      const answer = await app.get(path, { ...basic('root', password), 'cache-control': 'no-cache' })
      expect(decode(UserDto, answer.json).ageRestriction).toBeNull()
      expect(app.cookies.get('komga-remember-me')?.path).toBe('/komga')
      expect(app.cookies.get('KOMGA-SESSION')?.path).toBe('/komga/')
      expect((await app.get('/api/v1/libraries')).status).toBe(200)
    })

    test('comes back by the cookie that remembers, whichever of the two it kept', async () => {
      for (const name of ['komga-remember-me', 'KOMGA-SESSION']) {
        const again = server.app()
        again.cookies.set(name, app.cookies.get(name)!)
        expect((await again.get('/api/v2/users/me')).status, name).toBe(200)
      }
      expect((await server.app(basic('root', 'wrong')).get('/api/v2/users/me')).status).toBe(401)
    })

    test('decodes libraries, series, books and pages of them', async () => {
      decode(Type.Array(LibraryDto), (await app.get('/api/v1/libraries')).json)
      const series = await app.send('POST', '/api/v1/series/list?size=20&sort=metadata.titleSort,asc', {})
      decode(SpringPage(SeriesDto), series.json)
      const sorts = 'sort=metadata.pagesCount,desc&sort=lastModified,desc'
      decode(SpringPage(BookDto), (await app.send('POST', `/api/v1/books/list?${sorts}`, {})).json)
      const joined = encodeURIComponent(`${server.libraryId}, ${server.libraryId}`)
      decode(SpringPage(BookDto), (await app.get(`/api/v1/books/ondeck?library_id=${joined}`)).json)
      decode(SpringPage(CollectionDto), (await app.get(`/api/v1/collections?library_id=${joined}`)).json)
    })

    test('makes, changes and deletes collections and read lists', async () => {
      const [berserk, alpha] = [await server.series('Berserk'), await server.series('Alpha')]
      const body = { name: 'Favourites', ordered: true, seriesIds: [berserk.id, alpha.id] }
      const made = await app.send('POST', '/api/v1/collections', body)
      expect(made.status).toBe(200)
      const { id, seriesIds } = decode(CollectionDto, made.json)
      expect(seriesIds).toEqual([berserk.id, alpha.id])
      expect((await app.send('POST', '/api/v1/collections', body)).status).toBe(400)
      const inOrder = await app.get(`/api/v1/collections/${id}/series`)
      expect(inOrder.json.content.map((one: { name: string }) => one.name)).toEqual(['Berserk', 'Alpha'])
      const change = { seriesIds: [alpha.id, berserk.id] }
      expect((await app.send('PATCH', `/api/v1/collections/${id}`, change)).status).toBe(204)
      const turned = await app.get(`/api/v1/collections/${id}/series?genre=Comedy&genre=Fantasy`)
      expect(turned.json.content.map((one: { name: string }) => one.name)).toEqual(['Alpha', 'Berserk'])
      expect((await app.get(`/api/v1/series/${alpha.id}/collections`)).json).toHaveLength(1)
      const cover = await app.get(`/api/v1/collections/${id}/thumbnail`)
      expect(cover.headers['content-type']).toBe('image/jpeg')
      expect((await app.send('DELETE', `/api/v1/collections/${id}`)).status).toBe(204)
      expect((await app.get(`/api/v1/collections/${id}`)).status).toBe(404)

      const [one, two] = await server.books('Berserk')
      const list = { name: 'Order', summary: 'Read it so', ordered: true, bookIds: [two!.id, one!.id] }
      const readList = decode(ReadListDto, (await app.send('POST', '/api/v1/readlists', list)).json)
      const path = `/api/v1/readlists/${readList.id}`
      expect((await app.get(`${path}/books`)).json.content[0].id).toBe(two!.id)
      expect((await app.get(`${path}/books/${two!.id}/next`)).json.id).toBe(one!.id)
      expect((await app.get(`${path}/books/${two!.id}/previous`)).status).toBe(404)
      expect((await app.get(`/api/v1/books/${one!.id}/readlists`)).json[0].summary).toBe('Read it so')
      const tracked = `${path}/read-progress/tachiyomi`
      expect((await app.send('PUT', tracked, { lastBookRead: 1 })).status).toBe(204)
      expect((await app.get(tracked)).json).toMatchObject({ booksReadCount: 1, lastReadContinuousIndex: 1 })
      expect((await app.send('DELETE', path)).status).toBe(204)
      await app.send('DELETE', `/api/v1/series/${berserk.id}/read-progress`)
    })

    test('reads an EPUB whose every address begins with the one that was typed', async () => {
      const found = await app.send('POST', '/api/v1/books/list', {
        condition: { mediaProfile: { operator: 'is', value: 'EPUB' } },
      })
      const [book] = found.json.content
      const manifest = await app.get(`/api/v1/books/${book.id}/manifest`)
      const { readingOrder, resources, toc, links } = decode(PublicationDto, manifest.json) as unknown as PublicationDto
      for (const link of [...readingOrder, ...resources, ...toc, ...links]) {
        expect(link.href).toMatch(
          /^http:\/\/localhost(:80)?\/komga\/api\/v1\/books\/\w+\/(resource\/.+|manifest|file)$/,
        )
      }
      const positions = await app.get(`/api/v1/books/${book.id}/positions`)
      const { total, positions: all } = decode(PositionsDto, positions.json)
      expect(all.at(-1)?.locations?.totalProgression).toBe(1)
      expect(total).toBe(all.length)
      expect((await app.get(`/api/v1/books/${book.id}/progression`)).status).toBe(204)
    })

    test('signs out', async () => {
      expect((await app.send('POST', '/api/logout')).status).toBe(204)
      expect(app.cookies.size).toBe(0)
      expect((await app.get('/api/v1/libraries')).status).toBe(401)
    })
  })
}
