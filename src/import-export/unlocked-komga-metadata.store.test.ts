import { hashSync } from 'bcryptjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../test/fixtures/make-comic.ts'
import { openTestServer, type TestServer } from '../../test/server.ts'
import { openConfiguredPictureStore } from '../images/configured-stores.ts'
import { exportRecords } from './export/export-records.ts'
import { openTestImport } from './import-deps.fixture.ts'
import { KOMGA_PASSWORD, makeKomga } from './komga.fixture.ts'

const files = {
  'Aurora/Aurora 1.cbz': makeComic(4, { Series: 'Aurora', Number: 1, Summary: 'From the file.', Genre: 'noir' }),
  'Aurora/Aurora 2.cbz': makeComic(5),
}
const bookOf = (id: string, path: keyof typeof files) => ({ id, path, series: 'Aurora', size: files[path].length })
const books = [bookOf('BOK0000000001', 'Aurora/Aurora 1.cbz'), bookOf('BOK0000000002', 'Aurora/Aurora 2.cbz')]
const fetched = { SUMMARY: 'Fetched by Komf.', RELEASE_DATE: '2015-04-02', ISBN: '9780306406157' }

/** As after Komf: values that nobody locked. */
const komfTables = {
  SERIES_METADATA: [
    {
      SERIES_ID: 'SER0000000001',
      ...{ TITLE: 'Aurora', SUMMARY: 'The whole story.', STATUS: 'ENDED', PUBLISHER: 'North', AGE_RATING: 16 },
      ...{ TITLE_LOCK: 0, SUMMARY_LOCK: 0, STATUS_LOCK: 0, PUBLISHER_LOCK: 0, AGE_RATING_LOCK: 1 },
    },
  ],
  SERIES_METADATA_GENRE: [{ SERIES_ID: 'SER0000000001', GENRE: 'space opera' }],
  SERIES_METADATA_ALTERNATE_TITLE: [{ SERIES_ID: 'SER0000000001', LABEL: 'ja', TITLE: 'オーロラ' }],
  SERIES_METADATA_LINK: [{ SERIES_ID: 'SER0000000001', LABEL: 'AniList', URL: 'https://anilist.co/manga/1' }],
  SERIES_METADATA_SHARING: [{ SERIES_ID: null, LABEL: null }],
  BOOK_METADATA: [
    { BOOK_ID: 'BOK0000000001', TITLE: 'Aurora/Aurora 1.cbz', NUMBER: '9', ...fetched },
    { BOOK_ID: 'BOK0000000002', TITLE: 'The Second Night', NUMBER: '9', ...fetched },
  ],
  BOOK_METADATA_AUTHOR: [{ BOOK_ID: 'BOK0000000002', NAME: 'Ada North', ROLE: 'writer' }],
  BOOK_METADATA_TAG: [{ BOOK_ID: 'BOK0000000002', TAG: 'fetched' }],
}

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`Komga's metadata that nobody locked (${kind})`, () => {
    let server: TestServer
    let komga: ReturnType<typeof makeKomga>
    let run: Awaited<ReturnType<typeof openTestImport>>['run']
    beforeAll(async () => {
      server = await openTestServer(kind, files)
      await server.scan({ name: 'Ours' })
      komga = makeKomga(books, { passwordHash: hashSync(KOMGA_PASSWORD, 4), more: komfTables })
      ;({ run } = await openTestImport(server, komga.path, {}))
    })
    afterAll(() => server.close())

    const readBook = async (path: string) => {
      const row = await server.db.query
        .selectFrom('book as b')
        .innerJoin('book_meta as m', 'm.book_id', 'b.id')
        .select(['b.title', 'b.number_text', 'b.year', 'm.summary', 'm.authors', 'm.facts', 'm.locks'])
        .where('b.path', '=', path)
        .executeTakeFirstOrThrow()
      return { ...row, authors: JSON.parse(row.authors), facts: JSON.parse(row.facts), locks: JSON.parse(row.locks) }
    }
    const readSeries = () =>
      server.db.query.selectFrom('series').selectAll().where('title', '=', 'Aurora').executeTakeFirstOrThrow()

    it('is counted apart in a dry run, with what the files already say', async () => {
      const { counts } = await run({ isDryRun: true })
      expect(counts['unlocked book metadata']).toMatchObject({ rows: 2, imported: 2 })
      expect(counts['series metadata']).toMatchObject({ rows: 1, imported: 1 })
    })

    it('is imported only where our files say nothing', async () => {
      await run()
      await server.waitForIdle()
      const [first, second] = [await readBook('Aurora/Aurora 1.cbz'), await readBook('Aurora/Aurora 2.cbz')]
      expect(first).toMatchObject({ title: 'Aurora #1', summary: 'From the file.', year: 2015 })
      expect(first.facts.isbns).toEqual(['9780306406157'])
      expect(second).toMatchObject({ title: 'The Second Night', summary: 'Fetched by Komf.', year: 2015 })
      expect(second.number_text).toBe('2')
      expect(second.authors).toMatchObject([{ name: 'Ada North', role: 'writer' }])
      const series = await readSeries()
      // Komga never takes a series' summary from a book.
      expect(series).toMatchObject({ summary: 'The whole story.', status: 'ended', publisher: 'North', age_rating: 16 })
      const genres = await server.db.query
        .selectFrom('series_genre as s')
        .innerJoin('genre as g', 'g.id', 's.genre_id')
        .select('g.name')
        .execute()
      expect(genres).toEqual([{ name: 'noir' }])
    })

    it('stays unlocked for Komf, and outlives a scan', async () => {
      const { locks } = await readBook('Aurora/Aurora 2.cbz')
      expect(locks).toEqual(expect.arrayContaining(['summary', 'open:summary', 'tags', 'open:tags']))
      const ofSeries = JSON.parse((await readSeries()).locks)
      expect(ofSeries).toEqual(expect.arrayContaining(['summary', 'open:summary', 'ageRating']))
      expect(ofSeries).not.toContain('open:ageRating')
      await server.scan()
      expect(await readBook('Aurora/Aurora 2.cbz')).toMatchObject({ summary: 'Fetched by Komf.' })
      expect(await readSeries()).toMatchObject({ summary: 'The whole story.' })
    })

    it('keeps that mark in an export', async () => {
      const pictures = openConfiguredPictureStore(server.lectern.context.config)
      const openLocks: Record<string, unknown> = {}
      for await (const record of exportRecords(server.db, pictures))
        if (record.type === 'book') openLocks[record.path.split('/').at(-1)!] = record.metadata?.openLocks
      expect(openLocks['Aurora 2.cbz']).toEqual(expect.arrayContaining(['summary', 'tags', 'title']))
    })

    it('a second run changes nothing, and one after Komf ran again brings what it changed', async () => {
      for (const { imported, updated } of Object.values((await run()).counts)) expect(imported + updated).toBe(0)
      komga.db.exec(`update BOOK_METADATA set SUMMARY = 'Fetched again.'`)
      const again = await openTestImport(server, komga.path, {})
      await again.run()
      expect(await readBook('Aurora/Aurora 2.cbz')).toMatchObject({ summary: 'Fetched again.' })
      expect(await readBook('Aurora/Aurora 1.cbz')).toMatchObject({ summary: 'From the file.' })
    })
  })
}
