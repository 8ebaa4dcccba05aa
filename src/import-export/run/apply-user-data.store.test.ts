import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { makeBook, makeLibrary, makeSeries, makeUser } from '../../../test/rows.ts'
import { RowKeys } from '../../store/import/row-keys.ts'
import { addImportSource } from '../../store/import/sources.ts'
import type { Db } from '../../store/open.ts'
import { ImportReporter } from '../import-report.ts'
import type { ListRecord } from '../records.ts'
import type { AnnotationRecord, BookmarkRecord, RatingRecord, WantToReadRecord } from '../user-records.ts'
import { applyAnnotations } from './apply-annotations.ts'
import { applyBookmarks } from './apply-bookmarks.ts'
import { applyLists } from './apply-lists.ts'
import { applyFollows, applyWantToRead } from './apply-marked-items.ts'
import { applyRatings } from './apply-ratings.ts'
import type { ImportRunState } from './import-run-state.ts'

const READ_AT = 1_700_000_000_000

onBothDatabases((open) => {
  const make = async (db: Db) =>
    db.transaction(async (tx) => {
      const library = await makeLibrary(tx)
      const all = [await makeSeries(tx, library), await makeSeries(tx, library)]
      const books = [await makeBook(tx, all[0]!), await makeBook(tx, all[1]!)]
      return { user: await makeUser(tx), series: all, books }
    })
  type Made = Awaited<ReturnType<typeof make>>
  const stateOf = (db: Db, { user, series, books }: Made, isDryRun = false) =>
    ({
      deps: { db },
      people: new Map([['ann', { id: user.id, isNew: false }]]),
      matcher: {
        found: new Map(books.map((book, index) => [`b${index}`, { ...book, pageCount: 9, format: 'cbz' }])),
        reasons: new Map(),
      },
      seriesIds: new Map(series.map((one, index) => [`s${index}`, one.id])),
      seriesReasons: new Map(),
      newSeries: new Set(),
      lists: new Map(),
      filters: new Map(),
      takenLists: new Map(),
      seenLists: new Set(),
      dryRunWrites: new Map(),
      report: new ImportReporter(),
      names: { book: new Map(), series: new Map(), user: new Map() },
      isDryRun,
      readAt: READ_AT,
      importedEarlier: new WeakSet(),
      knownRows: new RowKeys(),
      lastRunAt: null,
    }) as unknown as ImportRunState

  it('writes ratings, Want to read, bookmarks and notes of a batch at once, and none of them twice', async () => {
    const { db } = await open()
    const made = await make(db)
    const rating = (id: string, stars: number | null, at: number | null): RatingRecord => ({
      ...{ type: 'rating', userId: 'ann', of: 'series', id, rating: stars, notes: `${stars}`, at },
    })
    const ratings = [rating('s0', 40, 10), rating('s0', 90, 30), rating('s0', 50, 20), rating('s1', 60, null)]
    const wanted = (id: string): WantToReadRecord => ({ type: 'wantToRead', userId: 'ann', of: 'book', id, at: 5 })
    const mark = (bookId: string, page: number): BookmarkRecord => ({
      ...{ type: 'bookmark', userId: 'ann', bookId, page, locator: null, note: null, at: null },
    })
    const note = (bookId: string, text: string): AnnotationRecord => ({
      ...{ type: 'annotation', userId: 'ann', bookId, page: 2, locator: null, text, note: 'n', color: '1', at: 77 },
    })
    const run = async (isDryRun: boolean) => {
      const state = stateOf(db, made, isDryRun)
      await applyRatings(state, [...ratings, rating('s1', 500, 1), rating('s1', null, 1), rating('gone', 1, 1)])
      await applyWantToRead(state, [wanted('b0'), wanted('b0'), wanted('b1'), wanted('gone')])
      await applyBookmarks(state, [mark('b0', 3), mark('b0', 3), mark('b1', 99), mark('gone', 1)])
      await applyAnnotations(state, [note('b0', 'one'), note('b0', 'one'), note('b0', 'two'), note('gone', 'x')])
      return state.report
    }
    const expected = {
      rating: { rows: 7, imported: 2, updated: 1, unchanged: 3, left: 1, failed: 0 },
      wantToRead: { rows: 4, imported: 2, updated: 0, unchanged: 1, left: 1, failed: 0 },
      bookmark: { rows: 4, imported: 2, updated: 0, unchanged: 1, left: 1, failed: 0 },
      annotation: { rows: 4, imported: 2, updated: 0, unchanged: 1, left: 1, failed: 0 },
    }
    expect((await run(true)).counts).toEqual(expected)
    const report = await run(false)
    expect(report.counts).toEqual(expected)
    expect(report.items.find((item) => item.reason === 'invalid_value')).toMatchObject({
      detail: 'The rating is 500.',
      detailReason: { code: 'import_rating_value', params: { rating: '500' } },
    })
    for (const counts of Object.values((await run(false)).counts)) {
      expect(counts).toMatchObject({ imported: 0, updated: 0, failed: 0 })
    }
    const rated = await db.query
      .selectFrom('user_rating')
      .select(['series_id', 'rating', 'notes', 'updated_at'])
      .orderBy('series_id')
      .execute()
    expect(rated).toEqual([
      { series_id: made.series[0]!.id, rating: 90, notes: '90', updated_at: 30 },
      { series_id: made.series[1]!.id, rating: 60, notes: '60', updated_at: 1 },
    ])
    const averages = await sql<{ user_rating: number }>`select user_rating from series order by id`.execute(db.query)
    expect(averages.rows.map((row) => Number(row.user_rating))).toEqual([90, 60])
    const marks = await db.query.selectFrom('bookmark').select(['page', 'created_at']).orderBy('page').execute()
    expect(marks).toEqual([
      { page: 3, created_at: READ_AT },
      { page: 9, created_at: READ_AT },
    ])
  })

  it('imports words without stars, and neither side loses words or stars to the other', async () => {
    const { db } = await open()
    const made = await make(db)
    const rating = (id: string, stars: number | null, notes: string | null, at: number | null): RatingRecord => ({
      ...{ type: 'rating', userId: 'ann', of: 'book', id, rating: stars, notes, at },
    })
    const rows = async () =>
      db.query.selectFrom('user_rating').select(['rating', 'notes', 'updated_at']).orderBy('book_id').execute()
    const run = async (records: RatingRecord[], isDryRun = false) => {
      const state = stateOf(db, made, isDryRun)
      await applyRatings(state, records)
      return state.report
    }
    const first = [rating('b0', null, ' Only words. ', 10), rating('b1', null, ' ', 10), rating('b1', -1, null, 10)]
    for (const isDryRun of [true, false]) {
      const report = await run(first, isDryRun)
      expect(report.counts.rating).toMatchObject({ rows: 3, imported: 1, left: 2 })
      expect(report.items.map((item) => item.detail)).toEqual([
        'It is empty: no rating and no review.',
        'The rating is -1.',
      ])
    }
    expect(await rows()).toEqual([{ rating: null, notes: 'Only words.', updated_at: 10 }])

    const second = [
      rating('b0', 80, null, 5),
      rating('b0', 60, 'Older words.', 6),
      rating('b1', 500, 'Too many stars.', null),
      rating('b1', 40, null, 20),
    ]
    for (const isDryRun of [true, false]) {
      const report = await run(second, isDryRun)
      expect(report.counts.rating).toMatchObject({ rows: 4, imported: 1, updated: 2, unchanged: 1 })
    }
    const merged = [
      { rating: 80, notes: 'Only words.', updated_at: 10 },
      { rating: 40, notes: 'Too many stars.', updated_at: 20 },
    ]
    expect(await rows()).toEqual(merged)
    expect((await run([...first, ...second])).counts.rating).toMatchObject({ imported: 0, updated: 0 })
    expect(await rows()).toEqual(merged)

    // Words that an earlier run imported and somebody deleted here stay deleted.
    await db.transaction((tx) => tx.updateTable('user_rating').set({ notes: null, updated_at: 99 }).execute())
    const state = { ...stateOf(db, made), lastRunAt: 50 }
    await applyRatings(state, first)
    expect((await rows()).map((row) => row.notes)).toEqual([null, null])
  })

  it('leaves removed what somebody removed here since the last run, and imports what that run could not', async () => {
    const { db } = await open()
    const made = await make(db)
    const of = 'series' as const
    const run = async (lastRunAt: number | null, newSeries: string[]) => {
      const state = { ...stateOf(db, made), lastRunAt, newSeries: new Set(newSeries) }
      for (const [index, book] of ['b0', 'b1'].entries()) {
        const found = state.matcher.found.get(book)!
        state.matcher.found.set(book, { ...found, isNew: newSeries.includes(`s${index}`) })
      }
      const ids = ['s0', 's1']
      const whose = { userId: 'ann', at: 10 }
      await applyWantToRead(
        state,
        ids.map((id) => ({ type: 'wantToRead', of, id, ...whose })),
      )
      await applyFollows(
        state,
        ids.map((seriesId) => ({ type: 'follow', seriesId, ...whose })),
      )
      await applyRatings(
        state,
        ids.map((id) => ({ type: 'rating', of, id, rating: 80, notes: null, ...whose })),
      )
      await applyBookmarks(
        state,
        ['b0', 'b1'].map((bookId) => ({ type: 'bookmark', bookId, page: 1, locator: null, note: null, ...whose })),
      )
      return Object.values(state.report.counts).map(({ imported }) => imported)
    }
    const clear = () =>
      db.transaction(async (tx) => {
        for (const table of ['want_to_read', 'series_follow', 'user_rating', 'bookmark'] as const)
          await tx.deleteFrom(table).execute()
      })
    expect(await run(null, ['s0', 's1'])).toEqual([2, 2, 2, 2])
    await clear()
    expect(await run(20, [])).toEqual([0, 0, 0, 0])
    expect(await run(20, ['s1'])).toEqual([1, 1, 1, 1])
    await clear()
    expect(await run(9, [])).toEqual([2, 2, 2, 2])
  })

  it('writes a list that could not be written when it is tried again', async () => {
    const { db } = await open()
    const made = await make(db)
    const source = await db.transaction((tx) => addImportSource(tx, { name: 'x', createdBy: null }, READ_AT))
    const list: ListRecord = {
      ...{ type: 'readList', id: '1', name: 'Neap', summary: null, isOrdered: true, ownerId: null, memberIds: ['b0'] },
    }
    const state = { ...stateOf(db, made, false), sourceId: source.id }
    const broken: typeof db = Object.assign(Object.create(db), { transaction: () => Promise.reject(new Error('gone')) })
    const failing = applyLists({ ...state, deps: { ...state.deps, db: broken } }, [list])
    await expect(failing).rejects.toThrow('gone')
    await applyLists(state, [list])
    expect(state.report.counts.readList).toMatchObject({ imported: 1 })
  })

  it('keeps lists of one source that share a name apart, in every run', async () => {
    const { db } = await open()
    const made = await make(db)
    const source = await db.transaction((tx) => addImportSource(tx, { name: 'x', createdBy: null }, READ_AT))
    const list = (id: string, name: string, memberIds: string[]): ListRecord => ({
      ...{ type: 'readList', id, name, summary: null, isOrdered: true, ownerId: null, memberIds },
    })
    const run = async (isDryRun: boolean) => {
      const state = { ...stateOf(db, made, isDryRun), sourceId: source.id }
      await applyLists(state, [list('1', 'Best', ['b0', 'b1']), list('2', 'best ', ['b1', 'b0'])])
      return state.report.counts
    }
    expect((await run(true)).readList).toMatchObject({ imported: 2, updated: 0 })
    expect((await run(false)).readList).toMatchObject({ imported: 2, updated: 0 })
    expect((await run(false)).readList).toMatchObject({ imported: 0, updated: 0, unchanged: 2 })
    const [first, second] = made.books.map((book) => book.id)
    const rows = await db.query
      .selectFrom('read_list_book')
      .select('book_id')
      .orderBy('read_list_id')
      .orderBy('position')
      .execute()
    expect(rows.map((row) => row.book_id)).toEqual([first, second, second, first])
  })
})
