import { createRequire } from 'node:module'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { makePng } from '../../../test/fixtures/make-images.ts'
import { makeBook, makeLibrary, makeSeries } from '../../../test/rows.ts'
import { openTestServer, password, type TestServer } from '../../../test/server.ts'
import { collectionKind, readListKind } from '../../store/curated-list/list-kind.ts'
import { createCuratedList, setManualListMembers } from '../../store/curated-list/write.ts'
import type { Db } from '../../store/open.ts'
import { bumpRevisions } from '../../store/revision.ts'
import { SqliteConnection } from '../../store/sqlite/connection.ts'
import { newUid } from '../../store/uid.ts'
import { basic, formOf } from './komga-context.fixture.ts'

describe.each(['sqlite', 'postgres'] as const)('on %s', (kind) => {
  let server: TestServer
  const ids = { series: '', book: '', collection: '', readList: '' }
  beforeAll(async () => {
    server = await openTestServer(kind, {}, (config) => {
      config.compat_api.enabled = true
      config.tasks.workers = 0
    })
    await server.db.transaction(async (tx) => {
      const library = await makeLibrary(tx)
      const [series, books]: [number[], number[]] = [[], []]
      for (let n = 1; n <= 30; n++) {
        const one = await makeSeries(tx, library, { title: `Series ${n}`, book_count: 2 })
        const book = await makeBook(tx, one, { number: 1, release_date: 20200000 + n })
        await makeBook(tx, one, { number: null, title: 'Extra' })
        series.push(one.id)
        books.push(book.id)
        Object.assign(ids, { series: one.uid.toHex(), book: book.uid.toHex() })
      }
      for (let n = 0; n < 30; n++) {
        const list = { name: `Shelf ${n}`, summary: null, isOrdered: true, ownerId: null }
        const collection = await createCuratedList(tx, collectionKind, list)
        await setManualListMembers(tx, collectionKind, { id: collection.id, ownerId: null }, series)
        const readList = await createCuratedList(tx, readListKind, list)
        await setManualListMembers(tx, readListKind, { id: readList.id, ownerId: null }, books)
        Object.assign(ids, { collection: collection.uid.toHex(), readList: readList.uid.toHex() })
      }
    })
  })
  afterEach(() => vi.restoreAllMocks())
  afterAll(() => server.close())

  const headers = basic('root', password)
  const request = (path: string, body?: unknown) =>
    server.request(body === undefined ? 'GET' : 'POST', `/komga/api/v1/${path}`, { headers, body })

  test('no list costs a question per row', async () => {
    const lists: [path: string, body?: object][] = [
      ['series?sort=metadata.titleSort,asc'],
      ['series/list?sort=created,desc', {}],
      ['series/new?x=1'],
      ['books?sort=metadata.title,asc'],
      ['books/list?sort=created,desc', {}],
      ['books/latest?x=1'],
      ['collections?x=1'],
      ['readlists?x=1'],
      [`collections/${ids.collection}/series?x=1`],
      [`readlists/${ids.readList}/books?x=1`],
    ]
    /** The server also runs queries of its own now and then: the cost of a list is the minimum of three tries. */
    const costOf = async (path: string, size: number, body?: object) => {
      const costs: number[] = []
      for (let tries = 0; tries < 3; tries++) {
        // Invalidates everything that was shown before.
        await server.db.transaction((tx) => bumpRevisions(tx, 'catalog'))
        const spy = watchQuestions(kind)
        const { json } = await request(`${path}&size=${size}&page=${size === 5 ? 1 : 0}`, body)
        costs.push(spy.mock.calls.length)
        vi.restoreAllMocks()
        expect(json.content, path).toHaveLength(size)
      }
      return Math.min(...costs)
    }
    for (const [path, body] of lists) {
      const few = await costOf(path, 5, body)
      expect(few, path).toBeGreaterThan(0)
      const many = await costOf(path, 20, body)
      expect(many, path).toBeLessThanOrEqual(few + 2)
      expect(many, path).toBeLessThan(20)
    }
  })

  test('what is without a number stands behind the last one, and everything has its place', async () => {
    const { content } = (await request(`series/${ids.series}/books`)).json
    expect(content.map((book: { number: number }) => book.number)).toEqual([1, 2])
    expect(content.map((book: { metadata: object }) => book.metadata)).toMatchObject([
      { number: '1', numberSort: 1 },
      { number: '2', numberSort: 2 },
    ])
  })

  test('pages are cut as Spring cuts them', async () => {
    const page = async (query: string) => {
      const { content, ...rest } = (await request(`series?${query}`)).json
      return { ...rest, ids: content.map((one: { id: string }) => one.id) }
    }
    const last = await page('size=20&page=1')
    expect(last).toMatchObject({ number: 1, size: 20, totalPages: 2, totalElements: 30, last: true, first: false })
    expect(last.pageable).toMatchObject({ pageNumber: 1, pageSize: 20, offset: 20, paged: true, unpaged: false })
    expect(last.numberOfElements).toBe(10)
    expect(await page('size=20&page=9')).toMatchObject({ empty: true, last: true, numberOfElements: 0 })
    const all = await page('unpaged=true&page=3&size=2')
    expect(all).toMatchObject({ number: 0, size: 30, totalPages: 1, numberOfElements: 30, first: true, last: true })
    expect((await page('size=0')).size).toBe(20)
    expect((await page('size=99999')).size).toBe(2000)
    const [first, second] = [await page('size=20&sort=random'), await page('size=20&page=1&sort=random')]
    expect(new Set([...first.ids, ...second.ids]).size).toBe(30)
  })

  test('what only apps made for Komga ask for is written and read back', async () => {
    const path = `collections/${ids.collection}/thumbnails`
    const { payload, headers: type } = await formOf({ selected: 'true', file: makePng(20, 30, 3) })
    const added = await server.request('POST', `/komga/api/v1/${path}`, {
      headers: { ...headers, ...type },
      body: payload,
    })
    expect(added.json).toMatchObject({ collectionId: ids.collection, selected: true, width: 20 })
    expect((await request(path)).json).toEqual([added.json])
    const shown = await request(`collections/${ids.collection}/thumbnail`)
    const setting = { headers, body: { value: 200 } }
    expect((await server.request('PUT', '/api/v1/admin/settings/images.cover_size', setting)).status).toBe(200)
    const smaller = await request(`collections/${ids.collection}/thumbnail`)
    expect([shown.status, smaller.status]).toEqual([200, 200])
    expect(smaller.headers.etag).not.toBe(shown.headers.etag)
    expect((await server.request('DELETE', `/komga/api/v1/${path}/${added.json.id}`, { headers })).status).toBe(202)
    expect((await request(path)).json).toEqual([])
    const activity = (await server.request('GET', '/komga/api/v2/users/authentication-activity', { headers })).json
    expect(activity.content[0]).toMatchObject({ email: 'root', success: true, source: 'Password' })
    const key = (await server.request('POST', '/komga/api/v2/users/me/api-keys', { headers, body: { comment: 'k' } }))
      .json
    const used = `/komga/api/v2/users/${key.userId}/authentication-activity/latest?apikey_id=${key.id}`
    expect((await server.request('GET', used, { headers })).status).toBe(404)
    await server.db.transaction((tx) => tx.updateTable('api_key').set({ last_used_at: 5000 }).execute())
    expect((await server.request('GET', used, { headers })).json).toMatchObject({ apiKeyId: key.id, source: 'ApiKey' })
    expect((await request('history')).json.totalElements).toBe(0)
    const task = { uid: newUid(), type: 'scan_library', dedupe_key: 'x', status: 'completed', priority: 0 }
    const ended = { ...task, created_at: 1000, started_at: 1000, completed_at: 3500 }
    await server.db.transaction((tx) => tx.insertInto('task').values(ended).execute())
    const timed = (await server.request('GET', '/komga/actuator/metrics/komga.tasks.execution', { headers })).json
    expect(timed.measurements.map((one: { value: number }) => one.value)).toEqual([1, 2.5, 2.5])
    const twins = server.db.query.selectFrom('book').select('id').orderBy('id').limit(2)
    await server.db.transaction((tx) =>
      tx.updateTable('book').set({ hash: 'same', file_size: 7 }).where('id', 'in', twins).execute(),
    )
    expect((await request('books/duplicates?size=1')).json).toMatchObject({ totalElements: 2, numberOfElements: 1 })
  })

  test('the whole library is sent in parts, the same as in pages, and others needn’t wait for it', async () => {
    await server.db.transaction(async (tx) => {
      const one = await makeSeries(tx, await makeLibrary(tx), { title: 'Endless', book_count: 2050 })
      for (let number = 1; number <= 2050; number++) await makeBook(tx, one, { number })
      await bumpRevisions(tx, 'catalog')
    })
    const ended: string[] = []
    const noteEnd = async (name: string, asked: ReturnType<typeof request>) => {
      const answer = await asked
      ended.push(name)
      return answer
    }
    const [whole] = await Promise.all([
      noteEnd('whole', request('books/list?unpaged=true', {})),
      noteEnd('short', request('books?size=1')),
    ])
    expect(ended).toEqual(['short', 'whole'])
    expect(whole.status).toBe(200)
    const { content, ...rest } = whole.json
    expect(rest).toMatchObject({ totalElements: 2110, numberOfElements: 2110, size: 2110, totalPages: 1, empty: false })
    const pages = [await request('books?size=2000'), await request('books?size=2000&page=1')]
    expect(content).toEqual(pages.flatMap(({ json }) => json.content))
    expect((await request('books?unpaged=true')).json.content).toEqual(content)
    const short = (await request('books?size=1')).json
    expect(Object.keys(rest).toSorted()).toEqual(
      Object.keys(short)
        .filter((key) => key !== 'content')
        .toSorted(),
    )
  })
})

/** Every query to the database, as seen by its connection. */
function watchQuestions(kind: Db['kind']) {
  if (kind === 'sqlite') return vi.spyOn(SqliteConnection.prototype, 'run')
  const { Client } = createRequire(import.meta.url)('pg') as typeof import('pg')
  return vi.spyOn(Client.prototype, 'query')
}
