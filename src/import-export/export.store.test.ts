import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../test/fixtures/make-comic.ts'
import { makePng } from '../../test/fixtures/make-images.ts'
import { openTestServer, password, type TestServer } from '../../test/server.ts'
import { openConfiguredPictureStore } from '../images/configured-stores.ts'
import { newUid } from '../store/uid.ts'
import { findPasswordLogin } from '../store/user/account.ts'
import { exportRecords } from './export/export-records.ts'
import { openRecordArchive, writeRecordArchive } from './record-archive.ts'

const files = {
  'Aurora/Aurora 1.cbz': makeComic(4, { Series: 'Aurora', Number: 1 }),
  'Aurora/Aurora 2.cbz': makeComic(5, { Series: 'Aurora', Number: 2 }),
  'Boreas/Boreas 1.cbz': makeComic(6, { Series: 'Boreas', Number: 1 }),
  'Cirrus/Cirrus 1.cbz': makeComic(7, { Series: 'Cirrus', Number: 1 }),
}

/** From one server to another, over a file. */
describe.each(['sqlite', 'postgres'] as const)('an export, on %s', (kind) => {
  let [here, there]: TestServer[] = []
  let key = ''
  const folder = mkdtempSync(join(tmpdir(), 'export-'))

  async function write(name: string, username?: string) {
    const { db, lectern } = here!
    const path = join(folder, name)
    const userId = username === undefined ? undefined : (await findPasswordLogin(db, username))!.id
    const header = { format: 'lectern-export', version: 1, kind: 'lectern', sourceVersion: '1', createdAt: '' } as const
    const pictures = openConfiguredPictureStore(lectern.context.config)
    await writeRecordArchive(path, header, exportRecords(db, pictures, { userId }))
    return path
  }
  async function importArchive(path: string) {
    const as = there!.admin
    const { json } = await there!.request('POST', 'admin/imports', { as, body: { path } })
    await there!.waitForIdle()
    await there!.request('POST', `admin/imports/${json.id}/run`, { as, body: { dryRun: false } })
    await there!.waitForIdle()
    return (await there!.request('GET', `admin/imports/${json.id}`, { as })).json.report
  }

  beforeAll(async () => {
    here = await openTestServer(kind, files)
    there = await openTestServer(kind, files)
    await here.scan({ name: 'Ours' })
    await there.scan({ name: 'Theirs' })
    const { as } = await here.addUser('ann')
    const { data } = (await here.request('GET', 'books', { as })).json
    const bookOf = (series: string) => data.find((one: { filePath: string }) => one.filePath.includes(series))
    await here.request('PUT', `books/${bookOf('Aurora').id}/progress`, { as, body: { currentPage: 3 } })
    await here.request('PUT', `series/${bookOf('Boreas').seriesId}/rating`, { as, body: { rating: 80 } })
    await here.request('PATCH', `series/${bookOf('Boreas').seriesId}/tracking`, { as, body: { tracked: true } })
    await here.request('PUT', `series/${bookOf('Aurora').seriesId}/hidden`, { as })
    const settings = { [`reader.series.${bookOf('Aurora').seriesId}`]: { fit: 'width' }, theme: 'dark' }
    await here.request('PUT', 'user/preferences', { as, body: { preferences: settings } })
    const query = { condition: { seriesId: { operator: 'is', value: bookOf('Boreas').seriesId } } }
    await here.request('POST', 'saved-filters', { as, body: { name: 'North', target: 'books', query } })
    const list = { name: 'Both', ids: [bookOf('Aurora').id, bookOf('Boreas').id] }
    await here.request('POST', 'readlists', { as, body: list })
    const hash = await openConfiguredPictureStore(here.lectern.context.config).put(makePng(40, 60, 3))
    await here.db.transaction(async (tx) => {
      const { id } = await tx.selectFrom('read_list').select('id').executeTakeFirstOrThrow()
      const size = { width: 40, height: 60, media_type: 'image/png' }
      const owner = { collection_id: null, read_list_id: id, is_selected: 1 }
      await tx
        .insertInto('list_cover')
        .values({ uid: newUid(), ...owner, ...size, hash, created_at: 1 })
        .execute()
    })
    key = (
      await here.request('POST', 'api-keys', { as: here.admin, body: { name: 'app', permissions: ['BooksRead'] } })
    ).json.key
  })
  afterAll(async () => {
    await here?.close()
    await there?.close()
  })

  it('of one person holds what is theirs and no keys, and comes in elsewhere', async () => {
    const path = await write('ann.jsonl.gz', 'ann')
    const records = await Array.fromAsync((await openRecordArchive(path)).records())
    const types = records.map(({ type }) => type)
    expect(types).toEqual([
      ...['library', 'user', 'book', 'book', 'book', 'series', 'series', 'readList', 'cover', 'progress', 'session'],
      ...['rating', 'follow', 'hide', 'filter', 'preference', 'preference'],
    ])
    expect(JSON.stringify(records)).not.toContain('Cirrus')
    const report = await importArchive(path)
    expect([report.counts.book, report.counts.progress, report.counts.rating]).toMatchObject([
      { imported: 3 },
      { imported: 1 },
      { imported: 1 },
    ])
    expect([report.counts.readList, report.counts.cover]).toMatchObject([{ imported: 1 }, { imported: 1 }])
    const { follow, filter, preference } = report.counts
    expect([follow, filter, preference]).toMatchObject([{ imported: 1 }, { imported: 1 }, { imported: 2 }])
    const login = { username: 'ann', password }
    const as = `Bearer ${(await there!.request('POST', 'auth/login', { body: login })).json.accessToken}`
    const [{ id }] = (await there!.request('GET', 'saved-filters', { as })).json
    expect((await there!.request('GET', `saved-filters/${id}/items`, { as })).json.data).toMatchObject([
      { seriesName: 'Boreas' },
    ])
    const { json: own } = await there!.request('GET', 'user/export', { as })
    expect(own.followedSeries).toMatchObject([{ title: 'Boreas' }])
    expect(own.hiddenSeries).toMatchObject([{ title: 'Aurora' }])
    expect((await there!.request('GET', 'hidden-series', { as })).json.seriesIds).toHaveLength(1)
    expect(own.savedFilters).toMatchObject([{ name: 'North', target: 'books' }])
    const [aurora] = (await there!.request('GET', 'series?search=Aurora', { as })).json.data
    expect(own.preferences).toEqual({ theme: 'dark', [`reader.series.${aurora.id}`]: { fit: 'width' } })
    expect((await there!.request('GET', 'users', { as: there!.admin })).json.data).toHaveLength(2)
  })

  it('of the server holds the hashes of keys, which work elsewhere with what they may do', async () => {
    const path = await write('all.jsonl.gz')
    expect((await there!.request('GET', 'books', { as: `Bearer ${key}` })).status).toBe(401)
    expect((await importArchive(path)).counts.key).toMatchObject({ imported: 1 })
    expect((await there!.request('GET', 'books', { as: `Bearer ${key}` })).status).toBe(200)
    expect((await there!.request('GET', 'users', { as: `Bearer ${key}` })).status).toBe(403)
  })
})
