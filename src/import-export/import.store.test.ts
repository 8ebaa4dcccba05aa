import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashSync } from 'bcryptjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../test/fixtures/make-comic.ts'
import { makeEpub } from '../../test/fixtures/make-epub.ts'
import { makePng } from '../../test/fixtures/make-images.ts'
import { openTestServer, type TestServer } from '../../test/server.ts'
import { openConfiguredPictureStore, openConfiguredThumbnailStore } from '../images/configured-stores.ts'
import { addImportSource, changeImportSource, findImportSource, listImportSources } from '../store/import/sources.ts'
import { openMetadataEditHooks } from '../surfaces/api/metadata-edit-hooks.ts'
import { createImportedLibrary } from './create-imported-library.ts'
import { exportRecords } from './export-records.ts'
import { importFromSource } from './import-from-source.ts'
import { defaultImportOptions, type ImportOptions } from './import-options.ts'
import { isImportComplete } from './import-report.ts'
import { KOMGA_PASSWORD, komgaKey, makeKomga } from './komga.fixture.ts'
import { readImportSource, type StoredSummary } from './read-import-source.ts'
import { writeRecordArchive } from './record-archive.ts'
import { sourceFilePaths } from './source-files.ts'
import { findUndoableImport, undoLastImport } from './undo-import.ts'

const files = {
  'Aurora/Aurora 1.cbz': makeComic(4, { Series: 'Aurora', Number: 1 }),
  'Aurora/Aurora #2 & more.cbz': makeComic(5, { Series: 'Aurora', Number: 2 }),
  'Novel/novel.epub': makeEpub(makePng(40, 60, 5)),
}
const cover = makePng(80, 120, 9)

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`importing from Komga on ${kind}`, () => {
    let server: TestServer
    let komga: ReturnType<typeof makeKomga>
    const depsOf = () => {
      const { db, config, tasks, events } = server.lectern.context
      const images = { pictures: openConfiguredPictureStore(config), thumbnails: openConfiguredThumbnailStore(config) }
      return { db, config, events, images, metadataEditHooks: openMetadataEditHooks({ db, config, tasks }) }
    }
    const newSource = (name: string) =>
      server.db.transaction((tx) => addImportSource(tx, { name, createdBy: null }, Date.now()))
    const run = async ({ isDryRun = false } = {}) => {
      const deps = depsOf()
      const { id } = await newSource(komga.path)
      const source = await readImportSource(deps, id, komga.path)
      const chosen = { ...defaultImportOptions, ...(source.options as Partial<ImportOptions>) }
      await deps.db.transaction((tx) => changeImportSource(tx, source.id, { options: chosen }, Date.now()))
      return { source, report: await importFromSource(deps, source.id, { isDryRun }) }
    }

    beforeAll(async () => {
      server = await openTestServer(kind, files)
      await server.scan({ name: 'Ours' })
      const book = (id: string, path: string, pages: number) => {
        const bytes = files[path as keyof typeof files]
        return { id, path, series: path.split('/')[0]!, size: bytes.length, pages }
      }
      komga = makeKomga(
        [
          book('BOK0000000001', 'Aurora/Aurora 1.cbz', 4),
          book('BOK0000000002', 'Aurora/Aurora #2 & more.cbz', 5),
          book('BOK0000000003', 'Novel/novel.epub', 10),
          { id: 'BOK0000000004', path: 'Gone/gone.cbz', series: 'Gone', size: 99, pages: 3 },
        ],
        {
          passwordHash: hashSync(KOMGA_PASSWORD, 4),
          more: {
            THUMBNAIL_SERIES: [{ SERIES_ID: 'SER0000000001', TYPE: 'USER_UPLOADED', SELECTED: 1, THUMBNAIL: cover }],
          },
        },
      )
    })
    afterAll(() => server.close())

    it('proposes the folder, and a dry run changes nothing', async () => {
      const { source, report } = await run({ isDryRun: true })
      expect(source.kind).toBe('komga')
      expect(Object.keys((source.options as ImportOptions).folders)).toEqual(['/data/comics'])
      expect(report.counts.book).toMatchObject({ rows: 4, imported: 3, left: 1 })
      expect(report.counts.progress).toMatchObject({ rows: 3, imported: 3 })
      expect(report.items).toContainEqual(expect.objectContaining({ type: 'book', reason: 'book_not_found' }))
      const users = await server.ask('GET', 'users', { as: server.admin })
      expect(users.json.data).toHaveLength(1)
    })

    it('brings people with their passwords, which become ours', async () => {
      const { report } = await run()
      expect(isImportComplete(report)).toBe(true)
      expect(report.errors).toEqual([])
      const login = await server.ask('POST', 'auth/login', {
        body: { username: 'boss@example.org', password: KOMGA_PASSWORD },
      })
      expect(login.status).toBe(200)
      const wrong = await server.ask('POST', 'auth/login', {
        body: { username: 'kid@example.org', password: 'something else' },
      })
      expect(wrong.status).toBe(401)
      const row = await server.db.query
        .selectFrom('user')
        .select('password_hash')
        .where('username', '=', 'boss@example.org')
        .executeTakeFirstOrThrow()
      expect(row.password_hash).toMatch(/^\$argon2id\$/)
      const again = await server.ask('POST', 'auth/login', {
        body: { username: 'boss@example.org', password: KOMGA_PASSWORD },
      })
      expect(again.status).toBe(200)
    })

    it('brings progress with its pages and dates', async () => {
      const as = `Bearer ${(await server.ask('POST', 'auth/login', { body: { username: 'boss@example.org', password: KOMGA_PASSWORD } })).json.accessToken}`
      const { json } = await server.ask('GET', 'user/export', { as })
      const [second, first] = json.progress
      expect(first).toMatchObject({
        file: 'Aurora/Aurora 1.cbz',
        page: 4,
        completed: true,
        updatedAt: '2019-03-04T20:15:30.000Z',
        startedAt: '2019-03-04T20:15:30.000Z',
        completedAt: '2019-03-04T20:15:30.000Z',
      })
      expect(second).toMatchObject({
        file: 'Aurora/Aurora #2 & more.cbz',
        page: 2,
        completed: false,
        updatedAt: '2024-03-04T20:15:30.588Z',
      })
    })

    it('keeps a Readium place in a text', async () => {
      const kid = await server.db.query
        .selectFrom('user')
        .select('id')
        .where('username', '=', 'kid@example.org')
        .executeTakeFirstOrThrow()
      const place = await server.db.query
        .selectFrom('progress_place')
        .selectAll()
        .where('user_id', '=', kid.id)
        .executeTakeFirstOrThrow()
      expect(JSON.parse(place.locator!)).toMatchObject({ href: 'OEBPS/c2.xhtml', locations: { progression: 0.5 } })
      expect(place.device).toBe('KMReader')
    })

    it('brings limits: libraries, age, labels', async () => {
      const { json } = await server.ask('GET', 'users?search=kid', { as: server.admin })
      const [kid] = json.data
      expect(kid).toMatchObject({ allLibraries: false, ageLimit: 13, allowUnrated: false })
      expect(kid.libraryIds).toHaveLength(1)
      expect(kid.sharingTags).toMatchObject([{ accessMode: 'allow' }])
    })

    it('takes over what was edited, and locks it', async () => {
      const { json } = await server.ask('GET', 'series?pageSize=50', { as: server.admin })
      const aurora = json.data.find((one: { title: string }) => one.title === 'Aurora (edited)')
      expect(aurora).toBeDefined()
      const book = await server.db.query
        .selectFrom('book as b')
        .innerJoin('book_meta as m', 'm.book_id', 'b.id')
        .select(['b.title', 'm.locks', 'm.facts', 'b.year'])
        .where('b.path', '=', 'Aurora/Aurora 1.cbz')
        .executeTakeFirstOrThrow()
      expect(book.title).toBe('A title by hand')
      expect(JSON.parse(book.locks).sort()).toEqual(['day', 'month', 'tags', 'title', 'year'])
      expect(book.year).toBe(2015)
      const series = await server.db.query
        .selectFrom('series')
        .select(['locks', 'summary', 'status', 'cover_id'])
        .where('title', '=', 'Aurora (edited)')
        .executeTakeFirstOrThrow()
      expect(JSON.parse(series.locks).sort()).toEqual(['cover', 'genres', 'status', 'summary', 'title'])
      expect(series).toMatchObject({ summary: 'By hand.', status: 'ended' })
      expect(series.cover_id).not.toBeNull()
    })

    it('brings lists in their order', async () => {
      const lists = await server.ask('GET', 'readlists', { as: server.admin })
      const [list] = lists.json.data
      expect(list).toMatchObject({ name: 'In order', summary: 'Read me', ordered: true })
      const rows = await server.db.query
        .selectFrom('read_list_book as m')
        .innerJoin('book as b', 'b.id', 'm.book_id')
        .select('b.path')
        .orderBy('m.position')
        .execute()
      expect(rows.map((row) => row.path)).toEqual([
        'Novel/novel.epub',
        'Aurora/Aurora #2 & more.cbz',
        'Aurora/Aurora 1.cbz',
      ])
    })

    it('lets old API keys in', async () => {
      const { status, json } = await server.ask('GET', 'user', { headers: { 'x-api-key': komgaKey } })
      expect([status, json.username]).toEqual([200, 'boss@example.org'])
      const other = await server.ask('GET', 'user', {
        headers: { 'x-api-key': createHash('md5').update('x').digest('hex') },
      })
      expect(other.status).toBe(401)
    })

    it('a second run makes no doubles, brings what is newer, and leaves what is newer here', async () => {
      const counts = async () => {
        const tables = [
          'user',
          'progress',
          'completion',
          'collection',
          'read_list_book',
          'api_key',
          'cover',
          'sharing_tag',
        ] as const
        const found: Record<string, number> = {}
        for (const table of tables) {
          found[table] = Number(
            (
              await server.db.query
                .selectFrom(table)
                .select((eb) => eb.fn.countAll<number>().as('n'))
                .executeTakeFirstOrThrow()
            ).n,
          )
        }
        return found
      }
      const before = await counts()
      await server.db.transaction(async (tx) => {
        await tx
          .updateTable('progress')
          .set({ page: 3, read_at: Date.UTC(2026, 0) })
          .where('page', '=', 2)
          .execute()
      })
      komga.db.exec(`update READ_PROGRESS set PAGE = 3, READ_DATE = '2020-01-01 00:00:00' where PAGE = 4`)
      const { source, report } = await run()
      expect(await counts()).toEqual({ ...before, completion: before.completion! + 1 })
      expect(report.counts.progress).toMatchObject({ imported: 0, updated: 1, unchanged: 2 })
      expect(report.matchedBy).toEqual({ 'earlier run': 3 })
      const kept = await server.db.query
        .selectFrom('progress')
        .select(['page', 'read_at'])
        .orderBy('read_at', 'desc')
        .executeTakeFirstOrThrow()
      expect(kept).toEqual({ page: 3, read_at: Date.UTC(2026, 0) })
      expect((await findImportSource(server.db, { id: source.id }))!.lastRunAt).not.toBeNull()
    })

    it('does not bring back what somebody removed here since', async () => {
      await server.db.transaction((tx) => tx.deleteFrom('progress').where('page', '=', 3).execute())
      const { report } = await run()
      expect(report.counts.progress).toMatchObject({ imported: 0 })
    })

    const exportTo = (path: string) =>
      writeRecordArchive(
        path,
        { format: 'lectern-export', version: 1, kind: 'lectern', sourceVersion: '1', createdAt: '' },
        exportRecords(server.db, openConfiguredPictureStore(server.lectern.context.config)),
      )

    it('what is exported comes back as what it is', async () => {
      const path = join(komga.folder, 'export.jsonl.gz')
      await exportTo(path)
      const deps = depsOf()
      const source = await readImportSource(deps, (await newSource(path)).id, path)
      expect(source.kind).toBe('lectern')
      const report = await importFromSource(deps, source.id, { isDryRun: false })
      expect(isImportComplete(report)).toBe(true)
      expect(report.counts.book).toMatchObject({ rows: 3, imported: 3, left: 0 })
      expect(report.counts.user).toMatchObject({ rows: 3, updated: 3 })
      expect(report.counts.progress).toMatchObject({ imported: 0, updated: 0, left: 0 })
      expect(report.counts.readList).toMatchObject({ rows: 1, unchanged: 1 })
      expect(report.counts.cover).toMatchObject({ rows: 1, unchanged: 1 })
    })

    it('undone, everything is as it was before the last run, also where it was cancelled and resumed', async () => {
      const { config } = server.lectern.context
      const names = () => server.db.query.selectFrom('user').select('username').orderBy('id').execute()
      const before = await names()
      const late = `'USR0000000003', 'late@example.org', PASSWORD, 1, null, null, null`
      komga.db.exec(`insert into USER select ${late} from USER limit 1`)
      const deps = depsOf()
      const { id } = await readImportSource(deps, (await newSource(komga.path)).id, komga.path)
      const stop = new AbortController()
      const watch = { signal: stop.signal, onProgress: (current: number) => current > 4 && stop.abort() }
      const { isCancelled } = await importFromSource(deps, id, { isDryRun: false, ...watch })
      expect([isCancelled, (await names()).length]).toEqual([true, before.length + 1])
      expect((await importFromSource(deps, id, { isDryRun: false })).isCancelled).toBe(false)
      const { folder } = sourceFilePaths(config, (await newSource('read after the backup')).uid)
      mkdirSync(folder, { recursive: true })
      await undoLastImport(server.db, config)
      expect(await names()).toEqual(before)
      expect(existsSync(folder)).toBe(false)
      expect((await server.ask('GET', 'books', { as: server.admin })).json.total).toBe(3)
      expect((await findUndoableImport(config, await listImportSources(server.db)))?.id).not.toBe(id)
    })

    it('an export says how libraries are read, and a server that has none makes them the same', async () => {
      const [{ id }] = (await server.ask('GET', 'libraries', { as: server.admin })).json
      const settings = {
        seriesStrategy: 'custom',
        seriesConfig: { pattern: '^(?P<series>[^/]+)/', seriesNameTemplate: '{series}' },
        numberStrategy: 'file_order',
        excludedPatterns: '**/Extras/**',
        defaultReadingDirection: 'rtl',
      }
      const changed = await server.ask('PATCH', `libraries/${id}`, { as: server.admin, body: settings })
      expect(changed.status).toBe(200)
      const path = join(komga.folder, 'settings.jsonl.gz')
      await exportTo(path)
      const source = await readImportSource(depsOf(), (await newSource(path)).id, path)
      const [theirs] = (source.summary as StoredSummary).libraries
      const folder = mkdtempSync(join(tmpdir(), 'library-'))
      const { db, config, tasks, events } = server.lectern.context
      const made = await createImportedLibrary({ db, config, tasks, events }, source, theirs!, {
        path: folder,
        name: 'Again',
      })
      const { json } = await server.ask('GET', `libraries/${made.uid}`, { as: server.admin })
      expect(json).toMatchObject({ name: 'Again', path: folder, ...settings })
      await server.ask('DELETE', `libraries/${made.uid}`, { as: server.admin })
    })

    it('odd values are put right or explained, and take no other row along', async () => {
      const { db } = komga
      const nul = (text: string) => `'${text}' || char(0) || 'x'`
      db.exec(`
        insert into USER (ID, EMAIL, PASSWORD, SHARED_ALL_LIBRARIES) values ('USR0000000008', 'BOSS@Example.ORG', null, 1);
        insert into USER (ID, EMAIL, PASSWORD, SHARED_ALL_LIBRARIES, AGE_RESTRICTION, AGE_RESTRICTION_ALLOW_ONLY)
          values ('USR0000000009', 'odd@example.org', x'00ff', 'maybe', 999999999999, 1);
        insert into READ_PROGRESS (BOOK_ID, USER_ID, PAGE, COMPLETED, READ_DATE, device_name) values
          ('BOK0000000001', 'USR0000000009', 99999999999, 0, '2099-01-01 00:00:00', ${nul('device')}),
          ('BOK0000000002', 'USR0000000009', 'seven', 'yes', x'0102', null),
          ('BOK0000000002', 'USR0000000009', -3, 0, '1969-01-01 00:00:00', null),
          ('BOK0000000003', 'USR0000000009', 2, 0, 'yesterday', null),
          ('BOK0000000009', 'USR0000000009', 2, 0, '2024-01-01 00:00:00', null),
          ('BOK0000000001', 'USR0000000077', 2, 0, '2024-01-01 00:00:00', null);
        insert into READ_PROGRESS (BOOK_ID, USER_ID, PAGE, COMPLETED, READ_DATE) values
          ('BOK0000000001', 'USR0000000008', 4, 1, '2999-01-01 00:00:00'), ('BOK0000000002', 'USR0000000008', 4, 1, null);
        insert into BOOK select * from BOOK where ID = 'BOK0000000001';
        create temp table twice as select * from BOOK where ID = 'BOK0000000001' limit 1;
        update twice set ID = 'BOK0000000005';
        insert into BOOK select * from twice;
        insert into BOOK select * from twice;
        create table CLIENT_SETTINGS_USER (A);
        insert into CLIENT_SETTINGS_USER values (1), (2);
        insert into READLIST_BOOK values ('RDL0000000404', 'BOK0000000001', 1);
        insert into READLIST values ('RDL0000000002', ${nul('Odd list')}, printf('%.1000000c', 's'), 1);
        insert into READLIST_BOOK values ('RDL0000000002', 'BOK0000000001', 1), ('RDL0000000002', 'BOK0000000001', 1),
          ('RDL0000000002', 'BOK0000000404', 2);
        update SERIES_METADATA set SUMMARY = ${nul('New')}, TITLE = ${nul('Odd')} where SERIES_ID = 'SER0000000002';
        update SERIES_METADATA set TITLE_LOCK = 1, SUMMARY_LOCK = 1 where SERIES_ID = 'SER0000000002'`)
      const { report: dry } = await run({ isDryRun: true })
      const { report } = await run()
      expect(report.errors).toEqual([])
      expect(isImportComplete(report)).toBe(true)
      // Three of before, and eight; both runs tell the same of everything.
      expect(report.counts.progress).toMatchObject({ rows: 11, imported: 5, left: 2, failed: 0 })
      expect(dry.counts).toEqual(report.counts)
      expect(report.counts.book!.rows).toBe(7)
      expect(report.counts['readList member']!.rows).toBe(8)
      expect(report.items).toContainEqual(
        expect.objectContaining({ type: 'other table', name: 'client_settings_user' }),
      )
      expect(report.counts['other table']).toMatchObject({ left: report.counts['other table']!.rows })
      const completions = () => server.db.query.selectFrom('completion').select('completed_at').execute()
      const finished = await completions()
      const { report: again } = await run()
      for (const counts of Object.values(again.counts)) expect(counts).toMatchObject({ imported: 0, updated: 0 })
      expect(await completions()).toEqual(finished)
      const { json } = await server.ask('GET', 'users?search=odd', { as: server.admin })
      expect(json.data).toMatchObject([{ username: 'odd@example.org' }])
      const people = await server.ask('GET', 'users?search=boss', { as: server.admin })
      expect(people.json.data).toHaveLength(1)
      const lists = await server.ask('GET', 'readlists', { as: server.admin })
      expect(lists.json.data.map((list: { name: string }) => list.name)).toContain('Odd listx')
      const rows = await server.db.query
        .selectFrom('progress as p')
        .innerJoin('user as u', 'u.id', 'p.user_id')
        .innerJoin('book as b', 'b.id', 'p.book_id')
        .select(['b.path', 'p.page', 'p.done', 'p.read_at'])
        .where('u.username', '=', 'odd@example.org')
        .orderBy('b.path')
        .execute()
      expect(rows.map((row) => [row.path, row.page, row.done])).toEqual([
        ['Aurora/Aurora #2 & more.cbz', expect.any(Number), 1],
        ['Aurora/Aurora 1.cbz', 4, 0],
        ['Novel/novel.epub', expect.any(Number), 0],
      ])
      for (const row of rows) expect(row.read_at).toBeLessThanOrEqual(Date.now())
    })
  })
}
