import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { hashSync } from 'bcryptjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'
import { openConfiguredPictureStore, openConfiguredThumbnailStore } from '../../images/configured-stores.ts'
import { importStepHandler } from '../../import-export/import-step-handler.ts'
import { KOMGA_PASSWORD, makeKomga } from '../../import-export/komga.fixture.ts'
import { removeSourceFiles, sourceFilePaths } from '../../import-export/source-files.ts'
import { addImportSource, deleteImportSource, listImportSources } from '../../store/import/sources.ts'
import type { ClaimedTask } from '../../store/task/claim.ts'
import { TASK_CANCELLED, WORKER_STOPPING } from '../../tasks/fail-task.ts'
import type { TaskContext } from '../../tasks/task-kind.ts'
import { openMetadataEditHooks } from './metadata-edit-hooks.ts'

const files = {
  'Aurora/Aurora 1.cbz': makeComic(4, { Series: 'Aurora', Number: 1 }),
  'Aurora/Aurora 2.cbz': makeComic(5, { Series: 'Aurora', Number: 2 }),
}

describe.each(['sqlite', 'postgres'] as const)('importing in steps, on %s', (kind) => {
  let server: TestServer
  let komga: ReturnType<typeof makeKomga>
  const request = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
    server.request(method, `admin/imports${path}`, { as: server.admin, body })

  beforeAll(async () => {
    server = await openTestServer(kind, files)
    await server.scan({ name: 'Ours' })
    const books = Object.entries(files).map(([path, { length: size }], i) => ({
      id: `BOK000000000${i + 1}`,
      path,
      series: 'Aurora',
      size,
      pages: i + 4,
    }))
    komga = makeKomga(books, { passwordHash: hashSync(KOMGA_PASSWORD, 4) })
  })
  afterAll(() => server.close())

  it('goes on after a restart, and ends where a person ends it', async () => {
    const made = await request('POST', '', { path: komga.path })
    await server.waitForIdle()
    const { db, config, tasks, events } = server.lectern.context
    const images = { pictures: openConfiguredPictureStore(config), thumbnails: openConfiguredThumbnailStore(config) }
    const metadataEditHooks = openMetadataEditHooks({ db, config, tasks })
    const { run } = importStepHandler({ db, config, events, images, metadataEditHooks, tasks })
    const task = { params: { id: made.json.id, step: 'dry_run' } } as unknown as ClaimedTask
    const endedBy = (reason: Error) =>
      run(task, { signal: AbortSignal.abort(reason), progress: () => {} } as unknown as TaskContext)
    await expect(endedBy(WORKER_STOPPING)).rejects.toBe(WORKER_STOPPING)
    expect(await endedBy(TASK_CANCELLED)).toMatchObject({ isComplete: false })
    await request('DELETE', `/${made.json.id}`)
  })

  it('is read, tried, run and undone', async () => {
    const made = await request('POST', '', { path: komga.path })
    expect([made.status, made.json.status, made.json.task.status]).toEqual([201, 'reading', 'pending'])
    await server.waitForIdle()
    const { json: ready } = await request('GET', `/${made.json.id}`)
    expect(ready).toMatchObject({ kind: 'komga', status: 'ready', error: null, report: null, lastRunAt: null })
    expect(ready.summary.proposals).toMatchObject([{ theirs: '/data/comics', ours: server.library, found: 2 }])
    expect(ready.options).toMatchObject({ folders: { '/data/comics': server.library }, people: 'all' })
    expect((await request('GET', `/${made.json.id}/report`)).status).toBe(404)

    const names = async () =>
      (await server.request('GET', 'users', { as: server.admin })).json.data.map(
        (one: { username: string }) => one.username,
      )
    const before = await names()
    expect((await request('POST', `/${made.json.id}/run`, { dryRun: true })).status).toBe(202)
    expect((await request('POST', `/${made.json.id}/run`, { dryRun: true })).status).toBe(409)
    await server.waitForIdle()
    const { json: tried } = await request('GET', `/${made.json.id}`)
    expect(tried.report).toMatchObject({ isDryRun: true, isCancelled: false, errors: [] })
    expect(tried.report.counts.user.imported).toBeGreaterThan(0)
    expect(await names()).toEqual(before)

    const chosen = await request('PATCH', `/${made.json.id}`, { takesCovers: false })
    expect(chosen.json.options).toMatchObject({ takesCovers: false, folders: { '/data/comics': server.library } })
    // It can be started again if its worker was lost.
    expect((await request('POST', `/${made.json.id}/run`, { dryRun: false })).json.maxAttempts).toBeGreaterThan(1)
    await server.waitForIdle()
    const { json: done } = await request('GET', `/${made.json.id}`)
    expect(done.report).toMatchObject({ isDryRun: false, errors: [] })
    expect(done.lastRunAt).not.toBeNull()
    expect((await names()).length).toBeGreaterThan(before.length)
    const report = await request('GET', `/${made.json.id}/report`)
    expect(report.headers['content-disposition']).toContain('import-report.json')
    expect(report.json.counts).toEqual(done.report.counts)

    expect(done.isUndoable).toBe(true)
    expect((await request('POST', '/undo')).json.rows).toBeGreaterThan(0)
    expect(await names()).toEqual(before)
    expect((await request('GET', `/${made.json.id}`)).json.isUndoable).toBe(false)
    expect((await request('POST', '/undo')).status).toBe(409)
    const earlier = await request('GET', `/${made.json.id}/report`)
    expect(earlier.json).toMatchObject({ isDryRun: true, counts: tried.report.counts })
    // Nothing in the backup runs it once more.
    expect((await request('GET', `/${made.json.id}`)).json.task.status).toBe('completed')
  })

  it('shows no upload that was cut off, and removes what is left of it with a later one', async () => {
    const { db, config } = server.lectern.context
    const cutOff = (createdAt: number) =>
      db.transaction((tx) => addImportSource(tx, { name: '', createdBy: null }, createdAt))
    const [old, underWay] = [await cutOff(Date.now() - 25 * 3600 * 1000), await cutOff(Date.now())]
    for (const { uid } of [old, underWay]) {
      mkdirSync(sourceFilePaths(config, uid).folder, { recursive: true })
      writeFileSync(sourceFilePaths(config, uid).upload, 'half')
    }
    const listed = (await request('GET', '')).json.map((one: { id: string }) => one.id)
    expect([old, underWay].filter(({ uid }) => listed.includes(uid))).toEqual([])
    await server.request('POST', 'admin/imports/upload', { as: server.admin, body: {} })
    const left = (await listImportSources(db)).map(({ uid }) => uid)
    expect([left.includes(old.uid), left.includes(underWay.uid)]).toEqual([false, true])
    expect([old, underWay].map(({ uid }) => existsSync(sourceFilePaths(config, uid).upload))).toEqual([false, true])
    await db.transaction((tx) => deleteImportSource(tx, underWay.id))
    await removeSourceFiles(config, underWay.uid)
  })

  it('takes an upload, and knows the same server again', async () => {
    const form = new FormData()
    // Otherwise it would lack what the other server hasn't written into the file itself yet.
    const whole = join(mkdtempSync(join(dirname(komga.path), 'copy-')), 'database.sqlite')
    const database = new DatabaseSync(komga.path)
    database.exec(`vacuum into '${whole}'`)
    database.close()
    form.append('file', new Blob([readFileSync(whole)]), 'database.sqlite')
    const sent = new Response(form)
    const headers = { 'content-type': sent.headers.get('content-type')! }
    const body = Buffer.from(await sent.arrayBuffer())
    const { status, json } = await server.request('POST', 'admin/imports/upload', { as: server.admin, body, headers })
    expect([status, json.name]).toEqual([201, 'database.sqlite'])
    await server.waitForIdle()
    const all = (await request('GET', '')).json
    expect(all).toMatchObject([{ kind: 'komga', status: 'ready', error: null }])
    expect((await request('DELETE', `/${all[0].id}`)).status).toBe(204)
    expect((await request('GET', `/${all[0].id}`)).status).toBe(404)
  })

  it('says what is wrong, and leaves nothing behind', async () => {
    expect((await request('POST', '', { path: 'relative.db' })).status).toBe(400)
    expect((await request('POST', '', { path: '/nowhere/at/all.db' })).status).toBe(400)
    const made = await request('POST', '', { path: join(server.library, 'Aurora/Aurora 1.cbz') })
    await server.waitForIdle()
    const { json } = await request('GET', `/${made.json.id}`)
    expect([json.status, json.summary]).toEqual(['failed', null])
    expect(json.error).toMatch(/\w/)
    expect((await request('POST', `/${made.json.id}/run`, { dryRun: true })).status).toBe(409)
    expect((await request('DELETE', `/${made.json.id}`)).status).toBe(204)
    const empty = await server.request('POST', 'admin/imports/upload', { as: server.admin, body: {} })
    expect(empty.status).toBe(415)
    expect((await request('GET', '')).json).toEqual([])
    expect(readdirSync(join(server.lectern.context.config.data_dir, 'imports'))).toEqual([])
  })

  it('makes a library of one of theirs on the spot, read as it was there', async () => {
    const folder = `${server.library}-second`
    mkdirSync(join(folder, 'Comet'), { recursive: true })
    const books = [1, 2].map((issue) => {
      const bytes = makeComic(2 + issue, { Series: 'Comet', Number: issue, SeriesGroup: 'Sky' })
      const path = `Comet/Comet ${issue}.cbz`
      writeFileSync(join(folder, path), bytes)
      return { id: `BOK000000009${issue}`, path, series: 'Comet', size: bytes.length, pages: 2 + issue }
    })
    const other = makeKomga(books, { passwordHash: hashSync(KOMGA_PASSWORD, 4), root: '/data/other' })
    const made = await request('POST', '', { path: other.path })
    await server.waitForIdle()
    const { json: source } = await request('GET', `/${made.json.id}`)
    const [library] = source.summary.libraries
    const create = (body: object) => request('POST', `/${made.json.id}/libraries`, body)
    expect((await create({ libraryId: 'nobody', path: folder })).status).toBe(400)
    expect((await create({ libraryId: library.id, path: '/nowhere' })).status).toBe(400)
    expect((await create({ libraryId: library.id, path: server.library })).status).toBe(409)
    const created = await create({ libraryId: library.id, path: folder, name: 'Other' })
    expect([created.status, created.json]).toMatchObject([
      201,
      { name: 'Other', path: folder, bookStrategy: 'metadata_first', metadataConfig: { collectionsFromFiles: true } },
    ])
    expect((await request('GET', `/${made.json.id}`)).json.options.folders).toEqual({ '/data/other': folder })
    // Whether or not the scan has ended: its results are imported after it.
    await request('POST', `/${made.json.id}/run`, { dryRun: false })
    const left = async () => (await request('GET', `/${made.json.id}`)).json.report?.counts.book?.left
    await expect.poll(left, { timeout: 120_000 }).toBe(0)
    await server.waitForIdle()
    const first = (await request('GET', `/${made.json.id}`)).json.report.counts
    expect(first.book).toMatchObject({ rows: 2, left: 0 })
    expect(first['readList member'].left).toBe(0)
    await request('POST', `/${made.json.id}/run`, { dryRun: false })
    await server.waitForIdle()
    const again = (await request('GET', `/${made.json.id}`)).json.report.counts
    for (const [type, counts] of Object.entries(again)) expect([type, counts]).toMatchObject([type, { imported: 0 }])
  })

  it('imports what waited for a folder once someone says where it is, but nothing else that was changed', async () => {
    const folder = `${server.library}-third`
    mkdirSync(join(folder, 'Tern'), { recursive: true })
    const bytes = makeComic(3, { Series: 'Tern', Number: 1 })
    const book = { id: 'BOK0000000951', path: 'Tern/Tern 1.cbz', series: 'Tern', size: bytes.length, pages: 3 }
    writeFileSync(join(folder, book.path), bytes)
    const books = [book, { ...book, id: 'BOK0000000952', path: 'Tern/Tern 2.cbz' }]
    const other = makeKomga(books, { passwordHash: hashSync(KOMGA_PASSWORD, 4), root: '/data/third' })
    const { id } = (await request('POST', '', { path: other.path })).json
    await server.waitForIdle()
    const run = async () => {
      await request('POST', `/${id}/run`, { dryRun: false })
      await server.waitForIdle()
    }
    const left = async () => (await request('GET', `/${id}`)).json.report.counts.book.left
    await run()
    expect(await left()).toBe(2)
    await request('PATCH', `/${id}`, { folders: { '/data/third': folder }, takesKeys: false })
    await request('PATCH', `/${id}`, { folders: { '/data/third': folder } })
    const { libraries } = (await request('GET', `/${id}`)).json.summary
    const made = await request('POST', `/${id}/libraries`, { libraryId: libraries[0].id, path: folder })
    await server.waitForIdle()
    expect(await left()).toBe(2)

    await server.request('DELETE', `libraries/${made.json.id}`, { as: server.admin })
    await run()
    await request('PATCH', `/${id}`, { folders: { '/data/third': folder } })
    await request('POST', `/${id}/libraries`, { libraryId: libraries[0].id, path: folder })
    await server.waitForIdle()
    await expect.poll(left, { timeout: 60_000 }).toBe(1)
  })

  it('maps the folders beside one that is found or given, until someone clears them', async () => {
    const here = join(dirname(server.library), 'beside')
    mkdirSync(here)
    const library = (ID: string, NAME: string) => ({ ID, NAME, ROOT: `file:/data/${NAME}/` })
    const LIBRARY = [library('LIB0000000001', 'comics'), library('LIB2', 'beside'), library('LIB3', 'not here')]
    const book = {
      id: 'BOK1',
      path: 'Aurora/Aurora 1.cbz',
      series: 'Aurora',
      size: files['Aurora/Aurora 1.cbz'].length,
    }
    const { path } = makeKomga([book, { ...book, id: 'BOK2', path: 'x' }], { passwordHash: '', more: { LIBRARY } })
    const { id } = (await request('POST', '', { path })).json
    await server.waitForIdle()
    const found = { '/data/comics': server.library, '/data/beside': here }
    const { summary, options } = (await request('GET', `/${id}`)).json
    expect([summary.proposals.length, options.folders]).toEqual([1, found])
    const set = async (folders: object) => (await request('PATCH', `/${id}`, { folders })).json.options.folders
    const cleared = { '/data/comics': server.library }
    expect(await set(cleared)).toEqual(cleared)
    expect(await set({})).toEqual({})
    expect(await set({ '/data/comics': join(dirname(here), 'elsewhere') })).toMatchObject({ '/data/beside': here })
    await request('DELETE', `/${id}`)
  })

  it('is for administrators', async () => {
    const { as } = await server.addUser('mara', { role: 'maintainer' })
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/undo'],
    ] as const)
      expect((await server.request(method, `admin/imports${path}`, { as })).status).toBe(403)
  })
})
