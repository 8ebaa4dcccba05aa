import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { makeBook, makeLibrary, makeSeries, makeUser } from '../../../test/rows.ts'
import type { Db } from '../../store/open.ts'
import { listProgress } from '../../store/progress/list.ts'
import { findPosition, findReadableBook } from '../../store/progress/read.ts'
import { readReadingStatistics } from '../../store/progress/statistics.ts'
import { readRevision } from '../../store/revision.ts'
import type { Viewer } from '../../store/viewer.ts'
import { readVisibility } from '../../store/visibility/read-visibility.ts'
import { seesEverything } from '../../store/visibility/visible-classes.ts'
import { forgetProgress, markRead, saveProgress } from './save-progress.ts'

async function aReader(db: Db, pages = [10, 20]) {
  return db.transaction(async (tx) => {
    const user = await makeUser(tx)
    const series = await makeSeries(tx, await makeLibrary(tx))
    const rows = []
    for (const page_count of pages) rows.push(await makeBook(tx, series, { page_count }))
    const viewer: Viewer = {
      userId: user.id,
      uid: '',
      username: user.username,
      role: 'reader',
      permissions: new Set(),
      sees: seesEverything,
      via: 'jwt',
    }
    return { viewer, series, rows }
  })
}
const books = (db: Db, viewer: Viewer, rows: { uid: Uint8Array }[]) =>
  Promise.all(rows.map(async (row) => (await findReadableBook(db, viewer, row.uid))!))
const sums = (db: Db) => db.query.selectFrom('series_progress').select(['done', 'open']).execute()

onBothDatabases((open) => {
  it('keeps the page, completes on the last one, and keeps the series sums', async () => {
    const { db } = await open()
    const { viewer, rows } = await aReader(db)
    const [first, second] = await books(db, viewer, rows)
    const { progress } = await saveProgress(db, viewer, first!, { currentPage: 3 })
    expect(progress).toMatchObject({ page: 3, percentage: 0.3, done: 0, completed_at: null })
    expect(await sums(db)).toEqual([{ done: 0, open: 1 }])
    const end = await saveProgress(db, viewer, first!, { currentPage: 10 })
    expect(end.progress.done).toBe(1)
    expect(end.progress.uid).toEqual(progress.uid)
    await saveProgress(db, viewer, second!, { currentPage: 1 })
    expect(await sums(db)).toEqual([{ done: 1, open: 1 }])
    expect(await db.query.selectFrom('completion').selectAll().execute()).toHaveLength(1)
  })

  it('keeps the counts of a series correct under concurrent writes, and recomputes missing ones', async () => {
    const { db } = await open()
    const { viewer, rows } = await aReader(db)
    const both = await books(db, viewer, rows)
    const now = Date.now()
    const turn = (page: number, at: number) =>
      Promise.all(both.map((book) => saveProgress(db, viewer, book, { currentPage: page, at: now + at })))
    const all = () => db.query.selectFrom('series_progress').select(['done', 'open', 'last_read']).execute()
    await turn(2, -9000)
    await turn(3, -8000)
    await saveProgress(db, viewer, both[0]!, { currentPage: 4, at: now - 5000 })
    // Later than the last write of this book, earlier than that of the other.
    await saveProgress(db, viewer, both[1]!, { currentPage: 5, at: now - 6000 })
    expect(await all()).toEqual([{ done: 0, open: 2, last_read: now - 5000 }])
    await Promise.all(
      [5, 6, 7].map((page) => saveProgress(db, viewer, both[0]!, { currentPage: page, at: now - 4000 })),
    )
    expect(await all()).toEqual([{ done: 0, open: 2, last_read: now - 4000 }])

    await db.transaction((tx) => tx.deleteFrom('series_progress').execute())
    const { accepted } = await saveProgress(db, viewer, both[1]!, { currentPage: 6, at: now - 3000 })
    expect(accepted).toBe(true)
    expect(await all()).toEqual([{ done: 0, open: 2, last_read: now - 3000 }])
  })

  it('lets `completed` override the last page, and counts 98 percent as read', async () => {
    const { db } = await open()
    const { viewer, rows } = await aReader(db, [100])
    const [book] = await books(db, viewer, rows)
    expect((await saveProgress(db, viewer, book!, { currentPage: 100, completed: false })).progress.done).toBe(0)
    expect((await saveProgress(db, viewer, book!, { currentPage: 98 })).progress.done).toBe(1)
    expect((await saveProgress(db, viewer, book!, { currentPage: 50 })).progress).toMatchObject({
      done: 0,
      completed_at: null,
    })
  })

  it('does not let an older write overwrite a newer one, nor a clock ahead block later ones', async () => {
    const { db } = await open()
    const { viewer, rows } = await aReader(db)
    const [book] = await books(db, viewer, rows)
    const ancient = await saveProgress(db, viewer, book!, { currentPage: 3, at: Date.parse('-000001-01-01T00:00:00Z') })
    expect(ancient).toMatchObject({ accepted: true, progress: { read_at: 0 } })
    await saveProgress(db, viewer, book!, { currentPage: 7 })
    const stale = await saveProgress(db, viewer, book!, { currentPage: 2, at: Date.now() - 60_000 })
    expect(stale).toMatchObject({ accepted: false, progress: { page: 7 } })
    await saveProgress(db, viewer, book!, { currentPage: 8, at: Date.now() + 1e9 })
    expect((await saveProgress(db, viewer, book!, { currentPage: 9 })).progress.page).toBe(9)
  })

  it("accepts progress saved now even if the server's clock was ahead at the last write", async () => {
    const { db } = await open()
    const { viewer, rows } = await aReader(db)
    const [book] = await books(db, viewer, rows)
    await saveProgress(db, viewer, book!, { currentPage: 7 })
    const ahead = Date.now() + 1e9
    await db.transaction(async (tx) => {
      await tx.updateTable('progress').set({ read_at: ahead }).execute()
      await tx.updateTable('reading_session').set({ started_at: ahead, ended_at: ahead }).execute()
    })
    expect(await saveProgress(db, viewer, book!, { currentPage: 8 })).toMatchObject({ accepted: true })
    expect(await saveProgress(db, viewer, book!, { currentPage: 9, at: Date.now() })).toMatchObject({ accepted: true })
    const sittings = await db.query.selectFrom('reading_session').select(['started_at', 'ended_at']).execute()
    expect(sittings.filter((one) => one.ended_at < one.started_at)).toEqual([])
  })

  it('drops the exact position when a later write knows only the page', async () => {
    const { db } = await open()
    const { viewer, rows } = await aReader(db)
    const [book] = await books(db, viewer, rows)
    await saveProgress(db, viewer, book!, { currentPage: 2, position: { locator: '{}', device: 'Phone' } })
    expect((await findPosition(db, viewer, book!.id))?.device).toBe('Phone')
    await saveProgress(db, viewer, book!, { currentPage: 5 })
    expect((await findPosition(db, viewer, book!.id))?.locator).toBeNull()
  })

  it('refuses a page of a book without pages, and stores an exact position in it', async () => {
    const { db } = await open()
    const { viewer, rows } = await aReader(db, [0])
    const [book] = await books(db, viewer, rows)
    await expect(saveProgress(db, viewer, book!, { currentPage: 1 })).rejects.toThrowError(
      expect.objectContaining({ code: 'validation_failed' }),
    )
    const update = { currentPage: 1, progressPercentage: 0.4, position: { pointer: '/body/p[3]', device: 'Kobo' } }
    expect((await saveProgress(db, viewer, book!, update)).progress.percentage).toBe(0.4)
  })

  it('refuses a page the book does not have', async () => {
    const { db } = await open()
    const { viewer, rows } = await aReader(db)
    const [book] = await books(db, viewer, rows)
    for (const currentPage of [0, 11, -1]) {
      await expect(saveProgress(db, viewer, book!, { currentPage })).rejects.toThrow(/between 1 and 10/)
    }
  })

  it('marks all books read and unread, and keeps what was finished in the history', async () => {
    const { db } = await open()
    const { viewer, rows } = await aReader(db)
    const all = await books(db, viewer, rows)
    const before = await readRevision(db, `user:${viewer.userId}`)
    await markRead(db, viewer, all)
    expect(await sums(db)).toEqual([{ done: 2, open: 0 }])
    expect(await readRevision(db, `user:${viewer.userId}`)).not.toBe(before)
    await forgetProgress(db, viewer, all)
    expect(await sums(db)).toEqual([])
    expect(await db.query.selectFrom('completion').selectAll().execute()).toHaveLength(2)
  })

  it('marks books in any state read at once, as one by one', async () => {
    const { db } = await open()
    const { viewer, rows } = await aReader(db, [10, 20, 0, 30, 40])
    const [begun, finished, empty, elsewhere, twice] = await books(db, viewer, rows)
    const early = Date.now() - 86_400_000
    await saveProgress(db, viewer, begun!, { currentPage: 3, at: early, position: { locator: '{}', device: 'Phone' } })
    await saveProgress(db, viewer, finished!, { currentPage: 20, at: early })
    const other = await aReader(db, [5])
    const all = [begun!, finished!, empty!, elsewhere!, twice!, twice!]
    const now = Date.now()
    await markRead(db, viewer, all)
    const stored = await db.query.selectFrom('progress').selectAll().orderBy('book_id').execute()
    const progressIn = (book: { id: number }) => stored.find((row) => row.book_id === book.id)!
    expect(stored).toHaveLength(5)
    expect(progressIn(begun!)).toMatchObject({ done: 1, page: 10, percentage: 1, started_at: early })
    expect(progressIn(begun!).read_at).toBeGreaterThanOrEqual(now)
    expect(progressIn(finished!)).toMatchObject({ done: 1, page: 20, read_at: early, completed_at: early })
    expect(progressIn(empty!)).toMatchObject({ done: 1, page: 1 })
    expect(await findPosition(db, viewer, begun!.id)).toMatchObject({ locator: null, device: null })
    expect(await db.query.selectFrom('completion').selectAll().execute()).toHaveLength(5)
    expect(await sums(db)).toEqual([{ done: 5, open: 0 }])
    expect(await listProgress(db, other.viewer, { limit: 5, offset: 0 })).toMatchObject({ total: 0 })
  })

  it('joins page turns of one sitting into one session', async () => {
    const { db } = await open()
    const { viewer, rows } = await aReader(db)
    const [book] = await books(db, viewer, rows)
    const start = Date.now() - 3 * 3600_000
    await saveProgress(db, viewer, book!, { currentPage: 2, at: start })
    await saveProgress(db, viewer, book!, { currentPage: 4, at: start + 60_000 })
    await saveProgress(db, viewer, book!, { currentPage: 6 })
    const sessions = await db.query
      .selectFrom('reading_session')
      .select(['from_page', 'to_page'])
      .orderBy('id')
      .execute()
    expect(sessions).toEqual([
      { from_page: 1, to_page: 4 },
      { from_page: 4, to_page: 6 },
    ])
  })

  it('stores no record of pages that were only leafed through', async () => {
    const { db } = await open()
    const { viewer, rows } = await aReader(db, [210])
    const [book] = await books(db, viewer, rows)
    const start = Date.now() - 3600_000
    for (let page = 10; page <= 200; page += 10) {
      await saveProgress(db, viewer, book!, { currentPage: page, at: start + page })
    }
    await saveProgress(db, viewer, book!, { currentPage: 201, at: start + 60_000 })
    await saveProgress(db, viewer, book!, { currentPage: 20, at: start + 61_000 })
    const sessions = await db.query
      .selectFrom('reading_session')
      .select(['started_at', 'ended_at', 'from_page', 'to_page'])
      .orderBy('id')
      .execute()
    expect(sessions).toEqual([
      { started_at: start + 200, ended_at: start + 60_000, from_page: 200, to_page: 201 },
      { started_at: start + 61_000, ended_at: start + 61_000, from_page: 20, to_page: 20 },
    ])
  })

  it('keeps the last thousand times that a book was begun and finished', async () => {
    const { db } = await open()
    const { viewer, rows } = await aReader(db, [10, 10])
    const [again, once] = await books(db, viewer, rows)
    const at = Date.now() - 86_400_000
    const old = { user_id: viewer.userId, book_id: again!.id }
    await db.transaction(async (tx) => {
      for (let n = 0; n < 10; n++) {
        const sessions = Array.from({ length: 105 }, () => ({ ...old, started_at: at, ended_at: at, device: null }))
        const values = sessions.map((one) => ({ ...one, from_page: 1, to_page: 2 }))
        await tx.insertInto('reading_session').values(values).execute()
        await tx
          .insertInto('completion')
          .values(sessions.map(() => ({ ...old, completed_at: at })))
          .execute()
      }
    })
    await saveProgress(db, viewer, once!, { currentPage: 10 })
    await saveProgress(db, viewer, again!, { currentPage: 10 })
    await forgetProgress(db, viewer, [again!])
    await markRead(db, viewer, [again!, once!])
    const countOf = async (table: 'reading_session' | 'completion', { id }: { id: number }) =>
      (await db.query.selectFrom(table).select('id').where('book_id', '=', id).execute()).length
    expect([await countOf('reading_session', again!), await countOf('completion', again!)]).toEqual([1000, 1000])
    expect([await countOf('reading_session', once!), await countOf('completion', once!)]).toEqual([1, 1])
  })

  it('completes a book after a jump to its end or a mark, without counting pages as read', async () => {
    const { db } = await open()
    const { viewer, rows } = await aReader(db, [210, 210, 210, 210])
    const [jumped, marked, apart, told] = await books(db, viewer, rows)
    const start = Date.now() - 3600_000
    await saveProgress(db, viewer, jumped!, { currentPage: 1, at: start })
    await saveProgress(db, viewer, jumped!, { currentPage: 210, at: start + 20 * 60_000 })
    await markRead(db, viewer, [marked!])
    await saveProgress(db, viewer, apart!, { currentPage: 210, at: start })
    const of = { days: 2, timeZone: 'UTC', now: Date.now() }
    expect(await readReadingStatistics(db, viewer, of)).toMatchObject({ pagesRead: 0, booksCompleted: 3 })
    // For a device that reports only the end of a sitting, the pages in between count if there was time to read them.
    await saveProgress(db, viewer, told!, { currentPage: 1, at: start, isWholeSitting: true })
    await saveProgress(db, viewer, told!, { currentPage: 41, at: start + 10 * 60_000, isWholeSitting: true })
    await saveProgress(db, viewer, told!, { currentPage: 200, at: start + 10 * 60_000 + 5000, isWholeSitting: true })
    expect(await readReadingStatistics(db, viewer, of)).toMatchObject({ pagesRead: 40 })
    // An app that may report whole sittings can also report each page.
    await saveProgress(db, viewer, told!, { currentPage: 201, at: start + 10 * 60_000 + 6500, isWholeSitting: true })
    expect(await readReadingStatistics(db, viewer, of)).toMatchObject({ pagesRead: 41 })
  })

  it('counts a page once in a sitting, whichever apps report it, and again when it is read anew', async () => {
    const { db } = await open()
    const { viewer, rows } = await aReader(db, [20, 20])
    const [book, other] = await books(db, viewer, rows)
    let time = Date.UTC(2026, 0, 2, 12)
    const turn = (currentPage: number, seconds = 10, of = book!) => {
      time += seconds * 1000
      return saveProgress(db, viewer, of, { currentPage, at: time })
    }
    const pages = async () =>
      (await readReadingStatistics(db, viewer, { days: 2, timeZone: 'UTC', now: time })).pagesRead
    // One app is two pages ahead of the other.
    await turn(1)
    for (let page = 2; page <= 10; page++) {
      await turn(page + 2)
      await turn(page)
    }
    expect(await pages()).toBe(11)
    for (const page of [5, 10, 5, 10]) await turn(page)
    for (let page = 11; page <= 20; page++) await turn(page)
    expect(await pages()).toBe(19)
    // Finished and begun again, and another book.
    for (let page = 1; page <= 20; page++) await turn(page)
    expect(await pages()).toBe(38)
    for (let page = 1; page <= 20; page++) await turn(page, 10, other!)
    expect(await pages()).toBe(57)
    await turn(5, 3600)
    await turn(8)
    expect(await pages()).toBe(60)
  })

  it('counts reading time, not a minute for each time a book is opened', async () => {
    const { db } = await open()
    const { viewer, rows } = await aReader(db, [10, 10, 10])
    const now = Date.UTC(2026, 0, 2, 12)
    for (const [index, book] of (await books(db, viewer, rows)).entries()) {
      const began = now - (index + 1) * 3600_000
      await saveProgress(db, viewer, book, { currentPage: 2, at: began })
      await saveProgress(db, viewer, book, { currentPage: 3, at: began + 50_000 })
    }
    const read = await readReadingStatistics(db, viewer, { days: 2, timeZone: 'UTC', now })
    expect([read.minutesRead, read.days]).toMatchObject([3, [{ date: '2026-01-02', minutes: 3, pages: 6 }]])
  })

  it('splits reading at midnight of the reader, and leaves out days without any', async () => {
    const { db } = await open()
    const { viewer, rows } = await aReader(db, [100, 100])
    const [book, opened] = await books(db, viewer, rows)
    const midnight = Date.UTC(2026, 2, 28, 23) // In Berlin: of Sunday 29 March, which has 23 hours.
    const turn = (page: number, minutes: number, of = book!) =>
      saveProgress(db, viewer, of, { currentPage: page, at: midnight + minutes * 60_000 })
    for (let page = 1; page <= 41; page++) await turn(page, page - 31)
    await turn(7, 2 * 1440, opened!)
    await turn(7, 2 * 1440 + 0.1, opened!)
    const read = (days: number, timeZone: string) =>
      readReadingStatistics(db, viewer, { days, timeZone, now: midnight + 3 * 86_400_000 })
    const berlin = await read(5, 'Europe/Berlin')
    expect(berlin.days).toEqual([
      { date: '2026-03-28', pages: 30, minutes: 30, completed: 0 },
      { date: '2026-03-29', pages: 10, minutes: 10, completed: 0 },
    ])
    expect(berlin).toMatchObject({ pagesRead: 40, minutesRead: 40, currentStreakDays: 0, longestStreakDays: 2 })
    expect((await read(4, 'Europe/Berlin')).days.map(({ date, pages }) => [date, pages])).toEqual([['2026-03-29', 10]])
    expect((await read(5, 'Asia/Tokyo')).days).toMatchObject([{ date: '2026-03-29', pages: 40 }])
  })

  it('leaves out what was read while the clock of the server was ahead, until that day', async () => {
    const { db } = await open()
    const { viewer, rows } = await aReader(db, [10])
    const [book] = await books(db, viewer, rows)
    const now = Date.UTC(2026, 0, 2, 12)
    const ahead = now + 40 * 86_400_000
    await saveProgress(db, viewer, book!, { currentPage: 1, at: ahead - 60_000 })
    await saveProgress(db, viewer, book!, { currentPage: 3, at: ahead })
    const read = (at: number) => readReadingStatistics(db, viewer, { days: 7, timeZone: 'UTC', now: at })
    expect(await read(now)).toMatchObject({ days: [], pagesRead: 0, minutesRead: 0, currentStreakDays: 0 })
    expect(await read(ahead)).toMatchObject({ days: [{ pages: 2 }], pagesRead: 2, currentStreakDays: 1 })
  })

  it('counts a book once a day, however often it is marked as read and unread', async () => {
    const { db } = await open()
    const { viewer, rows } = await aReader(db, [10, 10])
    const all = await books(db, viewer, rows)
    const now = Date.UTC(2026, 0, 2, 12)
    for (const at of [now - 86_400_000, now - 3000, now - 2000, now - 1000]) {
      await markRead(db, viewer, all, { readAt: at })
      await forgetProgress(db, viewer, all)
    }
    const { days } = await readReadingStatistics(db, viewer, { days: 7, timeZone: 'UTC', now })
    expect(days.map(({ date, completed }) => [date, completed])).toEqual([
      ['2026-01-01', 2],
      ['2026-01-02', 2],
    ])
  })

  it('does not count books hidden from the user since, but counts books whose files are gone', async () => {
    const { db } = await open()
    const { viewer, series, rows } = await aReader(db)
    const [gone, there] = await books(db, viewer, rows)
    const hidden = await db.transaction(async (tx) => {
      const library = await tx.selectFrom('library').selectAll().executeTakeFirstOrThrow()
      return makeBook(tx, await makeSeries(tx, library, { age_rating: 18 }), { page_count: 30 })
    })
    const now = Date.UTC(2026, 0, 2, 12)
    const [adult] = await books(db, viewer, [hidden])
    for (const [index, book] of [gone!, there!, adult!].entries()) {
      await saveProgress(db, viewer, book, { currentPage: 2, at: now - 7200_000 })
      await saveProgress(db, viewer, book, { currentPage: index === 0 ? 3 : book.pageCount, at: now - 7100_000 })
    }
    await db.transaction((tx) =>
      tx.updateTable('book').set({ class: 0, deleted_at: now }).where('id', '=', gone!.id).execute(),
    )
    const told = async (sees: Viewer['sees']) => {
      const of = { days: 2, timeZone: 'UTC', now }
      const { booksCompleted, booksInProgress, pagesRead, days } = await readReadingStatistics(
        db,
        { ...viewer, sees },
        of,
      )
      return { booksCompleted, booksInProgress, pagesRead, completed: days[0]!.completed }
    }
    const limited = await readVisibility(db, { allowTagIds: [], denyTagIds: [], ageLimit: 12, allowUnrated: true })
    expect(limited.classes).toContain(series.class)
    expect(await told(seesEverything)).toEqual({ booksCompleted: 2, booksInProgress: 1, pagesRead: 4, completed: 2 })
    expect(await told(limited)).toEqual({ booksCompleted: 1, booksInProgress: 1, pagesRead: 3, completed: 1 })
  })
})
