import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { makeEpub } from '../../../test/fixtures/make-epub.ts'
import { openTestServer, password, type TestServer } from '../../../test/server.ts'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const comic = makeComic(10, { Title: 'Comic' })

describe.each(['sqlite', 'postgres'] as const)('KOReader sync on %s', (kind) => {
  let server: TestServer
  let key: string
  let books: {
    id: string
    title: string
    filePath: string
    readerSyncHash: string
    fileFormat: string
    pageCount: number
  }[]
  beforeAll(async () => {
    server = await openTestServer(kind, { 'A/comic.cbz': comic, 'B/copy.cbz': comic, 'C/book.epub': makeEpub() })
    await server.scan({ bookStrategy: 'filename' })
    key = (await server.request('POST', 'api-keys', { as: server.admin, body: { name: 'ko' } })).json.key
    books = (await server.request('GET', 'books?pageSize=50', { as: server.admin })).json.data
  })
  afterAll(() => server.close())

  // The headers KOReader's own client sends with every call.
  const client = (user: string, secret: string) => ({
    accept: 'application/vnd.koreader.v1+json',
    'x-auth-user': user,
    'x-auth-key': md5(secret),
  })
  const call = (method: 'GET' | 'PUT' | 'POST', path: string, headers: Record<string, string>, body?: unknown) =>
    server.request(method, `/koreader/${path}`, { headers, body })
  const update = (document: string, progress: string, percentage: number) => ({
    document,
    progress,
    percentage,
    device: 'Kobo Clara',
    device_id: 'ABC123',
  })
  const book = (title: string) => books.find((one) => new RegExp(`[/]${title}[.]\\w+$`).test(one.filePath))!

  it('lets in a key as the name, a name with the MD5 of a key, and nobody else', async () => {
    expect((await call('GET', 'users/auth', client(key, 'whatever'))).json).toEqual({ authorized: 'OK' })
    expect((await call('GET', 'users/auth', client('root', key))).status).toBe(200)
    expect((await call('GET', 'users/auth', client('api', key))).status).toBe(200)
    expect((await call('GET', 'users/auth', client('api', 'no key'))).status).toBe(401)
    for (const [user, secret] of [
      ['root', password],
      ['root', 'x'],
      ['lectern_aaaaaaaa_b', 'x'],
      ['nobody', key],
    ] as const) {
      const refused = await call('GET', 'users/auth', client(user, secret))
      expect([refused.status, refused.json]).toEqual([401, { code: 2001, message: 'Unauthorized' }])
    }
  })

  it('knows itself, and makes no accounts', async () => {
    expect((await call('GET', 'healthcheck', {})).json).toEqual({ state: 'OK' })
    const refused = await call('POST', 'users/create', {}, { username: 'x', password: 'y' })
    expect([refused.status, refused.json.code]).toEqual([402, 2005])
  })

  it('counts what was read once, however many copies of the file there are', async () => {
    const begun = { currentPage: 1, updatedAt: new Date(Date.now() - 600_000).toISOString() }
    for (const title of ['comic', 'copy'])
      await server.request('PUT', `books/${book(title).id}/progress`, { as: server.admin, body: begun })
    await call('PUT', 'syncs/progress', client(key, ''), update(book('comic').readerSyncHash, '3', 0.3))
    const { json } = await server.request('GET', 'user/reading-statistics', { as: server.admin })
    expect(json.pagesRead).toBe(2)
    expect(json.minutesRead).toBeLessThan(20)
  })

  it('takes and gives back the page, with the device and the time', async () => {
    const document = book('comic').readerSyncHash
    const put = await call('PUT', 'syncs/progress', client(key, ''), update(document, '4', 0.4))
    expect([put.status, put.json]).toEqual([200, { document, timestamp: expect.any(Number) }])
    const got = await call('GET', `syncs/progress/${document}`, client(key, ''))
    expect(got.json).toEqual({
      document,
      progress: '4',
      percentage: 0.4,
      device: 'Kobo Clara',
      device_id: 'ABC123',
      timestamp: put.json.timestamp,
    })
    expect(String(got.headers['content-type'])).toMatch(/^application\/json/)
  })

  it('moves every book that is the same document', async () => {
    expect(book('copy').readerSyncHash).toBe(book('comic').readerSyncHash)
    const progress = await server.request('GET', `books/${book('copy').id}/progress`, { as: server.admin })
    expect(progress.json.currentPage).toBe(4)
  })

  it('says nothing, not an error, of what it does not know', async () => {
    const unknown = await call('GET', `syncs/progress/${md5('nothing')}`, client(key, ''))
    expect([unknown.status, unknown.json]).toEqual([200, {}])
    expect((await call('PUT', 'syncs/progress', client(key, ''), update(md5('nothing'), '1', 0))).status).toBe(200)
  })

  it('refuses in its own codes', async () => {
    const noDocument = await call('PUT', 'syncs/progress', client(key, ''), { progress: '1' })
    expect([noDocument.status, noDocument.json.code]).toEqual([403, 2004])
    const noProgress = await call('PUT', 'syncs/progress', client(key, ''), { document: md5('x'), percentage: 1 })
    expect([noProgress.status, noProgress.json.code]).toEqual([403, 2003])
  })

  it('finds a document by the name of its file, for readers set up so', async () => {
    const got = await call('GET', `syncs/progress/${md5('comic.cbz')}`, client(key, ''))
    expect(got.json.progress).toBe('4')
  })

  it('finds a copy that was packed anew by another of its names, and says by which', async () => {
    const [content, filename] = [md5('packed anew'), md5('comic.cbz')]
    const ids = `content:${content},structure:${md5('spine')},filename:${filename}`
    const asked = await call('GET', `syncs/progress/${content}?ids=${encodeURIComponent(ids)}`, client(key, ''))
    expect(asked.json).toMatchObject({
      document: content,
      progress: '4',
      match: 'filename',
      progress_match: 'filename',
    })
    const same = book('comic').readerSyncHash
    const exact = await call('GET', `syncs/progress/${same}?ids=content:${same},filename:${filename}`, client(key, ''))
    expect(exact.json.progress_match).toBe('content')

    const identifiers = [
      { type: 'content', value: content },
      { type: 'filename', value: filename },
    ]
    const put = await call('PUT', 'syncs/progress', client(key, ''), { ...update(content, '6', 0.6), identifiers })
    expect(put.json.document).toBe(content)
    expect((await call('GET', `syncs/progress/${same}`, client(key, ''))).json.progress).toBe('6')
    // Not a list of identifiers: treated as if there were none.
    const odd = { ...update(same, '4', 0.4), identifiers: 'x' }
    expect((await call('PUT', 'syncs/progress', client(key, ''), odd)).status).toBe(200)
  })

  it('continues on the web what was read in KOReader, and the other way round, in an EPUB', async () => {
    const epub = book('book')
    const pointer = '/body/DocFragment[2]/body/p[1]/text().0'
    await call('PUT', 'syncs/progress', client(key, ''), update(epub.readerSyncHash, pointer, 0.5))
    const place = await server.request('GET', `books/${epub.id}/progression`, { as: server.admin })
    const { positions } = (await server.request('GET', `books/${epub.id}/positions`, { as: server.admin })).json
    expect(place.json.device).toEqual({ id: 'ABC123', name: 'Kobo Clara' })
    expect(positions.map((one: { href: string }) => one.href)).toContain(place.json.locator.href)

    const first = positions[0]
    const written = await server.request('PUT', `books/${epub.id}/progression`, {
      as: server.admin,
      body: { modified: new Date().toISOString(), device: { id: 'web', name: 'Browser' }, locator: first },
    })
    expect(written.status).toBe(204)
    const back = await call('GET', `syncs/progress/${epub.readerSyncHash}`, client(key, ''))
    expect(back.json.progress).toMatch(/^\/body\/DocFragment\[1\]/)
    expect(back.json.device).toBe('Browser')
  })

  it('refuses a read-only key with a clear message', async () => {
    const body = { name: 'read only', permissions: ['BooksRead', 'ProgressRead'] }
    const reader = (await server.request('POST', 'api-keys', { as: server.admin, body })).json.key
    const refused = await call(
      'PUT',
      'syncs/progress',
      client(reader, ''),
      update(book('comic').readerSyncHash, '9', 0.9),
    )
    expect([refused.status, refused.json.code]).toEqual([403, 2003])
  })

  it('hides a book from whoever may not see it', async () => {
    const stranger = await server.addUser('stranger', { allLibraries: false, libraryIds: [] })
    const theirs = (await server.request('POST', 'api-keys', { as: stranger.as, body: { name: 'k' } })).json.key
    const got = await call('GET', `syncs/progress/${book('comic').readerSyncHash}`, client(theirs, ''))
    expect(got.json).toEqual({})
  })
})
