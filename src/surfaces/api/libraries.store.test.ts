import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { makeFolder, putComic, putFile, tidyUp } from '../../../test/scan-pipeline.ts'
import { type BuiltServer, buildServer } from '../../build-server.ts'
import { defaultConfig } from '../../config/load-config.ts'
import type { LecternEvent } from '../../contract/events.ts'
import { openLogger } from '../edge/server-logger.ts'

afterAll(tidyUp)
const password = 'correct horse battery'

onBothDatabases((open) => {
  let lectern: BuiltServer
  let admin: string
  const heard: LecternEvent[] = []
  const ask = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT', path: string, body?: object, as = admin) => {
    const answer = await lectern.app.inject({
      method,
      url: `/api/v1/${path}`,
      headers: { authorization: as },
      ...(body && { payload: body }),
    })
    return { status: answer.statusCode, body: answer.body ? answer.json() : undefined, headers: answer.headers }
  }
  const until = async (isSo: () => Promise<boolean>) => {
    for (const end = Date.now() + 180_000; Date.now() < end; await sleep(50)) if (await isSo()) return
    throw new Error('it did not happen in time')
  }
  const idle = () =>
    until(async () => {
      const { body } = await ask('GET', 'tasks/stats')
      return body.pending === 0 && body.running === 0
    })

  beforeAll(async () => {
    const { options } = await open()
    const config = { ...defaultConfig(), data_dir: options.dataDir }
    config.database.url = options.url ?? null
    config.rate_limit.enabled = false
    config.tasks.workers = 1
    config.scanner.settle_seconds = 0
    lectern = await buildServer(config, { log: openLogger({ level: 'silent', pretty: false }), strictAnswers: true })
    lectern.context.events.on(({ event }) => heard.push(event))
    const made = await lectern.app.inject({
      method: 'POST',
      url: '/api/v1/setup/initialize',
      payload: { username: 'root', password },
    })
    admin = `Bearer ${made.json().accessToken}`
  })
  // Whatever a test that failed has left does not stand in the way of its second try.
  beforeEach(async () => {
    for (const { id } of (await ask('GET', 'libraries')).body) await ask('DELETE', `libraries/${id}`)
    await idle()
  })
  afterAll(() => lectern.close())

  it('a library is made, scanned and read; its files appear as books', async () => {
    const root = makeFolder()
    putComic(root, 'Bone/Bone 1.cbz')
    putComic(root, 'Bone/Bone 2.cbz')
    putFile(root, 'Bone/bad.cbz', 'broken')
    const made = await ask('POST', 'libraries', { name: 'Comics', path: root, excludedPatterns: '*.tmp\nExtras/' })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ name: 'Comics', path: root, seriesStrategy: 'series_volume', isActive: true })
    expect(made.body.excludedPatterns).toBe('*.tmp\nExtras/')
    await idle()
    const list = await ask('GET', 'libraries')
    expect(list.body).toMatchObject([{ id: made.body.id, bookCount: 3, seriesCount: 1 }])
    const again = await lectern.app.inject({
      method: 'GET',
      url: '/api/v1/libraries',
      headers: { authorization: admin, 'if-none-match': list.headers.etag as string },
    })
    expect(again.statusCode).toBe(304)
    const status = await ask('GET', `libraries/${made.body.id}/scan-status`)
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
    // Told after the work is written down, so a moment after the queue is empty.
    await until(async () => expected.every((type) => heard.some((event) => event.type === type)))
    const retried = await ask('POST', 'books/retry-all-errors', { errorType: 'format_detection' })
    expect([retried.status, retried.body.tasksEnqueued]).toEqual([202, 1])
    expect((await ask('POST', 'books/retry-all-errors', { errorType: 'thumbnail' })).body.tasksEnqueued).toBe(0)
    expect((await ask('POST', 'books/retry-all-errors')).status).toBe(202)
    await idle()
  })

  it('a library that says nothing of it is titled and numbered by what its files say, else by their names', async () => {
    const root = makeFolder()
    putComic(root, 'saga/Saga 001 (2012) (Digital) (Zone-Empire).cbz')
    putComic(root, 'saga/Saga 001.5 (2012) (Digital) (Zone-Empire).cbz', '<Series>Saga!</Series><Number>1.5</Number>')
    putComic(root, 'saga/x.cbz', '<Series>Saga!</Series><Number>2</Number><Title>The Will</Title>')
    const made = await ask('POST', 'libraries', { name: 'By itself', path: root })
    expect(made.body).toMatchObject({ bookStrategy: 'smart', numberStrategy: 'smart' })
    await idle()
    const condition = { libraryId: { operator: 'is', value: made.body.id } }
    const { body } = await ask('POST', 'books/list?sort=number,asc', { condition })
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
    const half = await ask('GET', `books/${body.data[1].id}`)
    expect(half.body.metadata.number).toBe('1.5')
    const off = await ask('PATCH', `libraries/${made.body.id}`, { seriesConfig: { titleFromMetadata: false } })
    expect(off.status).toBe(200)
    await idle()
    expect((await ask('GET', `books/${body.data[0].id}`)).body.book).toMatchObject({
      seriesName: 'saga',
      title: 'saga #1',
    })
    expect((await ask('POST', 'series/list', { fullTextSearch: 'saga' })).body.data).toHaveLength(1)
  })

  it('a book is read as it says, its series as most of its books, unless a person said how', async () => {
    const root = makeFolder()
    const rtl = '<Manga>YesAndRightToLeft</Manga>'
    putComic(root, 'Mixed/1.cbz', rtl)
    for (const n of [2, 3]) putComic(root, `Mixed/${n}.cbz`)
    for (const n of [1, 2]) putComic(root, `Manga/${n}.cbz`, rtl)
    putComic(root, 'Manga/3.cbz')
    const made = await ask('POST', 'libraries', { name: 'Directions', path: root })
    await idle()
    const condition = { libraryId: { operator: 'is', value: made.body.id } }
    const directions = async () => {
      const { body } = await ask('POST', 'books/list?sort=series,asc&sort=number,asc', { condition })
      return body.data.map((book: { readingDirection: string }) => book.readingDirection)
    }
    expect(await directions()).toEqual(['rtl', 'rtl', 'rtl', 'rtl', 'ltr', 'ltr'])
    const { body } = await ask('POST', 'series/list?sort=name,asc', { condition })
    const full = await Promise.all(body.data.map((series: { id: string }) => ask('GET', `series/${series.id}/full`)))
    expect(full.map((series) => series.body.metadata.readingDirection)).toEqual(['rtl', null])
    await ask('PATCH', `series/${body.data[1].id}/metadata`, { readingDirection: 'ttb' })
    expect(await directions()).toEqual(['rtl', 'rtl', 'rtl', 'ttb', 'ttb', 'ttb'])
  })

  it('refuses folders that are not there, not folders, inside or around another library', async () => {
    const root = makeFolder()
    mkdirSync(join(root, 'a/b'), { recursive: true })
    putFile(root, 'file.txt', 'x')
    symlinkSync(join(root, 'a'), join(root, 'link'))
    expect((await ask('POST', 'libraries', { name: 'A', path: join(root, 'a'), scanImmediately: false })).status).toBe(
      201,
    )
    const statusOf = async (path: string) => (await ask('POST', 'libraries', { name: 'X', path })).status
    expect(await statusOf(join(root, 'a'))).toBe(409)
    expect(await statusOf(join(root, 'a/b'))).toBe(409)
    expect(await statusOf(root)).toBe(409)
    expect(await statusOf(join(root, 'link'))).toBe(409)
    expect(await statusOf(join(root, 'nowhere'))).toBe(400)
    expect(await statusOf(join(root, 'file.txt'))).toBe(400)
    expect(await statusOf('relative')).toBe(400)
  })

  it('tells everything that is wrong with the settings at once', async () => {
    const { status, body } = await ask('POST', 'libraries', {
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
    expect((await ask('POST', 'libraries', { name: 'X', path: makeFolder(), scanningConfig: zone })).status).toBe(400)
  })

  it('two who add folders within each other at the same moment do not both get them', async () => {
    const root = makeFolder()
    mkdirSync(join(root, 'inner'))
    const both = await Promise.all(
      [root, join(root, 'inner')].map((path) => ask('POST', 'libraries', { name: 'One of two', path })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    await idle()
  })

  it('shows what a strategy would make of a folder, and changes it on a live library', async () => {
    const root = makeFolder()
    putComic(root, 'Image/Saga (2012)/Saga 001.cbz')
    putComic(root, 'Image/Saga (2012)/Saga 002.cbz')
    putComic(root, 'Image/Paper Girls (2015)/Paper Girls 001.cbz')
    const input = { path: root, seriesStrategy: 'publisher_hierarchy', seriesConfig: { skipDepth: 1 } }
    const preview = await ask('POST', 'libraries/preview-scan', input)
    expect(preview.body.totalFiles).toBe(3)
    expect(
      preview.body.detectedSeries.map((series: { name: string; bookCount: number }) => [series.name, series.bookCount]),
    ).toEqual([
      ['Paper Girls', 1],
      ['Saga', 2],
    ])
    const { body: library } = await ask('POST', 'libraries', {
      name: 'Comics 2',
      path: root,
      seriesStrategy: 'series_volume_chapter',
    })
    await idle()
    expect((await ask('GET', `libraries/${library.id}`)).body).toMatchObject({ bookCount: 3, seriesCount: 1 })
    const changed = await ask('PATCH', `libraries/${library.id}`, { seriesStrategy: 'series_volume', name: 'Renamed' })
    expect(changed.body).toMatchObject({ name: 'Renamed', seriesStrategy: 'series_volume', seriesConfig: {} })
    await idle()
    expect((await ask('GET', `libraries/${library.id}`)).body).toMatchObject({ bookCount: 3, seriesCount: 2 })
  })

  it('covers are drawn and titles made anew when somebody asks, and missing books of a series purged', async () => {
    const root = makeFolder()
    for (const n of [1, 2]) putComic(root, `Bone [x]/Bone ${n}.cbz`)
    const { body: library } = await ask('POST', 'libraries', {
      name: 'Upkeep',
      path: root,
      scanningConfig: { watch: false },
    })
    await idle()
    const outcome = async (path: string, body: object) => {
      const { status, body: task } = await ask('POST', path, body)
      expect(status).toBe(202)
      await idle()
      return (await ask('GET', `tasks/${task.id}`)).body.result
    }
    const [series] = (await ask('GET', `libraries/${library.id}/series`)).body.data
    const [first] = (await ask('GET', `libraries/${library.id}/books?sort=number,asc`)).body.data
    const draw = { drawn: 0, skipped: 0, failed: 0 }
    expect(await outcome(`libraries/${library.id}/books/thumbnails/generate`, {})).toEqual({ ...draw, skipped: 2 })
    expect(await outcome('books/bulk/thumbnails/generate', { bookIds: [first.id], force: true })).toMatchObject({
      drawn: 1,
    })
    expect(await outcome(`series/${series.id}/thumbnail/generate`, { force: true })).toEqual({ ...draw, drawn: 2 })

    const titlePreprocessingRules = [{ pattern: 'Bone', replacement: 'Knochen', enabled: true }]
    await ask('PATCH', `libraries/${library.id}`, { titlePreprocessingRules })
    const title = async () => (await ask('GET', `series/${series.id}`)).body.title
    expect(await outcome(`series/${series.id}/title/reprocess`, { dryRun: true })).toMatchObject({ changed: 1 })
    expect(await title()).toBe(series.title)
    expect(await outcome(`libraries/${library.id}/series/titles/reprocess`, {})).toMatchObject({
      changed: 1,
      skipped: 0,
    })
    expect(await title()).toBe(series.title.replace('Bone', 'Knochen'))
    await ask('PATCH', `series/${series.id}`, { title: 'Mine' })
    expect(await outcome(`series/titles/reprocess`, { seriesIds: [series.id] })).toMatchObject({
      changed: 0,
      skipped: 1,
    })

    rmSync(join(root, 'Bone [x]/Bone 1.cbz'))
    await ask('POST', `libraries/${library.id}/scan`)
    await idle()
    expect((await ask('DELETE', `series/${series.id}/purge-deleted`)).body).toBe(1)
    expect(await ask('POST', 'series/bulk/renumber', { seriesIds: [series.id] })).toMatchObject({ status: 202 })
    expect((await ask('POST', `books/${first.id}/thumbnail/generate`)).status).toBe(404)
  })

  it('a second scan is refused with the id of the first, and a scan can be cancelled', async () => {
    const root = makeFolder()
    putComic(root, 'S/1.cbz')
    const { body: library } = await ask('POST', 'libraries', { name: 'Busy', path: root, scanImmediately: false })
    expect((await ask('GET', `libraries/${library.id}/scan-status`)).status).toBe(404)
    expect((await ask('POST', `libraries/${library.id}/scan/cancel`)).status).toBe(404)
    const [first, second] = await Promise.all([
      ask('POST', `libraries/${library.id}/scan?mode=deep`),
      ask('POST', `libraries/${library.id}/scan`),
    ])
    const [accepted, refused] = first!.status === 202 ? [first!, second!] : [second!, first!]
    expect([accepted.status, refused.status]).toEqual([202, 409])
    expect(refused.body.details.taskId).toBe(accepted.body.id)
    expect((await ask('POST', `libraries/${library.id}/scan?mode=thorough`)).status).toBe(400)
    await idle()
    expect((await ask('POST', `tasks/${accepted.body.id}/cancel`)).status).toBe(409)
    expect((await ask('POST', `tasks/${accepted.body.id}/retry`)).status).toBe(409)
    expect((await ask('GET', `tasks/${accepted.body.id}`)).body).toMatchObject({
      type: 'scan_library',
      status: 'completed',
    })
  })

  it('changes on disk show up by themselves', async () => {
    const root = makeFolder()
    putComic(root, 'S/1.cbz')
    const { body: library } = await ask('POST', 'libraries', { name: 'Watched', path: root })
    await idle()
    const count = async () => (await ask('GET', `libraries/${library.id}`)).body.bookCount
    expect(await count()).toBe(1)
    // The watch is opened behind the answer.
    await sleep(1000)
    putComic(root, 'New folder/2.cbz')
    putComic(root, 'S/3.cbz')
    await until(async () => (await count()) === 3)
    rmSync(join(root, 'S'), { recursive: true })
    await until(async () => (await count()) === 1)
  })

  it('what is missing can be purged, and a library deleted', async () => {
    const root = makeFolder()
    putComic(root, 'S/1.cbz')
    putComic(root, 'S/2.cbz')
    const { body: library } = await ask('POST', 'libraries', {
      name: 'Trash',
      path: root,
      scanningConfig: { watch: false },
    })
    await idle()
    rmSync(join(root, 'S/1.cbz'))
    await ask('POST', `libraries/${library.id}/scan`)
    await idle()
    expect((await ask('GET', `libraries/${library.id}`)).body.bookCount).toBe(1)
    expect((await ask('DELETE', `libraries/${library.id}/purge-deleted`)).body).toBe(1)
    expect((await ask('DELETE', `libraries/${library.id}/purge-deleted`)).body).toBe(0)
    const [{ id }] = (await ask('GET', `libraries/${library.id}/books`)).body.data
    const drawn = async () =>
      (await Array.fromAsync(lectern.context.images.thumbnails.all())).some(({ uid }) => uid === id)
    expect(await drawn()).toBe(true)
    expect((await ask('POST', 'admin/cleanup-orphans')).status).toBe(202)
    await idle()
    expect(await drawn()).toBe(true)
    expect((await ask('DELETE', `libraries/${library.id}`)).status).toBe(204)
    expect((await ask('DELETE', `libraries/${library.id}`)).status).toBe(404)
    expect((await ask('GET', `libraries/${library.id}`)).status).toBe(404)
    await idle()
    expect(await drawn()).toBe(false)
  })

  it('people see only the libraries they were given, and readers change none', async () => {
    const [mine, other] = [makeFolder(), makeFolder()]
    const { body: given } = await ask('POST', 'libraries', { name: 'Given', path: mine, scanImmediately: false })
    const { body: hidden } = await ask('POST', 'libraries', { name: 'Hidden', path: other, scanImmediately: false })
    const username = `reader-${Date.now()}`
    const person = { username, password, role: 'reader', allLibraries: false, libraryIds: [given.id] }
    expect((await ask('POST', 'users', person)).status).toBe(201)
    const login = await lectern.app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      payload: { username, password },
    })
    const reader = `Bearer ${login.json().accessToken}`
    const seen = await ask('GET', 'libraries', undefined, reader)
    expect(seen.body.map((library: { name: string }) => library.name)).toEqual(['Given'])
    // Where the server keeps its files is for whoever looks after them.
    expect(seen.body[0].path).toBe(basename(mine))
    expect((await ask('GET', `libraries/${hidden.id}`, undefined, reader)).status).toBe(404)
    expect((await ask('POST', `libraries/${given.id}/scan`, undefined, reader)).status).toBe(403)
    expect((await ask('GET', 'tasks', undefined, reader)).status).toBe(403)
    expect((await ask('GET', 'filesystem/browse', undefined, reader)).status).toBe(403)
    expect((await ask('GET', 'filesystem/places', undefined, reader)).status).toBe(403)
  })

  it('folders of the server can be browsed, and nothing but folders', async () => {
    const root = makeFolder()
    mkdirSync(join(root, 'B10'))
    mkdirSync(join(root, 'B2'))
    mkdirSync(join(root, '.hidden'))
    putFile(root, 'file.txt', 'x')
    const { body } = await ask('GET', `filesystem/browse?path=${encodeURIComponent(root)}`)
    expect(body.entries.map((entry: { name: string }) => entry.name)).toEqual(['B2', 'B10'])
    expect(body.currentPath).toBe(root)
    expect(
      (await ask('GET', `filesystem/browse?path=${encodeURIComponent(`${root}/../..${root}/nowhere`)}`)).status,
    ).toBe(400)
    expect((await ask('GET', 'filesystem/browse?path=relative')).status).toBe(400)
    expect((await ask('GET', 'filesystem/drives')).body[0]).toMatchObject({ path: '/', isDirectory: true })
    const { status, body: places } = await ask('GET', 'filesystem/places')
    expect(status).toBe(200)
    expect(places.map((place: { path: string }) => place.path)).not.toContain('/')
  })
})
