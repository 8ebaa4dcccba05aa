import { beforeAll, describe, expect, test } from 'vitest'
import { BookDto } from '../../../contract/komga/books.ts'
import { CollectionDto, ReadListDto } from '../../../contract/komga/curated-lists.ts'
import { LibraryDto } from '../../../contract/komga/libraries.ts'
import { SeriesDto } from '../../../contract/komga/series.ts'
import { SpringPage } from '../../../contract/komga/shared-schemas.ts'
import Type from '../../../contract/typebox.ts'
import { basic, type KomgaApp, type KomgaServer, password } from '../komga-context.fixture.ts'
import { decode } from './decode.fixture.ts'

/** A workflow that reads everything once and then acts on it; it has no cookies, only the password. */
export function testN8n(open: () => KomgaServer): void {
  describe('n8n', () => {
    let server: KomgaServer
    let app: KomgaApp
    const get = (path: string) => {
      app.cookies.clear()
      return app.get(`/api/v1/${path}`)
    }
    const send = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) => {
      app.cookies.clear()
      return app.send(method, `/api/v1/${path}`, body)
    }
    beforeAll(() => {
      server = open()
      app = server.app(basic('root', password))
    })

    test('goes from the libraries to a book', async () => {
      const [library] = decode(Type.Array(LibraryDto), (await get('libraries')).json)
      const condition = { libraryId: { operator: 'is', value: library!.id } }
      const series = await send('POST', 'series/list?page=0&size=50', { condition })
      const berserk = decode(SpringPage(SeriesDto), series.json).content.find((one) => one.name === 'Berserk')!
      expect(decode(SeriesDto, (await get(`series/${berserk.id}`)).json)).toEqual(berserk)
      for (const list of ['series/new', 'series/updated']) decode(SpringPage(SeriesDto), (await get(list)).json)
      const groups = await send('POST', 'series/list/alphabetical-groups', {})
      const Group = Type.Object({ group: Type.String(), count: Type.Integer() })
      expect(decode(Type.Array(Group), groups.json)).toContainEqual({ group: 'b', count: 1 })
      const ofSeries = { condition: { seriesId: { operator: 'is', value: berserk.id } } }
      const [book] = decode(SpringPage(BookDto), (await send('POST', 'books/list', ofSeries)).json).content
      expect(decode(BookDto, (await get(`books/${book!.id}`)).json)).toEqual(book)
      const cover = await get(`series/${berserk.id}/thumbnail`)
      expect([cover.status, cover.headers['content-type']]).toEqual([200, 'image/jpeg'])
    })

    test('marks a series read, puts it on lists, has it looked at again', async () => {
      const { id } = await server.series('Berserk')
      expect((await send('POST', `series/${id}/read-progress`)).status).toBe(204)
      expect((await get(`series/${id}`)).json).toMatchObject({ booksReadCount: 3, booksUnreadCount: 0 })
      expect((await send('DELETE', `series/${id}/read-progress`)).status).toBe(204)

      const collection = await send('POST', 'collections', { name: 'By n8n', ordered: false, seriesIds: [id] })
      const made = decode(CollectionDto, collection.json)
      expect(decode(SpringPage(CollectionDto), (await get('collections')).json).content).toContainEqual(made)
      expect((await get(`series/${id}/collections`)).json).toEqual([made])
      const [book] = await server.books('Berserk')
      const list = { name: 'By n8n', summary: '', ordered: true, bookIds: [book!.id] }
      const readList = decode(ReadListDto, (await send('POST', 'readlists', list)).json)
      expect(decode(ReadListDto, (await get(`readlists/${readList.id}`)).json)).toEqual(readList)
      expect((await send('DELETE', `collections/${made.id}`)).status).toBe(204)
      expect((await send('DELETE', `readlists/${readList.id}`)).status).toBe(204)
      expect((await send('POST', `libraries/${server.libraryId}/scan`)).status).toBe(202)
    })
  })
}
