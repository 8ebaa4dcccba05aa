import { createHash } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findImportSource, findImportSourcesToRunAgain, listImportSources } from '../store/import/sources.ts'
import { importFromSource } from './import-from-source.ts'
import type { ImportOptions } from './import-options.ts'
import { isImportComplete } from './import-report.ts'
import { KOMGA_PASSWORD, komgaKey } from './komga.fixture.ts'
import { type KomgaImport, openKomgaImport } from './komga-import.fixture.ts'
import { readImportSource } from './read-import-source.ts'
import { sourceFilePaths } from './source-files.ts'
import { findUndoableImport, undoLastImport } from './undo-import.ts'

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`importing from Komga on ${kind}`, () => {
    let server: KomgaImport['server']
    let komga: KomgaImport['komga']
    let depsOf: KomgaImport['depsOf']
    let newSource: KomgaImport['newSource']
    let run: KomgaImport['run']
    beforeAll(async () => {
      ;({ server, komga, depsOf, newSource, run } = await openKomgaImport(kind))
    })
    afterAll(() => server.close())

    it('proposes the folder, and a dry run changes nothing', async () => {
      const { source, report } = await run({ isDryRun: true })
      expect(source.kind).toBe('komga')
      expect(Object.keys((source.options as ImportOptions).folders)).toEqual(['/data/comics'])
      expect(report.counts.book).toMatchObject({ rows: 4, imported: 3, left: 1 })
      expect(report.counts.progress).toMatchObject({ rows: 3, imported: 3 })
      expect(report.items).toContainEqual(expect.objectContaining({ type: 'book', reason: 'book_not_found' }))
      const users = await server.request('GET', 'users', { as: server.admin })
      expect(users.json.data).toHaveLength(1)
    })

    it('imports people with their passwords, which become ours', async () => {
      const { report } = await run()
      expect(isImportComplete(report)).toBe(true)
      expect(report.errors).toEqual([])
      const login = await server.request('POST', 'auth/login', {
        body: { username: 'boss@example.org', password: KOMGA_PASSWORD },
      })
      expect(login.status).toBe(200)
      const wrong = await server.request('POST', 'auth/login', {
        body: { username: 'kid@example.org', password: 'something else' },
      })
      expect(wrong.status).toBe(401)
      const row = await server.db.query
        .selectFrom('user')
        .select('password_hash')
        .where('username', '=', 'boss@example.org')
        .executeTakeFirstOrThrow()
      expect(row.password_hash).toMatch(/^\$argon2id\$/)
      const again = await server.request('POST', 'auth/login', {
        body: { username: 'boss@example.org', password: KOMGA_PASSWORD },
      })
      expect(again.status).toBe(200)
    })

    it('imports progress with its pages and dates', async () => {
      const as = `Bearer ${(await server.request('POST', 'auth/login', { body: { username: 'boss@example.org', password: KOMGA_PASSWORD } })).json.accessToken}`
      const { json } = await server.request('GET', 'user/export', { as })
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
        .selectFrom('reading_position')
        .selectAll()
        .where('user_id', '=', kid.id)
        .executeTakeFirstOrThrow()
      expect(JSON.parse(place.locator!)).toMatchObject({ href: 'OEBPS/c2.xhtml', locations: { progression: 0.5 } })
      expect(place.device).toBe('KMReader')
    })

    it('imports limits: libraries, age, labels', async () => {
      const { json } = await server.request('GET', 'users?search=kid', { as: server.admin })
      const [kid] = json.data
      expect(kid).toMatchObject({ allLibraries: false, ageLimit: 13, allowUnrated: false })
      expect(kid.libraryIds).toHaveLength(1)
      expect(kid.sharingTags).toMatchObject([{ accessMode: 'allow' }])
    })

    it('takes over what was edited, and locks it', async () => {
      const { json } = await server.request('GET', 'series?pageSize=50', { as: server.admin })
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

    it('imports lists in their order', async () => {
      const lists = await server.request('GET', 'readlists', { as: server.admin })
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
      const { status, json } = await server.request('GET', 'user', { headers: { 'x-api-key': komgaKey } })
      expect([status, json.username]).toEqual([200, 'boss@example.org'])
      expect((await server.request('GET', 'books', { headers: { 'x-api-key': komgaKey } })).json.total).toBe(3)
      const other = await server.request('GET', 'user', {
        headers: { 'x-api-key': createHash('md5').update('x').digest('hex') },
      })
      expect(other.status).toBe(401)
    })

    it('a second run makes no doubles, imports what is newer, and leaves what is newer here', async () => {
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

    it('opens no library again that was closed to somebody here', async () => {
      const as = server.admin
      const kid = async () => (await server.request('GET', 'users?search=kid', { as })).json.data[0]
      const { id } = await kid()
      expect((await server.request('PATCH', `users/${id}`, { as, body: { libraryIds: [] } })).status).toBe(200)
      await run()
      expect(await kid()).toMatchObject({ allLibraries: false, libraryIds: [] })
    })

    it('does not import again what somebody removed here since', async () => {
      const as = server.admin
      await server.db.transaction((tx) => tx.deleteFrom('progress').where('page', '=', 3).execute())
      const [kid] = (await server.request('GET', 'users?search=kid', { as })).json.data
      const [list] = (await server.request('GET', 'readlists', { as })).json.data
      expect((await server.request('DELETE', `users/${kid.id}`, { as })).status).toBe(204)
      expect((await server.request('DELETE', `readlists/${list.id}`, { as })).status).toBe(204)
      await server.db.transaction((tx) => tx.deleteFrom('api_key').execute())
      for (const isDryRun of [true, false]) {
        const { report } = await run({ isDryRun })
        for (const { imported } of Object.values(report.counts)) expect(imported).toBe(0)
        const deleted = report.reasons.filter(({ reason }) => reason === 'deleted_here').map(({ type }) => type)
        expect(deleted).toEqual(expect.arrayContaining(['user', 'readList', 'key']))
        expect(isImportComplete(report)).toBe(true)
      }
      expect((await server.request('GET', 'users?search=kid', { as })).json.data).toEqual([])
      expect((await server.request('GET', 'readlists', { as })).json.data).toEqual([])
      expect((await server.request('GET', 'user', { headers: { 'x-api-key': komgaKey } })).status).toBe(401)
    })

    it('is the same server to it, whatever libraries and people were added there', async () => {
      komga.db.exec(`insert into LIBRARY (ID, NAME, ROOT) values ('LIB0000000009', 'New', 'file:/data/new/')`)
      const { source, report } = await run({ isDryRun: true })
      expect(report.reasons.find(({ type }) => type === 'user')).toMatchObject({ reason: 'deleted_here' })
      expect((await listImportSources(server.db)).map(({ id }) => id)).toEqual([source.id])
    })

    it('imports nothing by itself that was only tried, read anew or undone', async () => {
      const again = () => findImportSourcesToRunAgain(server.db)
      const later = Date.now() + 60_000
      await server.db.transaction((tx) => tx.updateTable('library').set({ created_at: later }).execute())
      expect(await again()).toEqual([])
      await run()
      expect(await again()).toHaveLength(1)
      await run({ isDryRun: true })
      expect(await again()).toEqual([])
    })

    it('imports again what belongs to a library whose first scan ended during the run', async () => {
      const setScanned = (at: number | null) =>
        server.db.transaction((tx) => tx.updateTable('library').set({ created_at: 1, last_scanned_at: at }).execute())
      const again = () => findImportSourcesToRunAgain(server.db)
      await setScanned(null)
      const deps = depsOf()
      const { id } = await readImportSource(deps, (await newSource(komga.path)).id, komga.path)
      let scanning: Promise<unknown> | undefined
      const onProgress = () => {
        scanning ??= setScanned(Date.now())
      }
      await importFromSource(deps, id, { isDryRun: false, onProgress })
      await scanning
      expect((await again()).map((source) => source.id)).toEqual([id])
      await importFromSource(deps, id, { isDryRun: false, isLate: true })
      expect(await again()).toEqual([])
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
      expect((await server.request('GET', 'books', { as: server.admin })).json.total).toBe(3)
      expect((await findUndoableImport(config, await listImportSources(server.db)))?.id).not.toBe(id)
    })
  })
}
