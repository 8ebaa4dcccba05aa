import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bumpRevisions } from '../src/store/revision.ts'
import { makeComic } from './fixtures/make-comic.ts'
import { makeEmptyPdf } from './fixtures/make-empty-pdf.ts'
import { makeEpub } from './fixtures/make-epub.ts'
import { makePng } from './fixtures/make-images.ts'
import { openTestServer, password, type TestServer } from './server.ts'

// The specification, section by section, tested from outside.

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const bookFields = [
  ...['id', 'libraryId', 'libraryName', 'seriesId', 'seriesName', 'title', 'titleSort', 'number', 'filePath'],
  ...['fileFormat', 'fileSize', 'fileHash', 'readerSyncHash', 'pageCount', 'analyzed', 'analysisError', 'deleted'],
  ...['readingDirection', 'readProgress', 'createdAt', 'updatedAt'],
]
const locks = [
  ...['ageRating', 'alternateTitles', 'authorsJsonLock', 'cover', 'customMetadata', 'genres', 'imprint', 'language'],
  ...['publisher', 'readingDirection', 'status', 'summary', 'tags', 'title', 'titleSort', 'totalBookCount', 'year'],
]

describe.each(['sqlite', 'postgres'] as const)('the specification on %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(kind, {
      'Run/Run 1.cbz': makeComic(3, { Number: '1.5', Writer: 'Ann', Manga: 'YesAndRightToLeft' }),
      'Run/Run 2.cbz': makeComic(2),
      'Text/text.epub': makeEpub(),
      'Text/paper.pdf': makeEmptyPdf(200, 300),
      'Bad/bad.cbz': Buffer.from('this is no archive'),
    })
    await server.scan({ bookStrategy: 'filename', numberStrategy: 'smart' })
  }, 120_000)
  afterAll(() => server.close())
  const get = (path: string, as = server.admin) => server.request('GET', path, { as })
  const addKey = async (body: object, as = server.admin) => server.request('POST', 'api-keys', { as, body })

  describe('§2.1 API keys', () => {
    it('are shown whole once, and never again', async () => {
      const { status, json } = await addKey({ name: 'My key', permissions: ['BooksRead', 'LibrariesRead'] })
      expect(status).toBe(201)
      expect(Object.keys(json).sort()).toEqual([
        'created_at',
        'expires_at',
        'id',
        'key',
        'key_prefix',
        'name',
        'permissions',
      ])
      expect(json.id).toMatch(uuid)
      expect(json.created_at).toMatch(moment)
      expect(json.expires_at).toBeNull()
      const [, prefix] = /^lectern_([A-Za-z0-9]{8})_[A-Za-z0-9]{20,}$/.exec(json.key)!
      expect(json.key_prefix).toBe(`lectern_${prefix}`)
      expect([...json.permissions].sort()).toEqual(['BooksRead', 'LibrariesRead'])

      const list = await get('api-keys')
      expect(Array.isArray(list.json)).toBe(true)
      const item = list.json.find((one: { id: string }) => one.id === json.id)
      expect(Object.keys(item).sort()).toEqual([
        'created_at',
        'expires_at',
        'id',
        'key_prefix',
        'last_used_at',
        'name',
        'permissions',
      ])
      expect(list.text).not.toContain(json.key)
      expect(list.text).not.toContain(json.key.split('_')[2])
    })

    it('follow their life: used, refused after expiry, refused after revocation', async () => {
      const made = (await addKey({ name: 'short', expires_at: new Date(Date.now() + 3_600_000).toISOString() })).json
      expect((await get('auth/me', `Bearer ${made.key}`)).status).toBe(200)
      const used = (await get('api-keys')).json.find((one: { id: string }) => one.id === made.id)
      expect(used.last_used_at).toMatch(moment)
      await server.db.transaction(async (tx) => {
        await tx
          .updateTable('api_key')
          .set({ expires_at: Date.now() - 1 })
          .where('name', '=', 'short')
          .execute()
        await bumpRevisions(tx, 'access')
      })
      const expired = await get('auth/me', `Bearer ${made.key}`)
      expect([expired.status, expired.json.error]).toEqual([401, 'api_key_expired'])

      const other = (await addKey({ name: 'k' })).json
      expect((await server.request('DELETE', `api-keys/${other.id}`, { as: server.admin })).status).toBe(204)
      const revoked = await get('auth/me', `Bearer ${other.key}`)
      expect([revoked.status, revoked.json.error]).toEqual([401, 'invalid_api_key'])
      expect((await server.request('DELETE', `api-keys/${other.id}`, { as: server.admin })).status).toBe(404)
    })

    it('never grant what their owner lacks, now or later', async () => {
      const maintainer = await server.addUser('maintainer', { role: 'maintainer' })
      const me = (await get('auth/me', maintainer.as)).json
      expect(me.effectivePermissions ?? me.user?.effectivePermissions).toHaveLength(15)
      expect((await addKey({ name: 'k', permissions: ['UsersRead'] }, maintainer.as)).status).toBe(403)
      expect((await addKey({ name: 'k', permissions: ['Nonsense'] })).status).toBe(400)
      const all = (await addKey({ name: 'k' }, maintainer.as)).json
      expect(all.permissions).toHaveLength(15)

      const second = await server.addUser('second', { role: 'admin' })
      const { key } = (await addKey({ name: 'k', permissions: ['UsersRead'] }, second.as)).json
      expect((await get('users', `Bearer ${key}`)).status).toBe(200)
      await server.request('PATCH', `users/${second.id}`, { as: server.admin, body: { role: 'maintainer' } })
      const refused = await get('users', `Bearer ${key}`)
      expect([refused.status, refused.json.error]).toEqual([403, 'permission_denied'])
    })
  })

  describe('§2.2–2.4 books', () => {
    it('have every field, of its type, null where nothing is known', async () => {
      const { data } = (await get('books?pageSize=500')).json
      expect(data).toHaveLength(5)
      for (const book of data) {
        expect(Object.keys(book).sort()).toEqual([...bookFields].sort())
        for (const id of ['id', 'libraryId', 'seriesId']) expect(book[id]).toMatch(uuid)
        for (const time of ['createdAt', 'updatedAt']) expect(book[time]).toMatch(moment)
        expect(['cbz', 'cbr', 'epub', 'pdf']).toContain(book.fileFormat)
        expect(book.fileHash).toMatch(/^[0-9a-f]{64}$/)
        for (const whole of ['fileSize', 'pageCount']) expect(Number.isInteger(book[whole])).toBe(true)
        for (const flag of ['analyzed', 'deleted']) expect(typeof book[flag]).toBe('boolean')
        expect(book.number === null || Number.isInteger(book.number)).toBe(true)
      }
      const manga = data.find((book: { filePath: string }) => book.filePath.endsWith('Run 1.cbz'))
      expect(manga).toMatchObject({ number: 1, readingDirection: 'rtl', pageCount: 3, analyzed: true })
      const bad = data.find((book: { filePath: string }) => book.filePath.endsWith('bad.cbz'))
      expect(bad).toMatchObject({ analyzed: false, analysisError: expect.any(String) })
    })

    it('come with the colour of their cover if requested, and so do series', async () => {
      const colour = /^#[0-9a-f]{6}$/
      for (const list of ['books', 'series', 'books/recently-added', 'series/recently-added']) {
        const { data } = (await get(`${list}?covers=true&full=false`)).json
        expect(
          data.every((each: object) => 'coverColor' in each),
          list,
        ).toBe(true)
        expect(data.map((each: { coverColor: string }) => each.coverColor)).toContainEqual(
          expect.stringMatching(colour),
        )
      }
    })

    it('return the text of a page, which is empty for a picture, and 404 for pages that don’t exist', async () => {
      const { data } = (await get('books')).json
      for (const end of ['paper.pdf', 'Run 1.cbz']) {
        const { id } = data.find((book: { filePath: string }) => book.filePath.endsWith(end))
        const { status, json, headers } = await get(`books/${id}/pages/1/text`)
        expect([status, json], end).toEqual([
          200,
          { text: '', runs: [], links: [], comments: [], formFields: [], pictures: [], isDark: false },
        ])
        expect(headers.etag).toBeTruthy()
        expect((await get(`books/${id}/pages/99/text`)).status).toBe(404)
      }
    })

    it('send a page as it is in the file, whatever unknown parameters its address has', async () => {
      const book = (await get('books?sort=title,asc')).json.data.find(
        (one: { pageCount: number }) => one.pageCount === 3,
      )
      const page = await get(`books/${book.id}/pages/1`)
      const marked = await get(`books/${book.id}/pages/1?v=7`)
      expect([marked.status, marked.headers.etag, marked.bytes]).toEqual([200, page.headers.etag, page.bytes])
      expect((await get(`books/${book.id}/pages/1?width=1e2`)).status).toBe(400)
      expect((await get(`books/${book.id}/resources/`)).status).toBe(404)
    })

    it('take another cover, keep it until it is reset, and answer 304 while it is the same', async () => {
      const [book] = (await get('books?sort=title,desc')).json.data
      const request = (method: 'POST' | 'PUT' | 'DELETE', path: string, more: object = {}) =>
        server.request(method, `books/${book.id}/${path}`, { as: server.admin, ...more })
      const upload = (bytes: Uint8Array) => {
        const head =
          '--x\r\ncontent-disposition: form-data; name="cover"; filename="c.png"\r\ncontent-type: image/png\r\n\r\n'
        const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')])
        return request('POST', 'cover', { body, headers: { 'content-type': 'multipart/form-data; boundary=x' } })
      }
      expect((await upload(Buffer.from('no picture'))).status).toBe(415)
      const made = await upload(makePng(30, 40, 90))
      expect([made.status, made.json.isSelected, made.json.source]).toEqual([201, true, 'custom'])
      const path = `books/${book.id}/covers/${made.json.id}/image`
      const image = await get(path)
      expect([image.status, image.headers['content-type']]).toEqual([200, 'image/png'])
      const again = await server.request('GET', path, {
        as: server.admin,
        headers: { 'if-none-match': String(image.headers.etag) },
      })
      expect([again.status, again.bytes.length]).toEqual([304, 0])
      expect((await request('DELETE', 'covers/selected')).status).toBe(204)
      expect((await request('DELETE', 'covers/selected')).status).toBe(404)
      expect((await request('PUT', `covers/${made.json.id}/select`)).json.isSelected).toBe(true)
      expect((await request('DELETE', `covers/${made.json.id}`)).status).toBe(204)
      expect((await get(`books/${book.id}/covers`)).json).toEqual({ covers: [] })
    })

    it('come with their metadata one by one', async () => {
      const [book] = (await get('books')).json.data
      const { json } = await get(`books/${book.id}`)
      expect(Object.keys(json).sort()).toEqual(['book', 'metadata'])
      expect(json.book).toEqual(book)
    })

    it('that failed are grouped by what went wrong', async () => {
      const { json } = await get('books/errors')
      expect(Object.keys(json).sort()).toEqual([
        'errorCounts',
        'groups',
        'page',
        'pageSize',
        'totalBooksWithErrors',
        'totalPages',
      ])
      expect(json).toMatchObject({ page: 0, totalBooksWithErrors: 1, totalPages: 1 })
      const [group] = json.groups
      expect(Object.keys(group).sort()).toEqual(['books', 'count', 'errorType', 'label'])
      expect(json.errorCounts).toEqual({ [group.errorType]: 1 })
      const [{ book, errors }] = group.books
      expect(Object.keys(book).sort()).toEqual([...bookFields].sort())
      expect(errors[0]).toMatchObject({
        errorType: group.errorType,
        message: expect.any(String),
        occurredAt: expect.stringMatching(moment),
      })
      const second = (await get('books/errors?page=2')).json
      expect([second.page, second.groups.flatMap((one: { books: unknown[] }) => one.books)]).toEqual([1, []])
    })
  })

  it('§2.5 gives a series its full metadata with seventeen locks', async () => {
    const [series] = (await get('series')).json.data
    const { json } = await get(`series/${series.id}/full`)
    const fields = [
      'title',
      'titleSort',
      'summary',
      'publisher',
      'imprint',
      'status',
      'ageRating',
      'language',
      'readingDirection',
    ]
    const more = ['year', 'totalBookCount', 'authors', 'customMetadata', 'locks', 'createdAt', 'updatedAt']
    expect(Object.keys(json.metadata).sort()).toEqual([...fields, ...more].sort())
    expect(Object.keys(json.metadata.locks).sort()).toEqual([...locks].sort())
    expect(Object.values(json.metadata.locks).every((lock) => lock === false)).toBe(true)
    const patched = await server.request('PATCH', `series/${series.id}/metadata`, {
      as: server.admin,
      body: { publisher: 'A house' },
    })
    expect(patched.status).toBe(200)
    const after = (await get(`series/${series.id}/full`)).json.metadata
    expect([after.publisher, after.locks.publisher, after.locks.title]).toEqual(['A house', true, false])
  })

  describe('§2.6 and §8.1 pages', () => {
    it('have the wrapper and its links', async () => {
      const { json } = await get('books?pageSize=2&sort=title,asc&page=2')
      expect(Object.keys(json).sort()).toEqual(['data', 'links', 'page', 'pageSize', 'total', 'totalPages'])
      expect(json).toMatchObject({ page: 2, pageSize: 2, total: 5, totalPages: 3 })
      expect(Object.keys(json.links).sort()).toEqual(['first', 'last', 'next', 'prev', 'self'])
      for (const link of Object.values<string>(json.links)) {
        const { searchParams, pathname } = new URL(link, 'http://x')
        expect([pathname, searchParams.get('pageSize'), searchParams.get('sort')]).toEqual([
          '/api/v1/books',
          '2',
          'title,asc',
        ])
      }
      expect((await get(json.links.first)).json.links.prev).toBeNull()
      expect((await get(json.links.last)).json.links.next).toBeNull()
    })

    it('have defaults and bounds', async () => {
      expect((await get('books')).json).toMatchObject({ page: 1, pageSize: 50 })
      expect((await get('books?pageSize=9999')).json.pageSize).toBe(500)
      for (const bad of ['page=0', 'page=-1', 'page=x', 'pageSize=0', 'sort=nonsense,asc', 'sort=title,up']) {
        const refused = await get(`books?${bad}`)
        expect([bad, refused.status, refused.json.error]).toEqual([bad, 400, 'validation_failed'])
      }
      const past = (await get('books?page=77&pageSize=2')).json
      expect(past).toMatchObject({ data: [], total: 5, page: 77 })
      expect(past.links.prev).toContain('page=3')
    })

    it('follow the body of POST lists, with paging in the query', async () => {
      const body = { condition: { title: { operator: 'contains', value: 'run' } } }
      const { json } = await server.request('POST', 'books/list?page=1&pageSize=1&sort=title,desc', {
        as: server.admin,
        body,
      })
      expect([json.total, json.data[0].title]).toEqual([2, 'Run 2'])
      const series = await server.request('POST', 'series/list?sort=name,asc', { as: server.admin, body: {} })
      expect(series.json.data.map((one: { title: string }) => one.title)).toEqual(['Bad', 'Run', 'Text'])
    })
  })

  describe('§5 ways in', () => {
    it('are all open to a key, and to a token', async () => {
      const { key } = (await addKey({ name: 'k' })).json
      const basic = (name: string, secret: string) => `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`
      const forms: Record<string, string>[] = [
        { 'x-api-key': key },
        { authorization: `Bearer ${key}` },
        { authorization: basic('api', key) },
        { authorization: basic('root', password) },
        { authorization: server.admin },
      ]
      for (const headers of forms) {
        expect((await server.request('GET', 'books', { headers })).status).toBe(200)
      }
    })

    it('say why they are closed', async () => {
      for (const [headers, error] of [
        [{}, 'unauthorized'],
        [{ 'x-api-key': 'nonsense' }, 'invalid_api_key_format'],
        [{ 'x-api-key': 'lectern_short_x' }, 'invalid_api_key_format'],
        [{ 'x-api-key': `lectern_abcdefgh_${'x'.repeat(43)}` }, 'invalid_api_key'],
        [{ authorization: 'Bearer a.b.c' }, 'invalid_token'],
      ] as const) {
        const refused = await server.request('GET', 'books', { headers: headers as Record<string, string> })
        expect([refused.status, refused.json.error]).toEqual([401, error])
        expect(refused.headers['www-authenticate']).toContain('Bearer')
      }
    })

    it('let a reader app do what its preset allows, and no more', async () => {
      const permissions = ['LibrariesRead', 'SeriesRead', 'BooksRead', 'PagesRead', 'ProgressRead', 'ProgressWrite']
      const as = `Bearer ${(await addKey({ name: 'OPDS', permissions })).json.key}`
      expect((await get('/opds/v1.2/catalog', as)).status).toBe(200)
      expect((await get('libraries', as)).status).toBe(200)
      const library = (await get('libraries', as)).json[0]
      expect((await server.request('POST', `libraries/${library.id}/scan`, { as })).status).toBe(403)
      expect((await get('users', as)).status).toBe(403)
    })
  })

  it('§4.4 and §9 answer at their addresses', async () => {
    expect((await server.request('GET', '/health')).json.status).toBe('ok')
    expect((await server.request('GET', '/api/docs')).status).toBe(200)
    expect((await server.request('GET', '/api/v1/openapi.json')).json.info.version).toBe('1.14.3')
    for (const path of ['/opds/v1.2/catalog', '/opds/v1/catalog', '/opds/v2'])
      expect((await get(path)).status).toBe(200)
    expect((await get('/komga/api/v1/libraries')).status).toBe(404)
    for (const path of ['/api/v1/nothing', '/api/nothing', '/opds/nothing']) expect((await get(path)).status).toBe(404)
  })
})

describe('§7.1 and §8.2 limits', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer('sqlite', {}, (config) => {
      config.rate_limit.enabled = true
    })
  })
  afterAll(() => server.close())

  it('allow a burst of fifty to anonymous clients and of two hundred to people, and report it in every response', async () => {
    // At once, and more than enough: on a busy machine tokens are added in between.
    const burst = (count: number, as?: string) =>
      Promise.all(Array.from({ length: count }, () => server.request('GET', 'info', { as })))
    const anonymous = await burst(120)
    const refused = anonymous.find((answer) => answer.status === 429)!
    expect(anonymous.indexOf(refused)).toBeGreaterThanOrEqual(45)
    for (const answer of anonymous) {
      expect(answer.headers['x-ratelimit-limit']).toBe('50')
      expect(Number(answer.headers['x-ratelimit-remaining'])).toBeGreaterThanOrEqual(0)
      expect(answer.headers['x-ratelimit-reset']).toBeDefined()
    }
    expect(Object.keys(refused.json).sort()).toEqual(['error', 'message', 'retry_after'])
    expect(refused.json).toMatchObject({ error: 'rate_limit_exceeded', retry_after: 1 })
    expect(refused.headers['retry-after']).toBe('1')
    expect(refused.json.message).toContain('1')

    const people = await burst(60, server.admin)
    expect(people.every((answer) => answer.status === 200)).toBe(true)
    expect(people[0]!.headers['x-ratelimit-limit']).toBe('200')
    expect((await server.request('GET', '/health')).status).toBe(200)
    const forged = await server.request('GET', 'info', {
      headers: { authorization: 'Bearer e30.e30.e30', 'x-forwarded-for': '9.9.9.9' },
    })
    expect(forged.headers['x-ratelimit-limit']).toBe('50')
  })
})
