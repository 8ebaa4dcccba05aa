import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../test/fixtures/make-comic.ts'
import { makeForeignDatabase } from '../../test/fixtures/make-foreign-database.ts'
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
      const members = { 'readList member': { rows: 2, imported: 2 }, 'collection member': { rows: 1, imported: 1 } }
      expect(done.counts).toMatchObject(members)
    })

    it('a user and a shelf count once, with everything that belongs to them', async () => {
      const twice = <Row>(row: Row): Row[] => [row, row]
      const { path } = makeForeignDatabase(
        {
          _prisma_migrations: [{ id: '1' }],
          libraries: [{ id: 'l', name: 'Tide', path: '/tide' }],
          users: twice({ id: 'u1', username: 'kari', hashed_password: null, is_server_owner: 0, deleted_at: null }),
          media: [{ id: 'm1', path: '/tide/Aurora/Aurora 1.cbz', size: files['Aurora/Aurora 1.cbz'].length, pages: 4 }],
          reading_lists: twice({ id: 'r', name: 'Neap', visibility: 'PRIVATE', creating_user_id: 'u1' }),
          reading_list_items: [{ reading_list_id: 'r', media_id: 'm1', display_order: 1 }],
        },
        { name: 'stump.db' },
      )
      const stump = await openTestImport(server, path, { folders: { '/tide': server.library } })
      expect((await stump.run({ isDryRun: true })).counts).toEqual((await stump.run()).counts)
      const { counts } = await stump.run()
      expect(counts).toMatchObject({ user: { unchanged: 2 }, readList: { unchanged: 2 } })
      expect(counts['readList member']).toMatchObject({ rows: 1, unchanged: 1 })

      const shelf = { id: 1, uuid: 'shelf', name: 'Low tide', is_public: 1, user_id: 1 }
      const app = makeForeignDatabase(
        {
          settings: [{ config_calibre_dir: '/calibre', config_read_column: 0 }],
          user: [{ id: 1, name: 'marit', email: null, role: 258, password: '' }],
          shelf: [...twice(shelf), { ...shelf, id: 2 }],
          book_read_link: [{ id: 1, book_id: 1, user_id: 1, read_status: 1, last_modified: '2024-05-06 07:08:09' }],
          book_shelf_link: [{ id: 1, shelf: 1, book_id: 1, order: 1, date_added: null }],
        },
        { name: 'app.db' },
      )
      const { run } = await openTestImport(server, app.path, {})
      expect((await run()).counts).toMatchObject({ readList: { rows: 3, imported: 2 }, 'readList member': { rows: 1 } })
    })

    it('the files of a Calibre book count, whatever a second row says where they are', async () => {
      const { path } = makeForeignDatabase(
        {
          library_id: [{ id: 1, uuid: 'twice' }],
          books: ['Aurora', ''].map((folder) => ({ id: 1, uuid: `book ${folder}`, title: 'Aurora', path: folder })),
          data: [{ id: 1, book: 1, format: 'CBZ', name: 'Aurora 1', uncompressed_size: 1 }],
          books_authors_link: [{ id: 1, book: 1, author: 1 }],
        },
        { name: 'metadata.db', userVersion: 27 },
      )
      const { run } = await openTestImport(server, path, {})
      expect((await run({ isDryRun: true })).counts.book).toMatchObject({ rows: 1 })
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
