import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../test/fixtures/make-comic.ts'
import { openTestServer, type TestServer } from '../../test/server.ts'
import { openTestImport } from './import-deps.fixture.ts'
import { makeKomga } from './komga.fixture.ts'

const files = { 'Aurora/Aurora 1.cbz': makeComic(4, { Year: 2015 }), 'Aurora/Aurora 2.cbz': makeComic(5) }

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`ids that occur twice, on ${kind}`, () => {
    let server: TestServer
    beforeAll(async () => {
      server = await openTestServer(kind, files)
      await server.scan()
    })
    afterAll(() => server.close())

    it('each row is reported once, and a dry run says the same', async () => {
      const books = Object.entries(files).map(([path, { length }], index) => ({
        ...{ id: `BOK000000000${index + 1}`, series: 'Aurora', path, size: length },
      }))
      const komga = makeKomga(books, { passwordHash: '' })
      for (const table of ['LIBRARY', 'BOOK', 'SERIES', 'COLLECTION', 'READLIST'])
        komga.db.exec(`insert into ${table} select * from ${table}`)
      const { run } = await openTestImport(server, komga.path, {})
      const [tried, done] = [await run({ isDryRun: true }), await run()]
      expect(tried.counts).toEqual(done.counts)
      expect(done.counts).toMatchObject({ library: { rows: 2, imported: 1 }, book: { rows: 4 }, series: { rows: 2 } })
      expect(done.counts).toMatchObject({ readList: { rows: 2, imported: 1 }, collection: { rows: 2, imported: 1 } })
    })

    it('of two rows about one file, the first that has metadata counts in every run', async () => {
      const [path, { length: size }] = Object.entries(files)[0]!
      const row = { series: 'Aurora', path, size }
      const books = ['BOK0000000007', 'BOK0000000008', 'BOK0000000009'].map((id) => ({ id, ...row }))
      const BOOK_METADATA = [
        { BOOK_ID: 'BOK0000000008', SUMMARY: 'First', SUMMARY_LOCK: 1, TITLE: 'Aurora 1', TITLE_LOCK: 0 },
        { BOOK_ID: 'BOK0000000009', SUMMARY: '', SUMMARY_LOCK: 0, TITLE: 'Second', TITLE_LOCK: 1 },
      ]
      const komga = makeKomga(books, { passwordHash: '', root: '/twins', more: { BOOK_METADATA } })
      const { run } = await openTestImport(server, komga.path, { folders: { '/twins': server.library } })
      expect((await run()).counts['book metadata']).toMatchObject({ imported: 1, unchanged: 1 })
      expect((await run()).counts['book metadata']).toMatchObject({ imported: 0, unchanged: 2 })
      const { json } = await server.request('GET', 'books?search=aurora', { as: server.admin })
      expect(json.data.map(({ title }: { title: string }) => title)).not.toContain('Second')
    })

    it('one id for two files is that of the first in every run', async () => {
      const komga = makeKomga(
        Object.entries(files).map(([path, { length }]) => ({
          id: 'BOK0000000001',
          series: 'Aurora',
          path,
          size: length,
        })),
        { passwordHash: '', root: '/other' },
      )
      const { run } = await openTestImport(server, komga.path, { folders: { '/other': server.library } })
      await run()
      for (const { imported, updated } of Object.values((await run()).counts))
        expect([imported, updated]).toEqual([0, 0])
    })
  })
}
