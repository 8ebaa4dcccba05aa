import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../test/databases.ts'
import { changeImportSource, listImportSources } from '../store/import/sources.ts'
import { type KomgaImport, openKomgaImport } from './komga-import.fixture.ts'

/** What was removed here isn't imported again, whatever else changes there. */
describe.each(databaseKinds())('what was removed here after an import, on %s', (kind) => {
  let test: KomgaImport
  let seriesPath: string
  const request = (method: string, path: string, body?: object) =>
    test.server.request(method as 'GET', path, { as: test.server.admin, ...(body && { body }) })
  const count = async (table: 'completion' | 'progress' | 'alternate_title' | 'series_external_link') =>
    Number(
      (await test.server.db.query
        .selectFrom(table)
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirst())!.n,
    )
  const remove = (table: 'completion' | 'progress') =>
    test.server.db.transaction((tx) => tx.deleteFrom(table).execute())

  beforeAll(async () => {
    test = await openKomgaImport(kind)
    const { db } = test.komga
    db.exec(`alter table SERIES_METADATA add column LINKS_LOCK int default 1`)
    db.exec(`alter table SERIES_METADATA add column ALTERNATE_TITLES_LOCK int default 1`)
    db.exec(`create table SERIES_METADATA_LINK (SERIES_ID text, LABEL text, URL text)`)
    db.exec(`insert into SERIES_METADATA_LINK values ('SER0000000001', 'Wiki', 'https://wiki.example.org/aurora')`)
    db.exec(`create table SERIES_METADATA_ALTERNATE_TITLE (SERIES_ID text, LABEL text, TITLE text)`)
    db.exec(`insert into SERIES_METADATA_ALTERNATE_TITLE values ('SER0000000001', 'jp', 'オーロラ')`)
    await test.run()
    const series = (await request('GET', 'series')).json.data as { id: string; title: string }[]
    seriesPath = `series/${series.find(({ title }) => title === 'Aurora (edited)')!.id}`
  })
  afterAll(() => test?.server.close())

  it('progress and completions', async () => {
    expect([await count('progress'), await count('completion')]).toEqual([3, 1])
    await remove('completion')
    await test.runAfterDryRun()
    expect([await count('progress'), await count('completion')]).toEqual([3, 0])
    await remove('progress')
    await test.runAfterDryRun()
    expect([await count('progress'), await count('completion')]).toEqual([0, 0])
    // Progress continued there counts as new.
    test.komga.db.exec(
      `update READ_PROGRESS set PAGE = 3, READ_DATE = '2026-01-01 00:00:00' where BOOK_ID = 'BOK0000000002'`,
    )
    await test.runAfterDryRun()
    expect(await count('progress')).toBe(1)
  })

  it('even while rows wait for the analysis of their books', async () => {
    await remove('progress')
    const [source] = await listImportSources(test.server.db)
    const summary = { ...(source!.summary as object), awaitsAnalysis: true, isCutOff: true }
    await test.server.db.transaction((tx) => changeImportSource(tx, source!.id, { summary }, Date.now()))
    await test.runAfterDryRun()
    expect(await count('progress')).toBe(0)
  })

  it('imports progress that says an earlier time than the last import', async () => {
    test.komga.db.exec(
      `update READ_PROGRESS set READ_DATE = '2018-01-01 00:00:00', CREATED_DATE = '2018-01-01 00:00:00'
       where BOOK_ID = 'BOK0000000002'`,
    )
    await test.runAfterDryRun()
    expect(await count('progress')).toBe(1)
  })

  it('labels, alternate titles and links, when something else of the series changes', async () => {
    const tags = async () => (await request('GET', `${seriesPath}/sharing-tags`)).json
    expect([await count('alternate_title'), await count('series_external_link')]).toEqual([1, 1])
    expect(JSON.stringify(await tags())).toContain('kids')
    await test.server.db.transaction(async (tx) => {
      await tx.deleteFrom('alternate_title').execute()
      await tx.deleteFrom('series_external_link').execute()
      await tx.deleteFrom('series_sharing_tag').execute()
    })
    test.komga.db.exec(`update SERIES_METADATA set SUMMARY = 'Newer.' where SERIES_ID = 'SER0000000001'`)
    test.komga.db.exec(`insert into SERIES_METADATA_LINK values ('SER0000000001', 'Shop', 'https://shop.example.org')`)
    await test.runAfterDryRun()
    expect((await request('GET', `${seriesPath}/metadata`)).json).toMatchObject({ summary: 'Newer.' })
    expect([await count('alternate_title'), await count('series_external_link')]).toEqual([0, 1])
    expect(JSON.stringify(await tags())).not.toContain('kids')
  })

  it('members of a list', async () => {
    const members = () => test.server.db.query.selectFrom('read_list_book').selectAll().orderBy('position').execute()
    const [first, ...others] = await members()
    expect(others.length).toBeGreaterThan(0)
    await test.server.db.transaction((tx) =>
      tx.deleteFrom('read_list_book').where('book_id', '=', first!.book_id).execute(),
    )
    const report = await test.runAfterDryRun()
    expect(report.reasons).toContainEqual(expect.objectContaining({ type: 'readList member', reason: 'deleted_here' }))
    expect((await members()).map((row) => row.book_id)).toEqual(others.map((row) => row.book_id))
  })
})
