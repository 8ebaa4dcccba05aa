import { mkdirSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { makeFolder, putComic, putFile } from '../../../test/scan-pipeline.ts'
import { password, serverForLibraries } from './libraries.fixture.ts'

onBothDatabases((open) => {
  const server = serverForLibraries(open)
  const { request, until, idle, heard } = server

  it('a library is made, scanned and read; its files appear as books', async () => {
    const root = makeFolder()
    putComic(root, 'Bone/Bone 1.cbz')
    putComic(root, 'Bone/Bone 2.cbz')
    putFile(root, 'Bone/bad.cbz', 'broken')
    const made = await request('POST', 'libraries', { name: 'Comics', path: root, excludedPatterns: '*.tmp\nExtras/' })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ name: 'Comics', path: root, seriesStrategy: 'series_volume', isActive: true })
    expect(made.body.excludedPatterns).toBe('*.tmp\nExtras/')
    await idle()
    const list = await request('GET', 'libraries')
    expect(list.body).toMatchObject([{ id: made.body.id, bookCount: 3, seriesCount: 1 }])
    const again = await server.lectern.app.inject({
      method: 'GET',
      url: '/api/v1/libraries',
      headers: { authorization: server.admin, 'if-none-match': list.headers.etag as string },
    })
    expect(again.statusCode).toBe(304)
    const status = await request('GET', `libraries/${made.body.id}/scan-status`)
    expect(status.body).toMatchObject({
      status: 'completed',
      filesTotal: 3,
      filesProcessed: 3,
      booksAdded: 3,
      errors: 0,
    })
    const expected = [
      'library_created',
      'scan_started',
      'book_created',
      'book_updated',
      'scan_completed',
      'task_completed',
    ] as const
    // Events are emitted after the result is written, so a moment after the queue is empty.
    await until(async () => expected.every((type) => heard.some((event) => event.type === type)))
    const retried = await request('POST', 'books/retry-all-errors', { errorType: 'format_detection' })
    expect([retried.status, retried.body.tasksEnqueued]).toEqual([202, 1])
    expect((await request('POST', 'books/retry-all-errors', { errorType: 'thumbnail' })).body.tasksEnqueued).toBe(0)
    expect((await request('POST', 'books/retry-all-errors')).status).toBe(202)
    await idle()
  })

  it('by default titles and numbers come from metadata, otherwise from file names', async () => {
    const root = makeFolder()
    putComic(root, 'saga/Saga 001 (2012) (Digital) (Zone-Empire).cbz')
    putComic(root, 'saga/Saga 001.5 (2012) (Digital) (Zone-Empire).cbz', '<Series>Saga!</Series><Number>1.5</Number>')
    putComic(root, 'saga/x.cbz', '<Series>Saga!</Series><Number>2</Number><Title>The Will</Title>')
    const made = await request('POST', 'libraries', { name: 'By itself', path: root })
    expect(made.body).toMatchObject({ bookStrategy: 'smart', numberStrategy: 'smart' })
    await idle()
    const condition = { libraryId: { operator: 'is', value: made.body.id } }
    const { body } = await request('POST', 'books/list?sort=number,asc', { condition })
    const seen = body.data.map((book: { title: string; number: number; seriesName: string }) => [
      book.title,
      book.number,
      book.seriesName,
    ])
    expect(seen).toEqual([
      ['Saga! #1', 1, 'Saga!'],
      ['Saga! #1.5', 1, 'Saga!'],
      ['The Will', 2, 'Saga!'],
    ])
    const half = await request('GET', `books/${body.data[1].id}`)
    expect(half.body.metadata.number).toBe('1.5')
    const off = await request('PATCH', `libraries/${made.body.id}`, { seriesConfig: { titleFromMetadata: false } })
    expect(off.status).toBe(200)
    await idle()
    expect((await request('GET', `books/${body.data[0].id}`)).body.book).toMatchObject({
      seriesName: 'saga',
      title: 'saga #1',
    })
    expect((await request('POST', 'series/list', { fullTextSearch: 'saga' })).body.data).toHaveLength(1)
  })

  it('a book is read as it says, its series as most of its books, unless a person said how', async () => {
    const root = makeFolder()
    const rtl = '<Manga>YesAndRightToLeft</Manga>'
    putComic(root, 'Mixed/1.cbz', rtl)
    for (const n of [2, 3]) putComic(root, `Mixed/${n}.cbz`)
    for (const n of [1, 2]) putComic(root, `Manga/${n}.cbz`, rtl)
    putComic(root, 'Manga/3.cbz')
    const made = await request('POST', 'libraries', { name: 'Directions', path: root })
    await idle()
    const condition = { libraryId: { operator: 'is', value: made.body.id } }
    const directions = async () => {
      const { body } = await request('POST', 'books/list?sort=series,asc&sort=number,asc', { condition })
      return body.data.map((book: { readingDirection: string }) => book.readingDirection)
    }
    expect(await directions()).toEqual(['rtl', 'rtl', 'rtl', 'rtl', 'ltr', 'ltr'])
    const { body } = await request('POST', 'series/list?sort=name,asc', { condition })
    const full = await Promise.all(
      body.data.map((series: { id: string }) => request('GET', `series/${series.id}/full`)),
    )
    expect(full.map((series) => series.body.metadata.readingDirection)).toEqual(['rtl', null])
    await request('PATCH', `series/${body.data[1].id}/metadata`, { readingDirection: 'ttb' })
    expect(await directions()).toEqual(['rtl', 'rtl', 'rtl', 'ttb', 'ttb', 'ttb'])
  })

  it('refuses folders that are not there, not folders, inside or around another library', async () => {
    const root = makeFolder()
    mkdirSync(join(root, 'a/b'), { recursive: true })
    putFile(root, 'file.txt', 'x')
    symlinkSync(join(root, 'a'), join(root, 'link'))
    expect(
      (await request('POST', 'libraries', { name: 'A', path: join(root, 'a'), scanImmediately: false })).status,
    ).toBe(201)
    const statusOf = async (path: string) => (await request('POST', 'libraries', { name: 'X', path })).status
    expect(await statusOf(join(root, 'a'))).toBe(409)
    expect(await statusOf(join(root, 'a/b'))).toBe(409)
    expect(await statusOf(root)).toBe(409)
    expect(await statusOf(join(root, 'link'))).toBe(409)
    expect(await statusOf(join(root, 'nowhere'))).toBe(400)
    expect(await statusOf(join(root, 'file.txt'))).toBe(400)
    expect(await statusOf('relative')).toBe(400)
  })

  it('tells who enters the address of a network share to mount it', async () => {
    const path = 'smb://nas/books'
    for (const { status, body } of [
      await request('POST', 'libraries', { name: 'Share', path: String.raw`\\nas\books` }),
      await request('POST', 'libraries', { name: 'Share', path }),
      await request('GET', `filesystem/browse?path=${encodeURIComponent(path)}`),
    ]) {
      expect(status).toBe(400)
      expect(body.message).toMatch(/^This is the address of a network share\./)
    }
  })

  it('reports every fault of the settings at once', async () => {
    const { status, body } = await request('POST', 'libraries', {
      name: 'X',
      path: makeFolder(),
      seriesStrategy: 'custom',
      seriesConfig: { pattern: '(' },
      excludedPatterns: '*a*b*c*d*',
      scanningConfig: { cronSchedule: '99 * * * *' },
    })
    expect([status, body.error]).toEqual([400, 'validation_failed'])
    const paths = body.details.map((fault: { path: string }) => fault.path)
    expect(paths).toEqual(expect.arrayContaining(['excludedPatterns.0', 'scanningConfig.cronSchedule']))
    expect(paths.some((path: string) => path.startsWith('seriesConfig'))).toBe(true)
    const zone = { cronSchedule: '0 4 * * *', cronTimezone: 'Mars/Olympus' }
    expect((await request('POST', 'libraries', { name: 'X', path: makeFolder(), scanningConfig: zone })).status).toBe(
      400,
    )
  })

  it('of two concurrent requests for nested folders only one creates a library', async () => {
    const root = makeFolder()
    mkdirSync(join(root, 'inner'))
    const both = await Promise.all(
      [root, join(root, 'inner')].map((path) => request('POST', 'libraries', { name: 'One of two', path })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    await idle()
  })

  it('users see only the libraries they have access to, and readers cannot change them', async () => {
    const [mine, other] = [makeFolder(), makeFolder()]
    const { body: given } = await request('POST', 'libraries', { name: 'Given', path: mine, scanImmediately: false })
    const { body: hidden } = await request('POST', 'libraries', { name: 'Hidden', path: other, scanImmediately: false })
    const username = `reader-${Date.now()}`
    const person = { username, password, role: 'reader', allLibraries: false, libraryIds: [given.id] }
    expect((await request('POST', 'users', person)).status).toBe(201)
    const login = await server.lectern.app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      payload: { username, password },
    })
    const reader = `Bearer ${login.json().accessToken}`
    const seen = await request('GET', 'libraries', undefined, reader)
    expect(seen.body.map((library: { name: string }) => library.name)).toEqual(['Given'])
    // Only maintainers see where the server keeps its files.
    expect(seen.body[0].path).toBe(basename(mine))
    expect((await request('GET', `libraries/${hidden.id}`, undefined, reader)).status).toBe(404)
    expect((await request('POST', `libraries/${given.id}/scan`, undefined, reader)).status).toBe(403)
    expect((await request('GET', 'tasks', undefined, reader)).status).toBe(403)
    expect((await request('GET', 'filesystem/browse', undefined, reader)).status).toBe(403)
    expect((await request('GET', 'filesystem/suggested-folders', undefined, reader)).status).toBe(403)
  })

  it('folders of the server can be browsed, and nothing but folders', async () => {
    const root = makeFolder()
    mkdirSync(join(root, 'B10'))
    mkdirSync(join(root, 'B2'))
    mkdirSync(join(root, '.hidden'))
    putFile(root, 'file.txt', 'x')
    const { body } = await request('GET', `filesystem/browse?path=${encodeURIComponent(root)}`)
    expect(body.entries.map((entry: { name: string }) => entry.name)).toEqual(['B2', 'B10'])
    expect(body.currentPath).toBe(root)
    expect(
      (await request('GET', `filesystem/browse?path=${encodeURIComponent(`${root}/../..${root}/nowhere`)}`)).status,
    ).toBe(400)
    expect((await request('GET', 'filesystem/browse?path=relative')).status).toBe(400)
    expect((await request('GET', 'filesystem/drives')).body[0]).toMatchObject({ path: '/', isDirectory: true })
    const { status, body: places } = await request('GET', 'filesystem/suggested-folders')
    expect(status).toBe(200)
    expect(places.map((place: { path: string }) => place.path)).not.toContain('/')
  })
})
