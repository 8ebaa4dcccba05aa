import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeForeignDatabase } from '../../test/fixtures/make-foreign-database.ts'
import { makeNovel } from '../../test/fixtures/make-novel.ts'
import { openTestServer, type TestServer } from '../../test/server.ts'
import { openTestImport } from './import-deps.fixture.ts'
import { isImportComplete } from './import-report.ts'

/** Documents of ten paragraphs each; all but the first are much longer than it. */
const documents = [0, 1, 2, 3].map((n) =>
  Array.from({ length: 10 }, (_, p) => {
    return `<span id="d${n}p${p + 1}">${'Kelp and wrack. '.repeat(n === 0 ? 1 : 40)}</span>`
  }).join('\n'),
)
const epub = makeNovel('Tide', documents)

const at = '2024-05-06 07:08:09'
const tables = {
  __EFMigrationsHistory: [{ MigrationId: '20260501000000_Y', ProductVersion: '8' }],
  Library: [{ Id: 4, Name: 'Tide', Type: 2 }],
  FolderPath: [{ Id: 1, Path: '/tide', LibraryId: 4 }],
  AspNetUsers: ['marit', 'kari', 'liv'].map((UserName, index) => ({ Id: index + 1, UserName, PasswordHash: '' })),
  Series: [{ Id: 10, LibraryId: 4, Name: 'Tide' }],
  Volume: [{ Id: 20, SeriesId: 10 }],
  Chapter: [{ Id: 30, VolumeId: 20, Pages: 4 }],
  MangaFile: [{ Id: 40, ChapterId: 30, FilePath: '/tide/tide.epub', Bytes: epub.length, Pages: 4, Format: 3 }],
  AppUserProgresses: [
    ['//BODY/DIV[1]/P[6]', 2],
    ['id("d3p6")', 3],
    [null, 1],
  ].map(([BookScrollId, PagesRead], index) => ({
    ...{ AppUserId: index + 1, ChapterId: 30, BookScrollId: BookScrollId!, PagesRead: PagesRead!, TotalReads: 0 },
    ...{ CreatedUtc: at, LastModifiedUtc: at },
  })),
  AppUserBookmark: [{ AppUserId: 1, ChapterId: 30, Page: 2, XPath: '//body/p[6]', CreatedUtc: at }],
  AppUserTableOfContent: [
    { AppUserId: 1, ChapterId: 30, PageNumber: 3, Title: 'Here', BookScrollId: 'id("d3p9")', CreatedUtc: at },
  ],
  AppUserAnnotation: [
    {
      ...{ AppUserId: 1, ChapterId: 30, PageNumber: 1, XPath: '//body/p[8]', EndingXPath: '//body/p[8]' },
      ...{ SelectedText: 'Kelp and wrack.', Comment: null, SelectedSlotIndex: -1, CreatedUtc: at },
    },
  ],
}

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`positions of Kavita in an EPUB, on ${kind}`, () => {
    let server: TestServer
    beforeAll(async () => {
      server = await openTestServer(kind, { 'tide.epub': epub })
      await server.scan()
    })
    afterAll(() => server.close())

    it('lead to the paragraph, not to the beginning of its document', async () => {
      const foreign = makeForeignDatabase(tables, { name: 'kavita.db' })
      const { run } = await openTestImport(server, foreign.path, { folders: { '/tide': server.library } })
      const tried = await run({ isDryRun: true })
      const report = await run()
      expect([report.errors, isImportComplete(report)]).toEqual([[], true])
      expect(tried.counts).toEqual(report.counts)
      const places = await server.db.query
        .selectFrom('progress as p')
        .innerJoin('reading_position as o', (join) =>
          join.onRef('o.book_id', '=', 'p.book_id').onRef('o.user_id', '=', 'p.user_id'),
        )
        .innerJoin('user as u', 'u.id', 'p.user_id')
        .select(['u.username', 'p.percentage', 'o.locator'])
        .orderBy('u.username')
        .execute()
      const [kari, liv, marit] = places.map(({ percentage, locator }) => ({ percentage, ...JSON.parse(locator!) }))
      expect(marit).toMatchObject({ href: 'c3.xhtml', locations: { progression: expect.closeTo(0.5, 1) } })
      expect(kari).toMatchObject({ href: 'c4.xhtml', locations: { progression: expect.closeTo(0.5, 1) } })
      expect(liv).toMatchObject({ href: 'c2.xhtml', locations: { progression: 0 } })
      // The first document is short: a third of the documents isn't a third of the text.
      for (const { percentage, locations } of [marit, kari, liv]) expect(percentage).toBe(locations.totalProgression)
      expect(kari.percentage).toBeGreaterThan(0.8)

      const marks = await server.db.query.selectFrom('bookmark').select('locator').orderBy('id').execute()
      expect(marks.map(({ locator }) => JSON.parse(locator!))).toMatchObject([
        { href: 'c3.xhtml', locations: { progression: expect.closeTo(0.5, 1) } },
        { href: 'c4.xhtml', locations: { progression: expect.closeTo(0.8, 1) } },
      ])
      const [note] = await server.db.query.selectFrom('annotation').select(['locator', 'color']).execute()
      expect(JSON.parse(note!.locator)).toMatchObject({
        href: 'c2.xhtml',
        locations: { progression: expect.closeTo(0.7, 1) },
        text: { highlight: 'Kelp and wrack.' },
      })
      expect(note!.color).toEqual(expect.any(String))
      const again = await run()
      for (const counts of Object.values(again.counts)) expect(counts).toMatchObject({ imported: 0, updated: 0 })
      foreign.db.close()
    })
  })
}
