import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeEpub } from '../../test/fixtures/make-epub.ts'
import { makeForeignDatabase } from '../../test/fixtures/make-foreign-database.ts'
import { openTestServer, type TestServer } from '../../test/server.ts'
import { openTestImport } from './import-deps.fixture.ts'

const titles = ['Tern', 'Gannet', 'Puffin', 'Fulmar']
const folderOf = (n: number) => `Ragnhild Moe/${titles[n - 1]} (${n})`
const opf = (series: string) =>
  `<package xmlns="http://www.idpf.org/2007/opf" version="2.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Fulmar</dc:title>${series}</metadata></package>`
const named = (series: string, index: number) =>
  opf(`<meta name="calibre:series" content="${series}"/><meta name="calibre:series_index" content="${index}"/>`)

/** When it was added to Calibre. */
const addedAt = (n: number) => `2019-05-0${n} 10:00:00+00:00`

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`series that only Calibre’s database names, on ${kind}`, () => {
    let server: TestServer
    let libraryId: string
    beforeAll(async () => {
      const files = Object.fromEntries(
        titles.map((title, index) => [
          `${folderOf(index + 1)}/${title} - Ragnhild Moe.epub`,
          makeEpub(undefined, `About the ${title}.`),
        ]),
      )
      server = await openTestServer(kind, {
        ...files,
        [`${folderOf(4)}/metadata.opf`]: Buffer.from(named('Skerries', 4)),
      })
      libraryId = await server.scan({ name: 'Calibre', seriesStrategy: 'calibre', numberStrategy: 'smart' })
    })
    afterAll(() => server.close())

    const run = async (rows: { dirty?: number[]; text?: string } = {}, isDryRun = false) => {
      const database = makeForeignDatabase(
        {
          library_id: [{ id: 1, uuid: 'skerry-library' }],
          books: titles.map((title, index) => ({
            id: index + 1,
            uuid: `skerry-${index + 1}`,
            title,
            sort: title,
            path: folderOf(index + 1),
            pubdate: null,
            series_index: [1, 2.5, 1, 7][index]!,
            timestamp: addedAt(index + 1),
          })),
          data: titles.map((title, index) => ({
            id: index + 1,
            book: index + 1,
            format: 'EPUB',
            name: `${title} - Ragnhild Moe`,
            uncompressed_size: 10,
          })),
          series: [{ id: 3, name: 'Skerries' }],
          books_series_link: [1, 2, 4].map((book) => ({ id: book, book, series: 3 })),
          last_read_positions: titles.map((_, index) => ({
            ...{ id: index + 1, book: index + 1, format: 'EPUB', user: '_', device: 'd', cfi: 'epubcfi(/2/2/4)' },
            ...{ epoch: 1_700_000_000, pos_frac: 0.5 },
          })),
          comments: [{ id: 1, book: 1, text: rows.text ?? '' }],
          ...(rows.text && {
            custom_columns: [
              { id: 1, label: 'said', name: 'Said', datatype: 'comments', is_multiple: 0, normalized: 0 },
              { id: 2, label: 'shelf', name: 'Shelf', datatype: 'text', is_multiple: 0, normalized: 0 },
            ],
            custom_column_1: [{ id: 1, book: 1, value: rows.text }],
            custom_column_2: [{ id: 1, book: 1, value: 'left' }],
          }),
          metadata_dirtied: [...(rows.dirty ?? []), null].map((book) => ({ id: book, book })),
          books_authors_link: [{ id: 1, book: 1, author: 1 }],
          authors: [{ id: 1, name: 'Ragnhild Moe' }],
        },
        { name: 'metadata.db', userVersion: 27 },
      )
      database.db.close()
      const imported = await openTestImport(server, database.path, { folders: { [database.folder]: server.library } })
      const report = await imported.run({ isDryRun })
      await server.waitForIdle()
      return report
    }
    const placed = [
      'Fulmar (4) | Skerries | 4',
      'Gannet (2) | Skerries | 2.5',
      'Puffin (3) | T | 1',
      'Tern (1) | Skerries | 1',
    ]
    const books = async () => {
      const rows = await server.db.query
        .selectFrom('book as b')
        .innerJoin('series as s', 's.id', 'b.series_id')
        .select(['b.path', 's.title', 'b.number_text'])
        .orderBy('b.path')
        .execute()
      return rows.map(({ path, title, number_text: number }) => `${path.split('/')[1]} | ${title} | ${number}`)
    }

    const seriesDates = async (): Promise<Record<string, number>> => {
      const rows = await server.db.query.selectFrom('series').select(['title', 'created_at']).execute()
      return Object.fromEntries(rows.map(({ title, created_at: at }) => [title, Number(at)]))
    }

    it('a dry run says what would be placed', async () => {
      const before = await books()
      const report = await run({}, true)
      expect(report.counts['book series']).toMatchObject({ imported: 2 })
      expect(await books()).toEqual(before)
    })

    it('places the books, and leaves those whose files say more', async () => {
      const report = await run()
      expect(report.errors).toEqual([])
      expect(report.counts['book series']).toMatchObject({ imported: 2 })
      expect(await books()).toEqual(placed)
    })

    it('stores progress with the series to which the books were moved meanwhile', async () => {
      const rows = await server.db.query
        .selectFrom('progress as p')
        .innerJoin('book as b', 'b.id', 'p.book_id')
        .select(['p.series_id as said', 'b.series_id as now'])
        .execute()
      expect(rows).toHaveLength(4)
      expect(rows.filter(({ said, now }) => said !== now)).toEqual([])
    })

    it('dates the series by their oldest books', async () => {
      const dates = await seriesDates()
      expect(dates.Skerries).toBe(Date.parse(addedAt(1)))
      expect(dates.T).toBe(Date.parse(addedAt(3)))
    })

    it('finds nothing to do in a second run, and a scan keeps it', async () => {
      expect((await run()).counts['book series']).toBeUndefined()
      await server.request('POST', `libraries/${libraryId}/analyze`, { as: server.admin })
      await server.waitForIdle()
      expect(await books()).toEqual(placed)
    })

    it('goes by the database where Calibre has not written the file yet, until it has', async () => {
      const report = await run({ dirty: [4] })
      expect(report.counts['book series']).toMatchObject({ imported: 1 })
      expect(await books()).toContain('Fulmar (4) | Skerries | 7')
      writeFileSync(join(server.library, folderOf(4), 'metadata.opf'), named('Cliffs', 2))
      await server.request('POST', `libraries/${libraryId}/analyze`, { as: server.admin })
      await server.waitForIdle()
      expect(await books()).toContain('Fulmar (4) | Cliffs | 2')
      expect((await seriesDates()).Cliffs).toBe(Date.parse(addedAt(4)))
    })

    it('says where a text was longer than fits', async () => {
      const report = await run({ dirty: [1], text: `<p>${'long '.repeat(30_000)}</p>` })
      expect(report.errors).toEqual([])
      for (const name of ['summary', 'customMetadata'])
        expect(report.items).toContainEqual(
          expect.objectContaining({ reason: 'text_cut', name: expect.stringContaining(name) }),
        )
      const { custom_metadata: custom } = await server.db.query
        .selectFrom('book_meta')
        .select('custom_metadata')
        .where('custom_metadata', 'is not', null)
        .executeTakeFirstOrThrow()
      expect(JSON.parse(custom!)).toMatchObject({ shelf: 'left', said: expect.stringMatching(/^long /) })
    })
  })
}
