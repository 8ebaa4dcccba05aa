import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../test/fixtures/make-comic.ts'
import { makeEpub } from '../../test/fixtures/make-epub.ts'
import { makePng } from '../../test/fixtures/make-images.ts'
import { openTestServer, type TestServer } from '../../test/server.ts'
import { saveFont } from '../catalog/fonts/manage-fonts.ts'
import { fontOf } from '../formats/font/font.fixture.ts'
import { openConfiguredPictureStore } from '../images/configured-stores.ts'
import { linkIdentity } from '../store/user/linked-identities.ts'
import { readEverythingShown } from './everything-shown.fixture.ts'
import { exportRecords } from './export/export-records.ts'
import { writeRecordArchive } from './record-archive.ts'
import type { ImportRecord } from './records.ts'
import { UUIDS } from './run/map-ids.ts'

const files = {
  'Aurora/Aurora 1.cbz': makeComic(4, { Series: 'Aurora', Number: 1, Web: 'https://comics.example/1' }),
  'Aurora/Aurora 2.cbz': makeComic(5, { Series: 'Aurora', Number: 2 }),
  'Boreas/Boreas 1.cbz': makeComic(6, { Series: 'Boreas', Number: 1, SeriesGroup: 'North' }),
  'Cirrus/Cirrus 1.cbz': makeComic(7, { Series: 'Cirrus', Number: 1, SeriesGroup: 'North' }),
  'Novel/novel.epub': makeEpub(makePng(40, 60, 5)),
}
const folder = mkdtempSync(join(tmpdir(), 'export-everything-'))

describe.each([
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
] as const)('everything of a server on %s, on another on %s', (kind, otherKind) => {
  let [here, there]: TestServer[] = []
  const archive = join(folder, `${kind}.jsonl.gz`)
  const recordsOf = ({ db, lectern }: TestServer) =>
    exportRecords(db, openConfiguredPictureStore(lectern.context.config))
  async function importArchive(server: TestServer, dryRun = false) {
    const as = server.admin
    const { json } = await server.request('POST', 'admin/imports', { as, body: { path: archive } })
    await server.waitForIdle()
    const [{ id }] = (await server.request('GET', 'admin/imports', { as })).json
    await server.request('POST', `admin/imports/${id}/run`, { as, body: { dryRun } })
    await server.waitForIdle()
    expect(json.id).toBeDefined()
    return (await server.request('GET', `admin/imports/${id}`, { as })).json.report
  }

  beforeAll(async () => {
    here = await openTestServer(kind, files)
    there = await openTestServer(otherKind, files)
    await here.scan({ name: 'Ours' })
    await there.scan({ name: 'Ours' })
    const request = async (
      method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
      path: string,
      body?: object,
      as = here!.admin,
    ) => {
      const { status, json } = await here!.request(method, path, { as, body })
      expect([path, json, status < 300]).toEqual([path, json, true])
      return json
    }
    const ann = await here.addUser('ann', { permissions: ['TasksRead'] })
    const { data } = (await here.request('GET', 'books?pageSize=50', { as: here.admin })).json
    const book = (path: string) => data.find((one: { filePath: string }) => one.filePath.endsWith(path))
    const [aurora, boreas, cirrus, novel] = ['Aurora 1.cbz', 'Boreas 1.cbz', 'Cirrus 1.cbz', 'novel.epub'].map(book)
    await request('PUT', `books/${aurora.id}/progress`, { currentPage: 3 }, ann.as)
    await request('PUT', `books/${boreas.id}/progress`, { currentPage: 6, completed: true }, ann.as)
    const locations = { position: 2, progression: 0.5, totalProgression: 0.2 }
    const inStrip = { locator: { href: 'page 002.png', type: 'image/png', locations } }
    await request(
      'PUT',
      `books/${cirrus.id}/progression`,
      {
        ...inStrip,
        modified: new Date().toISOString(),
        device: { id: 'lectern', name: 'One' },
      },
      ann.as,
    )
    await request('PUT', `series/${boreas.seriesId}/rating`, { rating: 80, notes: 'Cold.' }, ann.as)
    await request('PATCH', `series/${cirrus.seriesId}/tracking`, { tracked: true }, ann.as)
    const query = {
      condition: { allOf: [{ libraryId: { operator: 'is', value: aurora.libraryId } }] },
      sort: ['title,asc'],
    }
    const filter = await request('POST', 'saved-filters', { name: 'All of it', target: 'series', query }, ann.as)
    const homeRows = [`filter:${filter.id}`, 'continue']
    await request(
      'PUT',
      'user/preferences',
      { preferences: { theme: 'dark', 'home.rows': homeRows, [`reader.series.${novel.seriesId}`]: { fit: 'width' } } },
      ann.as,
    )
    await request('POST', `books/${aurora.id}/bookmarks`, { page: 2, note: 'here' }, ann.as)
    const locator = { href: 'c1.xhtml', type: 'application/xhtml+xml', text: { highlight: 'words' }, locations: {} }
    await request(
      'POST',
      `books/${novel.id}/annotations`,
      { locator, color: 'blue', style: 'underline', note: 'n' },
      ann.as,
    )
    await request('PATCH', `books/${aurora.id}/metadata`, { title: 'A new name', genre: 'Noir, Travel' })
    await request('PATCH', `series/${aurora.seriesId}/metadata`, { summary: 'Long ago.' })
    await request('PUT', `series/${aurora.seriesId}/genres`, { genres: ['Noir'] })
    await request('POST', `series/${aurora.seriesId}/alternate-titles`, { label: 'de', title: 'Morgenröte' })
    await request('POST', `series/${aurora.seriesId}/external-ids`, { source: 'anilist', externalId: '42' })
    await request('POST', `books/${boreas.id}/external-links`, { sourceName: 'shop', url: 'https://shop.example/7' })
    await request('PUT', `series/${aurora.seriesId}/relations/${boreas.seriesId}`, { kind: 'sequel' })
    await request('DELETE', `series/${cirrus.seriesId}/relations/${boreas.seriesId}`)
    await request('POST', 'collections', {
      name: 'By hand',
      seriesIds: [cirrus.seriesId, aurora.seriesId],
      ordered: true,
    })
    const condition = { allOf: [{ libraryId: { operator: 'is', value: aurora.libraryId } }] }
    await request('POST', 'collections', { name: 'By rule', condition })
    await request('POST', 'readlists', { name: 'Order', bookIds: [boreas.id, aurora.id] }, ann.as)
    await here.db.transaction(async (tx) => {
      const { id } = await tx.selectFrom('user').select('id').where('username', '=', 'ann').executeTakeFirstOrThrow()
      await linkIdentity(tx, { provider: 'keycloak', subject: 's-1', userId: id }, Date.now())
    })
    const { db, config } = here.lectern.context
    const { id: annId } = await db.query
      .selectFrom('user')
      .select('id')
      .where('username', '=', 'ann')
      .executeTakeFirstOrThrow()
    const deps = { db, config, images: { pictures: openConfiguredPictureStore(config) } }
    await saveFont(deps, annId, fontOf({ family: 'Harbour Serif' }))
    await saveFont(deps, null, fontOf({ family: 'Common Sans' }))
    await request('POST', 'api-keys', { name: 'app', permissions: ['BooksRead'] })
    const header = { format: 'lectern-export', version: 1, kind: 'lectern', sourceVersion: '1' } as const
    await writeRecordArchive(archive, { ...header, createdAt: new Date().toISOString() }, recordsOf(here))
  })
  afterAll(async () => {
    await here?.close()
    await there?.close()
  })

  it('is the same there', async () => {
    const report = await importArchive(there!)
    expect(report.errors).toEqual([])
    expect(report.items.filter((item: { type: string }) => item.type !== 'library')).toEqual([])
    await there!.request('GET', 'collections', { as: there!.admin })
    const [ours, theirs] = [await comparable(recordsOf(here!)), await comparable(recordsOf(there!))]
    expect(theirs).toEqual(ours)
  })

  it('looks the same there to everybody who uses the API', async () => {
    const [ours, theirs] = [await readEverythingShown(here!, 'ann'), await readEverythingShown(there!, 'ann')]
    expect(Object.keys(ours).length).toBeGreaterThan(300)
    expect(theirs).toEqual(ours)
  })

  it('imports nothing into the server it came from, and nothing there a second time', async () => {
    for (const server of [here!, there!]) {
      const before = await comparable(recordsOf(server))
      for (const dryRun of [true, false]) {
        const report = await importArchive(server, dryRun)
        const added = Object.entries<{ imported: number; updated: number }>(report.counts).filter(
          ([, { imported, updated }]) => imported + updated > 0,
        )
        // Linking to existing items of these types counts as imported once.
        const linked = [
          'library',
          'user',
          'book',
          'book metadata',
          'series',
          'series metadata',
          'key',
          'series relation',
        ]
        expect(added.filter(([type]) => !linked.includes(type))).toEqual([])
      }
      expect(await comparable(recordsOf(server))).toEqual(before)
    }
  })
})

/** Sorted lines, with names instead of ids and of the folder. */
async function comparable(records: AsyncIterable<ImportRecord>): Promise<string[]> {
  const all = await Array.fromAsync(records)
  const names = new Map<string, string>()
  const root = all.find((record) => record.type === 'library')!.path
  for (const record of all) {
    if (record.type === 'library') names.set(record.id, 'the library')
    else if (record.type === 'user') names.set(record.id, record.username)
    else if (record.type === 'book' || record.type === 'series') names.set(record.id, record.path!.replace(root, ''))
    else if (record.type === 'collection' || record.type === 'readList') names.set(record.id, record.name)
    else if (record.type === 'key') names.set(record.id, 'a key')
    else if (record.type === 'filter') names.set(record.id, 'a filter')
  }
  const volatile = new Set(['passwordHash', 'createdAt', 'verifier', 'lookup', 'lastUsedAt', 'syncHash'])
  return all
    .filter((record) => record.type !== 'library' && !(record.type === 'user' && record.role === 'admin'))
    .map((record) =>
      JSON.stringify(record, (key, value) =>
        volatile.has(key)
          ? undefined
          : typeof value === 'string'
            ? value.replaceAll(UUIDS, (id) => names.get(id) ?? id).replace(root, '')
            : value,
      ),
    )
    .sort()
}
