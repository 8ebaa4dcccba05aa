import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../../test/databases.ts'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'
import { hideSeries } from '../../store/hidden-series/hidden-series.ts'
import { booksInKoboScopeSql, defaultKoboScope, type KoboScope } from '../../store/kobo/scope.ts'
import { makeTestViewer } from '../../store/list/test-catalogue.fixture.ts'

const comic = (pages: number, writer: string) => makeComic(pages, { Writer: writer, Genre: 'Crime' })
const files = {
  'Watch/Watch 1.cbz': comic(3, 'Ann Moore'),
  'Watch/Watch 2.cbz': comic(4, 'Ann Moore'),
  'Ward/Ward 1.cbz': comic(5, 'Ann Moore'),
  'Ward/Ward 2.cbz': comic(6, 'Ann Moore'),
  'Dusk/Dusk 1.cbz': comic(7, 'Ann Moore'),
}
const isHidden = (yes: boolean) => ({ isHidden: { operator: yes ? 'isTrue' : 'isFalse' } })

for (const kind of databaseKinds()) {
  describe(`hidden series on ${kind}`, () => {
    let server: TestServer
    let libraryId: string
    let reader: string
    const ids: Record<string, string> = {}
    beforeAll(async () => {
      server = await openTestServer(kind, files, (config) => {
        config.compat_api.enabled = true
      })
      libraryId = await server.scan()
      reader = (await server.addUser(`reader-${kind}`)).as
      for (const { title, id } of (await request('GET', 'series?pageSize=50')).json.data) ids[title] = id
      for (const as of [server.admin, reader]) {
        // Ward is on deck, Watch in progress.
        await read('Ward 1', 5, as)
        await read('Watch 1', 1, as)
      }
    })
    afterAll(() => server?.close())

    const request = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, as = server.admin) =>
      server.request(method, url, { as, body })
    async function read(title: string, currentPage: number, as: string) {
      const { json } = await request('GET', 'books?pageSize=50', undefined, as)
      const book = json.data.find((one: { filePath: string }) => one.filePath.includes(title))
      await request('PUT', `books/${book.id}/progress`, { currentPage }, as)
    }
    const titlesIn = (text: string): string[] =>
      ['Dusk', 'Ward', 'Watch'].filter((title) => text.includes(`${title}`)).sort()
    /** The series in each row of the home page and each feed, and in similar series. */
    async function offered(as = server.admin): Promise<Record<string, string[]>> {
      const rows: Record<string, string[]> = {}
      const addresses = [
        ...['books/in-progress', 'books/on-deck', 'books/recently-added', 'books/recently-read'],
        ...['series/in-progress', 'series/recently-added', 'series/recently-updated'],
        ...[`libraries/${libraryId}/series/recently-added`, `libraries/${libraryId}/books/on-deck`],
        ...['home/recently-added', 'home/random', `series/${ids.Dusk}/similar`],
        ...['/opds/v2', '/opds/v2/in-progress', '/opds/v2/on-deck', '/opds/v2/recently-added', '/opds/v2/series'],
        ...['/opds/v2/series/latest', '/opds/v2/books', `/opds/v2/libraries/${libraryId}`],
        ...['/komga/api/v1/series/new', '/komga/api/v1/series/latest', '/komga/api/v1/books/latest'],
        '/komga/api/v1/books/ondeck',
      ]
      for (const address of addresses) {
        const { status, text } = await request('GET', address, undefined, as)
        expect(status, address).toBe(200)
        rows[address] = titlesIn(text.replaceAll(/"(?:description|summary|reasons)":"[^"]*"/g, ''))
      }
      return rows
    }

    it('leaves rows, feeds, similar series and lists of that user only, and comes back', async () => {
      const before = await offered()
      for (const [address, found] of Object.entries(before)) {
        expect(found, address).not.toEqual([])
      }
      const others = await offered(reader)
      expect((await request('PUT', `series/${ids.Watch}/hidden`)).status).toBe(204)
      expect((await request('PUT', `series/${ids.Watch}/hidden`)).status).toBe(204)
      expect((await request('PUT', `series/${ids.Ward}/hidden`)).status).toBe(204)
      expect((await request('GET', 'hidden-series')).json.seriesIds.toSorted()).toEqual(
        [ids.Watch, ids.Ward].toSorted(),
      )
      for (const [address, found] of Object.entries(await offered())) {
        expect(found, address).toEqual(before[address]!.filter((title) => title === 'Dusk'))
      }
      expect(await offered(reader)).toEqual(others)
      for (const title of ['Watch', 'Ward']) {
        expect((await request('DELETE', `series/${ids[title]}/hidden`)).status).toBe(204)
      }
      expect(await offered()).toEqual(before)
      expect((await request('DELETE', `series/${ids.Watch}/hidden`)).status).toBe(404)
    })

    it('stays where it is asked for: complete lists, search, collections, its own page, and what was read of it', async () => {
      const { json: list } = await request('POST', 'collections', { name: 'All', ids: [ids.Watch, ids.Dusk] })
      await request('PUT', `series/${ids.Watch}/hidden`)
      const found = async (url: string, body?: object) =>
        titlesIn((await request(body ? 'POST' : 'GET', url, body)).text.replaceAll(/"links":\{[^}]*\}/g, ''))
      expect(await found('series')).toEqual(['Dusk', 'Ward', 'Watch'])
      expect(await found('books')).toEqual(['Dusk', 'Ward', 'Watch'])
      expect(await found('/komga/api/v1/series')).toEqual(['Dusk', 'Ward', 'Watch'])
      expect(await found('series/list', { fullTextSearch: 'watch' })).toEqual(['Watch'])
      expect(await found('/opds/v2/search?query=watch')).toEqual(['Watch'])
      expect(await found(`collections/${list.id}/series`)).toEqual(['Dusk', 'Watch'])
      expect(await found(`/opds/v2/series/${ids.Watch}`)).toEqual(['Watch'])
      expect((await request('GET', `series/${ids.Watch}`)).json.title).toBe('Watch')
      const { json: books } = await request('GET', `series/${ids.Watch}/books`)
      expect((await request('GET', `books/${books.data[0].id}/progress`)).json).toMatchObject({ currentPage: 1 })
      await request('DELETE', `series/${ids.Watch}/hidden`)
    })

    it('stays on an e-reader only where a list has it', async () => {
      const { json: list } = await request('POST', 'collections', { name: 'For the train', ids: [ids.Watch] })
      const user = await server.db.query.selectFrom('user').select('id').orderBy('id').executeTakeFirstOrThrow()
      const none = { ...defaultKoboScope, wantToRead: false, reading: false }
      const onDevice = async (scope: Partial<KoboScope>) => {
        const inScope = booksInKoboScopeSql(server.db, makeTestViewer(user.id), { ...none, ...scope })
        const { rows } = await sql<{ path: string }>`select b.path ${inScope}`.execute(server.db.query)
        return titlesIn(rows.map(({ path }) => path).join())
      }
      const scopes: Partial<KoboScope>[] = [{ everything: true }, { libraryIds: [libraryId] }, { reading: true }]
      for (const scope of scopes) expect(await onDevice(scope)).toContain('Watch')
      await request('PUT', `series/${ids.Watch}/hidden`)
      for (const scope of scopes) expect(await onDevice(scope)).not.toContain('Watch')
      expect(await onDevice({ everything: true })).toEqual(['Dusk', 'Ward'])
      expect(await onDevice({ collectionIds: [list.id] })).toEqual(['Watch'])
      await request('DELETE', `series/${ids.Watch}/hidden`)
      await request('DELETE', `collections/${list.id}`)
    })

    it('tells the other windows of this user only', async () => {
      const heard: unknown[] = []
      const stop = server.lectern.context.events.on(({ event, audience }) => {
        if (event.type === 'hidden_series_updated') heard.push(audience)
      })
      await request('PUT', `series/${ids.Watch}/hidden`)
      await request('PUT', `series/${ids.Watch}/hidden`)
      await request('DELETE', `series/${ids.Watch}/hidden`)
      stop()
      expect(heard).toHaveLength(2)
      expect(heard).toEqual([{ userId: expect.any(Number) }, { userId: expect.any(Number) }])
    })

    it('is found and left out by conditions, with the right totals, in lists of series and of books', async () => {
      await request('POST', 'series/bulk/hidden', { seriesIds: [ids.Watch] })
      const lists = async (as: string, condition: object) =>
        Promise.all(
          ['series/list?pageSize=1', 'books/list?pageSize=1'].map(
            async (url) => (await request('POST', url, { condition }, as)).json.total,
          ),
        )
      expect(await lists(server.admin, isHidden(true))).toEqual([1, 2])
      expect(await lists(server.admin, isHidden(false))).toEqual([2, 3])
      expect(await lists(reader, isHidden(true))).toEqual([0, 0])
      expect(await lists(reader, isHidden(false))).toEqual([3, 5])
      const library = { libraryId: { operator: 'is', value: libraryId } }
      expect(await lists(server.admin, { allOf: [library, isHidden(false)] })).toEqual([2, 3])
      expect(await lists(reader, { allOf: [library, isHidden(false)] })).toEqual([3, 5])
      expect(await lists(server.admin, { anyOf: [isHidden(true), isHidden(false)] })).toEqual([3, 5])
      // What follows from it is one person's matter: a shared list can't have it as its rule.
      const shared = { name: 'Mine', shared: true, condition: isHidden(false) }
      expect((await request('POST', 'collections', shared)).status).toBe(400)
      const shown = await request('POST', 'series/bulk/hidden', { seriesIds: [ids.Watch, ids.Dusk], hidden: false })
      expect(shown.json).toEqual({ count: 1, message: '1 series shown again.' })
      expect(await lists(server.admin, isHidden(false))).toEqual([3, 5])
    })

    it('can only be what the user may see, and only so many', async () => {
      const child = await server.addUser(`child-${kind}`, { ageLimit: 12, allowUnrated: false })
      expect((await request('PUT', `series/${ids.Watch}/hidden`, undefined, child.as)).status).toBe(404)
      const bulk = await request('POST', 'series/bulk/hidden', { seriesIds: [ids.Watch] }, child.as)
      expect(bulk.json.count).toBe(0)
      expect((await request('GET', 'hidden-series', undefined, child.as)).json).toEqual({ seriesIds: [] })
      const rows = await server.db.query.selectFrom('series').select('id').execute()
      const user = await server.db.query.selectFrom('user').select('id').limit(1).executeTakeFirstOrThrow()
      const hide = (most: number) =>
        server.db.transaction((tx) =>
          hideSeries(
            tx,
            user.id,
            rows.map(({ id }) => id),
            1,
            most,
          ),
        )
      await expect(hide(2)).rejects.toThrow('You can hide at most 2 series. Show one again first.')
      expect((await request('GET', 'hidden-series')).json.seriesIds).toEqual([])
      expect(await hide(3)).toBe(3)
    })
  })
}
