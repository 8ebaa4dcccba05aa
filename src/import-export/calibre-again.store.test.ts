import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../test/databases.ts'
import { makeEpub } from '../../test/fixtures/make-epub.ts'
import { makeForeignDatabase } from '../../test/fixtures/make-foreign-database.ts'
import { openTestServer, type TestServer } from '../../test/server.ts'
import { openTestImport } from './import-deps.fixture.ts'

const titles = ['Avocet', 'Bittern', 'Curlew']
const folderOf = (n: number) => `Ragnhild Moe/${titles[n - 1]} (${n})`

/** Calibre stores neither when a book was rated nor when its “Read” column was ticked. */
interface Undated {
  rating?: number
  isRead?: boolean
  progress?: number
  readOn?: string
}

describe.each(databaseKinds())('importing a Calibre library again, on %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    const files = titles.map((title, index) => [
      `${folderOf(index + 1)}/${title} - Ragnhild Moe.epub`,
      makeEpub(undefined, `About the ${title}.`),
    ])
    server = await openTestServer(kind, Object.fromEntries(files))
    await server.scan({ name: 'Calibre', seriesStrategy: 'calibre', numberStrategy: 'smart' })
  })
  afterAll(() => server?.close())

  const folder = mkdtempSync(join(tmpdir(), 'calibre-again-'))
  const run = async (books: readonly Undated[]) => {
    const column = (id: number, label: string, datatype: string) => ({ id, label, datatype, is_multiple: 0 })
    const values = (of: (book: Undated) => string | number | undefined) =>
      books.map((book, index) => ({ id: index + 1, book: index + 1, value: of(book) ?? null }))
    const named = books.map((_, index) => ({ id: index + 1, title: titles[index]!, path: folderOf(index + 1) }))
    const database = makeForeignDatabase(
      {
        library_id: [{ id: 1, uuid: 'wader-library' }],
        books: named.map((book) => ({ ...book, uuid: `wader-${book.id}` })),
        data: named.map(({ id, title }) => ({ id, book: id, format: 'EPUB', name: `${title} - Ragnhild Moe` })),
        books_authors_link: [{ id: 1, book: 1, author: 1 }],
        ratings: Array.from({ length: 10 }, (_, index) => ({ id: index + 1, rating: index + 1 })),
        books_ratings_link: books.map(({ rating }, index) => ({
          id: index + 1,
          book: index + 1,
          rating: rating ?? null,
        })),
        custom_columns: [column(1, 'read', 'bool'), column(2, 'progress', 'int'), column(3, 'date_read', 'datetime')],
        custom_column_1: values(({ isRead }) => (isRead === undefined ? undefined : Number(isRead))),
        custom_column_2: values(({ progress }) => progress),
        custom_column_3: values(({ readOn }) => readOn),
      },
      { name: `metadata-${crypto.randomUUID()}.db`, folder },
    )
    database.db.close()
    const imported = await openTestImport(server, database.path, { folders: { [folder]: server.library } })
    const dryRun = await imported.run({ isDryRun: true })
    const report = await imported.run()
    expect(report.errors).toEqual([])
    for (const type of ['progress', 'rating']) expect(dryRun.counts[type]).toEqual(report.counts[type])
    return { progress: report.counts.progress, rating: report.counts.rating }
  }
  const stored = async () => {
    const rows = await server.db.query
      .selectFrom('book as b')
      .leftJoin('progress as p', 'p.book_id', 'b.id')
      .leftJoin('user_rating as r', 'r.book_id', 'b.id')
      .select(['p.percentage', 'p.done', 'r.rating', 'p.read_at'])
      .orderBy('b.path')
      .execute()
    return rows.map(({ percentage, done, rating }) => [percentage, done, rating])
  }

  it('follows ratings and reading without a date while nobody changes them here', async () => {
    expect(await run([{ rating: 8, progress: 40 }, { rating: 7, isRead: true }, {}])).toMatchObject({
      progress: { imported: 2 },
      rating: { imported: 2 },
    })
    expect(await stored()).toEqual([
      [0.4, 0, 80],
      [1, 1, 70],
      [null, null, null],
    ])
    const now = [
      { rating: 4, progress: 60 },
      { rating: 7, isRead: true },
      { rating: 2, isRead: true },
    ]
    expect(await run(now)).toMatchObject({
      progress: { imported: 1, updated: 1, unchanged: 1 },
      rating: { imported: 1, updated: 1, unchanged: 1 },
    })
    expect(await stored()).toEqual([
      [0.6, 0, 40],
      [1, 1, 70],
      [1, 1, 20],
    ])
    expect(await run(now)).toMatchObject({
      progress: { imported: 0, updated: 0, unchanged: 3 },
      rating: { imported: 0, updated: 0, unchanged: 3 },
    })
  })

  it('takes the date once there is one, however long ago it was', async () => {
    await run([{ rating: 4, isRead: true, readOn: '2021-03-04 00:00:00+00:00' }, {}, {}])
    const row = await server.db.query
      .selectFrom('progress')
      .select(['done', 'completed_at'])
      .where('done', '=', 1)
      .orderBy('read_at')
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ done: 1, completed_at: Date.parse('2021-03-04') })
  })

  it('keeps what somebody rated and read here since', async () => {
    const [, book] = (await server.request('GET', 'books', { as: server.admin })).json.data as {
      id: string
    }[]
    const put = (path: string, body: object) => server.request('PUT', path, { as: server.admin, body })
    await put(`books/${book!.id}/rating`, { rating: 55 })
    await put(`books/${book!.id}/progress`, { currentPage: 1, progressPercentage: 0.1 })
    const before = await stored()
    expect(before.flat()).toContain(55)
    const changed = { rating: 9, progress: 90 }
    const { progress, rating } = await run([changed, changed, changed])
    expect([progress!.updated, rating!.updated]).toEqual([1, 2])
    expect((await stored()).filter(([, , stars]) => stars === 55)).toEqual(before.filter(([, , stars]) => stars === 55))
  })
})
