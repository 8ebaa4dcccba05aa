import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../test/databases.ts'
import { listSeriesIds } from '../store/series/list.ts'
import { systemViewer } from '../store/system-viewer.ts'
import { type KomgaImport, openKomgaImport } from './komga-import.fixture.ts'
import { openRecordArchive } from './record-archive.ts'
import { undoLastImport } from './undo-import.ts'

describe.each(databaseKinds())('the dates when books were added, on %s', (kind) => {
  let test: KomgaImport
  let scannedAt: number
  beforeAll(async () => {
    const start = Date.now()
    test = await openKomgaImport(kind)
    scannedAt = start
  })
  afterAll(() => test?.server.close())
  const read = async (path: string) => (await test.server.request('GET', path, { as: test.server.admin })).json

  it('stay as they were there, in lists, for series and in what was added last', async () => {
    const report = await test.runAfterDryRun()
    expect(report.counts['date added']).toMatchObject({ rows: 3, imported: 3 })
    const books: { title: string; createdAt: string }[] = (await read('books?sort=created_at,desc')).data
    expect(books.map(({ createdAt }) => createdAt)).toEqual([
      '2020-05-09T10:00:00.250Z',
      '2020-05-08T10:00:00.250Z',
      '2020-05-07T10:00:00.250Z',
    ])
    expect(books[0]!.title).toBe('A title by hand')
    const series = (await read('series?sort=date_added,asc')).data
    for (const { createdAt } of series) expect(createdAt).toBe('2019-07-01T10:00:00.000Z')
    const query = test.server.db.query.selectFrom('series').select(['last_book_at', 'book_count'])
    expect(await query.orderBy('last_book_at', 'desc').execute()).toEqual([
      { last_book_at: Date.parse('2020-05-09T10:00:00.250Z'), book_count: 2 },
      { last_book_at: Date.parse('2020-05-07T10:00:00.250Z'), book_count: 1 },
    ])
  })

  it('are those of lists, too, as far back as a later run knows, and come with an export', async () => {
    const createdAt = async () => (await read('collections')).data[0].createdAt
    expect(await createdAt()).toBe('2022-02-03T04:05:06.000Z')
    for (const date of ['2023-01-01', '2021-01-01']) {
      test.komga.db.exec(`update COLLECTION set CREATED_DATE = '${date} 00:00:00'`)
      await test.runAfterDryRun()
    }
    expect(await createdAt()).toBe('2021-01-01T00:00:00.000Z')
    const path = join(test.komga.folder, 'lists.jsonl.gz')
    await test.exportTo(path)
    const records = await Array.fromAsync((await openRecordArchive(path)).records())
    expect(records).toContainEqual(expect.objectContaining({ type: 'collection', createdAt: Date.UTC(2021, 0, 1) }))
  })

  it('make no series look updated, and leave scans what they know', async () => {
    const filter = { flag: 'grown', is: true } as const
    const { ids } = await listSeriesIds(test.server.db, systemViewer, { filter }, { limit: 10, offset: 0 })
    expect(ids).toEqual([])
    const rows = await test.server.db.query.selectFrom('book').select('first_seen_at').execute()
    for (const { first_seen_at: at } of rows) expect(at).toBeGreaterThanOrEqual(scannedAt)
  })

  it('change only if another source knows an earlier one', async () => {
    expect((await test.runAfterDryRun()).counts['date added']).toBeUndefined()
    const change = (date: string | number | null) =>
      test.komga.db.prepare(`update BOOK set CREATED_DATE = ? where ID = 'BOK0000000001'`).run(date)
    for (const date of ['2024-01-01 00:00:00', '0001-01-01 00:00:00', '2031-13-45', null, -5]) {
      change(date)
      expect((await test.runAfterDryRun()).counts['date added']).toBeUndefined()
    }
    change('2018-01-01 00:00:00')
    expect((await test.runAfterDryRun()).counts['date added']).toMatchObject({ rows: 1, imported: 1 })
    const [first] = (await read('series?sort=date_added,asc')).data
    expect(first).toMatchObject({ createdAt: '2018-01-01T00:00:00.000Z' })
    const [seen] = await test.server.db.query
      .selectFrom('book')
      .select('first_seen_at')
      .where('created_at', '=', Date.UTC(2018, 0, 1))
      .execute()
    expect(seen!.first_seen_at).toBeGreaterThanOrEqual(scannedAt)
  })

  it('are ours again once the import is undone', async () => {
    await undoLastImport(test.server.db, test.server.lectern.context.config)
    const rows = await test.server.db.query.selectFrom('book').select(['created_at', 'path']).execute()
    expect(rows.find(({ path }) => path.endsWith('1.cbz'))!.created_at).toBe(Date.UTC(2020, 4, 9, 10, 0, 0, 250))
  })
})
