import { describe, expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { makeTestCatalogue, type TestCatalogue } from '../list/test-catalogue.fixture.ts'
import { bytesToUuid } from '../uid.ts'
import { listSeries } from './list.ts'
import type { SeriesSort } from './sorts.ts'

const sorts: SeriesSort[] = [
  'name',
  'date_added',
  'date_updated',
  'release_date',
  'date_read',
  'book_count',
  'file_size',
  'page_count',
  'rating',
  'community_rating',
  'files_changed',
  'last_book',
]

type Row = TestCatalogue['series'][number]

onBothDatabases((open) => {
  let made: Promise<TestCatalogue> | undefined
  const catalogue = () => {
    made ??= open().then(({ db }) => makeTestCatalogue(db, { seriesCount: 30, seed: 2 }))
    return made
  }

  describe('every sort', () => {
    for (const field of sorts) {
      for (const direction of ['asc', 'desc'] as const) {
        it(`by ${field}, ${direction}, gives every series exactly once over its pages, in order`, async () => {
          const all = await catalogue()
          const ids: number[] = []
          for (let offset = 0; ; offset += 7) {
            const page = await listSeries(all.db, all.viewer, { sort: [{ field, direction }] }, { limit: 7, offset })
            expect(page.total).toBe(all.series.length)
            ids.push(...page.data.map((one) => one.id))
            if (page.data.length < 7) break
          }
          expect(ids).toEqual([...all.series].sort(comparator(all, field, direction)).map((one) => one.id))
        })
      }
    }
  })

  it('sorts by any two fields', async () => {
    const all = await catalogue()
    for (const field of sorts) {
      for (const other of sorts.filter((one) => one !== field)) {
        const sort = [field, other].map((one) => ({ field: one, direction: 'desc' as const }))
        const { data } = await listSeries(all.db, all.viewer, { sort }, { limit: 500, offset: 0 })
        const ids = data.map((one) => one.id).sort((a, b) => a - b)
        expect(ids, `${field}, ${other}`).toEqual(all.series.map((one) => one.id))
      }
    }
  })

  it('shows and counts only what a restricted viewer may see', async () => {
    const all = await catalogue()
    const viewer = await all.viewerWith({ ageLimit: 6 })
    const visible = all.series.filter((one) => one.age_rating === null || one.age_rating <= 6)
    for (const field of sorts) {
      const query = { sort: [{ field, direction: 'desc' as const }] }
      const page = await listSeries(all.db, viewer, query, { limit: 3, offset: 0 })
      expect(page.total).toBe(visible.length)
      const whole = await listSeries(all.db, viewer, query, { limit: 500, offset: 0 })
      expect(whole.data.map((one) => one.id).sort((a, b) => a - b)).toEqual(visible.map((one) => one.id))
    }
  })

  it('counts what the viewer has not finished', async () => {
    const all = await catalogue()
    const page = await listSeries(all.db, all.viewer, {}, { limit: 500, offset: 0 })
    for (const series of page.data) {
      const books = all.books.filter((book) => book.series_id === series.id && book.deleted_at === null)
      const done = books.filter((book) =>
        all.progress.some((row) => row.book_id === book.id && row.user_id === all.viewer.userId && row.done === 1),
      )
      expect([series.bookCount, series.unreadCount]).toEqual([books.length, books.length - done.length])
    }
  })

  it('filters by library, and counts the series in it', async () => {
    const all = await catalogue()
    const [library] = all.libraries
    const filter = { library: { op: 'in' as const, ids: [bytesToUuid(library!.uid)] } }
    const wanted = all.series.filter((one) => one.library_id === library!.id)
    const page = await listSeries(all.db, all.viewer, { filter }, { limit: 2, offset: 0 })
    expect(page.total).toBe(wanted.length)
    const none = await listSeries(
      all.db,
      all.viewer,
      { filter: { library: { op: 'in', ids: ['00000000-0000-7000-8000-000000000000'] } } },
      { limit: 2, offset: 0 },
    )
    expect(none).toEqual({ data: [], total: 0 })
  })
})

const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

function comparator(all: TestCatalogue, field: SeriesSort, direction: 'asc' | 'desc'): (a: Row, b: Row) => number {
  const sign = direction === 'asc' ? 1 : -1
  if (field === 'name') return (a, b) => sign * compare(a.sort_key, b.sort_key) || sign * (a.id - b.id)
  const value = (one: Row): number | null => {
    if (field === 'rating') return all.ratings.find((row) => row.series_id === one.id)?.rating ?? null
    if (field !== 'date_read') return one[COLUMNS[field]]
    const books = all.books.filter((book) => book.series_id === one.id && book.deleted_at === null)
    const read = books.flatMap((book) =>
      all.progress
        .filter((row) => row.book_id === book.id && row.user_id === all.viewer.userId)
        .map((row) => row.read_at),
    )
    return read.length === 0 ? null : Math.max(...read)
  }
  return (a, b) => {
    const [x, y] = [value(a), value(b)]
    if (x === null || y === null) return x === y ? sign * (a.id - b.id) : x === null ? 1 : -1
    return sign * (x - y) || sign * (a.id - b.id)
  }
}

const COLUMNS = {
  date_added: 'created_at',
  date_updated: 'updated_at',
  release_date: 'year',
  book_count: 'book_count',
  file_size: 'file_size',
  page_count: 'page_count',
  community_rating: 'community_rating',
  files_changed: 'files_changed_at',
  last_book: 'last_book_at',
} as const
