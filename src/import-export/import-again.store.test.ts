import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../test/databases.ts'
import { makePng } from '../../test/fixtures/make-images.ts'
import { type KomgaImport, openKomgaImport } from './komga-import.fixture.ts'

describe.each(databaseKinds())('importing again, on %s', (kind) => {
  let test: KomgaImport
  let bookPath: string
  let seriesPath: string
  const request = (method: string, path: string, body?: object) =>
    test.server.request(method as 'GET', path, { as: test.server.admin, ...(body && { body }) })
  const metadataOf = async (path: string) => (await request('GET', `${path}/metadata`)).json
  const lockedNames = (report: Awaited<ReturnType<KomgaImport['runAfterDryRun']>>) =>
    report.items.filter(({ reason }) => reason === 'locked_here').map(({ name }) => name)
  beforeAll(async () => {
    test = await openKomgaImport(kind)
    await test.run()
    const books = (await request('GET', 'books')).json.data as { id: string; title: string }[]
    bookPath = `books/${books.find(({ title }) => title === 'A title by hand')!.id}`
    const series = (await request('GET', 'series')).json.data as { id: string; title: string }[]
    seriesPath = `series/${series.find(({ title }) => title === 'Aurora (edited)')!.id}`
  })
  afterAll(() => test?.server.close())

  it('keeps what was edited here, and takes over what only the other side changed', async () => {
    await request('PATCH', `${bookPath}/metadata`, { title: 'Ours' })
    await request('PATCH', `${seriesPath}/metadata`, { title: 'Our series' })
    test.komga.db.exec(`update BOOK_METADATA set RELEASE_DATE = '2016-02-20' where BOOK_ID = 'BOK0000000001'`)
    test.komga.db.exec(`update BOOK_METADATA_TAG set TAG = 'Rare'`)
    test.komga.db.exec(`update SERIES_METADATA set SUMMARY = 'Newer.' where SERIES_ID = 'SER0000000001'`)
    const report = await test.runAfterDryRun()
    expect(lockedNames(report)).toEqual([])
    expect(await metadataOf(bookPath)).toMatchObject({ title: 'Ours', year: 2016, month: 2, day: 20, tags: ['Rare'] })
    expect(await metadataOf(seriesPath)).toMatchObject({ title: 'Our series', summary: 'Newer.' })
  })

  it('keeps a field that both sides changed, and says so', async () => {
    test.komga.db.exec(`update BOOK_METADATA set TITLE = 'Theirs' where BOOK_ID = 'BOK0000000001'`)
    test.komga.db.exec(
      `update SERIES_METADATA set TITLE = 'Their series', SUMMARY = 'Newest.' where SERIES_ID = 'SER0000000001'`,
    )
    const report = await test.runAfterDryRun()
    expect(lockedNames(report).map((name) => name.split(': ').at(-1))).toEqual(['title', 'title'])
    expect(await metadataOf(bookPath)).toMatchObject({ title: 'Ours', year: 2016 })
    expect(await metadataOf(seriesPath)).toMatchObject({ title: 'Our series', summary: 'Newest.' })
  })

  it('leaves a field alone that was unlocked here and has not changed there', async () => {
    await request('PUT', `${seriesPath}/metadata/locks`, { status: false })
    test.komga.db.exec(`update SERIES_METADATA set SUMMARY = 'Last.' where SERIES_ID = 'SER0000000001'`)
    await test.runAfterDryRun()
    expect(await metadataOf(seriesPath)).toMatchObject({ summary: 'Last.', locks: { status: false, summary: true } })
  })

  it('overwrites no locked field where an older version remembered only the whole', async () => {
    const forget = () =>
      test.server.db.transaction((tx) =>
        tx
          .updateTable('import_id')
          .set({ state: '0123456789abcdef' })
          .where('kind', 'in', ['book', 'series'])
          .execute(),
      )
    await forget()
    test.komga.db.exec(`update BOOK_METADATA set RELEASE_DATE = '2017-02-20' where BOOK_ID = 'BOK0000000001'`)
    const report = await test.runAfterDryRun()
    expect(lockedNames(report).map((name) => name.split(': ').at(-1))).toEqual(
      expect.arrayContaining(['title', 'year', 'title']),
    )
    expect(await metadataOf(bookPath)).toMatchObject({ title: 'Ours', year: 2016, month: 2, day: 20 })
    expect(await metadataOf(seriesPath)).toMatchObject({ title: 'Our series', summary: 'Last.' })
    // Fields that were equal on both sides follow the other server again.
    test.komga.db.exec(`update SERIES_METADATA set SUMMARY = 'After all.' where SERIES_ID = 'SER0000000001'`)
    test.komga.db.exec(`update BOOK_METADATA set RELEASE_DATE = '2018-03-20' where BOOK_ID = 'BOK0000000001'`)
    await test.runAfterDryRun()
    expect(await metadataOf(bookPath)).toMatchObject({ title: 'Ours', year: 2016, month: 3, day: 20 })
    expect(await metadataOf(seriesPath)).toMatchObject({ title: 'Our series', summary: 'After all.' })
  })

  it('does not show a cover again after another one was chosen, nor import again a deleted one', async () => {
    const covers = async () =>
      (await request('GET', `${seriesPath}/covers`)).json.covers as { id: string; isSelected: boolean }[]
    const [imported] = await covers()
    expect(imported).toMatchObject({ isSelected: true })
    const chosen = (await request('POST', `${seriesPath}/covers`, { bookId: bookPath.split('/')[1] })).json
    await test.runAfterDryRun()
    expect((await covers()).find(({ isSelected }) => isSelected)).toMatchObject({ id: chosen.id })
    expect((await request('DELETE', `${seriesPath}/covers/${chosen.id}`)).status).toBe(204)
    await test.runAfterDryRun()
    expect((await covers()).filter(({ isSelected }) => isSelected)).toEqual([])
    expect((await request('DELETE', `${seriesPath}/covers/${imported!.id}`)).status).toBe(204)
    const report = await test.runAfterDryRun()
    expect(report.reasons).toContainEqual(expect.objectContaining({ type: 'cover', reason: 'deleted_here' }))
    expect(await covers()).toEqual([])
    const other = makePng(80, 120, 12)
    test.komga.db.prepare('update THUMBNAIL_SERIES set THUMBNAIL = ?').run(other)
    expect((await test.runAfterDryRun()).counts.cover).toMatchObject({ imported: 1 })
    expect(await covers()).toMatchObject([{ isSelected: true }])
  })
})
