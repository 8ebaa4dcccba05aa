import { describe, expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { makeTestCatalogue, type TestCatalogue } from '../list/test-catalogue.fixture.ts'
import { listBooks } from './list.ts'
import type { BookSort } from './sorts.ts'

const sorts = [
  'title',
  'series',
  'number',
  'created_at',
  'updated_at',
  'file_changed',
  'release_date',
  'file_size',
  'filename',
  'page_count',
  'last_read',
] as const satisfies BookSort[]

type Row = TestCatalogue['books'][number]

onBothDatabases((open) => {
  let made: Promise<TestCatalogue> | undefined
  const catalogue = () => {
    made ??= open().then(({ db }) => makeTestCatalogue(db))
    return made
  }

  describe('every sort', () => {
    for (const field of sorts) {
      for (const direction of ['asc', 'desc'] as const) {
        it(`by ${field}, ${direction}, gives every book exactly once over its pages, in order`, async () => {
          const all = await catalogue()
          const pages = await allPages(all, [{ field, direction }])
          const wanted = all.books.filter((book) => book.deleted_at === null).sort(comparator(all, field, direction))
          expect(pages).toEqual(wanted.map((book) => book.id))
        })
      }
    }
  })

  it('sorts by several fields, the first one first', async () => {
    const all = await catalogue()
    const pages = await allPages(all, [
      { field: 'page_count', direction: 'desc' },
      { field: 'title', direction: 'asc' },
    ])
    const wanted = all.books
      .filter((book) => book.deleted_at === null)
      .sort((a, b) => b.page_count - a.page_count || compare(a.sort_key, b.sort_key) || a.id - b.id)
    expect(pages).toEqual(wanted.map((book) => book.id))
  })

  it('sorts by any two fields', async () => {
    const all = await catalogue()
    const rows = { limit: 500, offset: 0 }
    const wanted = all.books.filter((book) => book.deleted_at === null).map((book) => book.id)
    for (const field of sorts) {
      for (const other of sorts.filter((one) => one !== field)) {
        const sort = [field, other].map((one) => ({ field: one, direction: 'asc' as const }))
        const { data } = await listBooks(all.db, all.viewer, { sort }, rows)
        expect(data.map((book) => book.id).sort(numerically), `${field}, ${other}`).toEqual(wanted)
      }
    }
  })

  it('sorts by title by default', async () => {
    const all = await catalogue()
    expect(await allPages(all, undefined)).toEqual(await allPages(all, [{ field: 'title', direction: 'asc' }]))
  })

  it('shows and counts only what a restricted viewer may see', async () => {
    const all = await catalogue()
    const viewer = await all.viewerWith({ ageLimit: 12, allowUnrated: false, libraryIds: [all.libraries[0]!.id] })
    const visible = all.books.filter((book) => {
      const series = all.series.find((one) => one.id === book.series_id)!
      const rated = series.age_rating !== null && series.age_rating <= 12
      return book.deleted_at === null && rated && series.library_id === all.libraries[0]!.id
    })
    expect(visible.length).toBeGreaterThan(0)
    for (const field of sorts) {
      const page = await listBooks(all.db, viewer, { sort: [{ field, direction: 'asc' }] }, { limit: 500, offset: 0 })
      expect(page.data.map((book) => book.id).sort(numerically)).toEqual(visible.map((book) => book.id))
      expect(page.total).toBe(visible.length)
    }
    const first = await listBooks(all.db, viewer, {}, { limit: 2, offset: 0 })
    expect(first.total).toBe(visible.length)
  })

  it('leaves deleted books out unless they are requested', async () => {
    const all = await catalogue()
    const rows = { limit: 500, offset: 0 }
    const page = await listBooks(all.db, all.viewer, { includeDeleted: true }, rows)
    expect(page.total).toBe(all.books.length)
    expect(page.data.filter((book) => book.deletedAt !== null).length).toBe(
      all.books.filter((book) => book.deleted_at !== null).length,
    )
    const small = await listBooks(all.db, all.viewer, { includeDeleted: true }, { limit: 1, offset: 0 })
    expect(small.total).toBe(all.books.length)
  })

  it('answers a page past the end with nothing and the true total', async () => {
    const all = await catalogue()
    const page = await listBooks(all.db, all.viewer, {}, { limit: 10, offset: 100_000 })
    expect(page.data).toEqual([])
    expect(page.total).toBe(all.books.filter((book) => book.deleted_at === null).length)
  })

  it('shows the viewer their own progress only', async () => {
    const all = await catalogue()
    const page = await listBooks(all.db, all.viewer, {}, { limit: 500, offset: 0 })
    for (const book of page.data) {
      const own = all.progress.find((row) => row.book_id === book.id && row.user_id === all.viewer.userId)
      expect(book.progress?.readAt ?? null).toBe(own?.read_at ?? null)
      expect(book.progress?.done ?? null).toBe(own ? own.done === 1 : null)
    }
  })
})

async function allPages(
  all: TestCatalogue,
  sort: { field: (typeof sorts)[number]; direction: 'asc' | 'desc' }[] | undefined,
): Promise<number[]> {
  const ids: number[] = []
  for (let offset = 0; ; offset += 7) {
    const page = await listBooks(all.db, all.viewer, { sort }, { limit: 7, offset })
    expect(page.total).toBe(all.books.filter((book) => book.deleted_at === null).length)
    ids.push(...page.data.map((book) => book.id))
    if (page.data.length < 7) return ids
  }
}

const numerically = (a: number, b: number) => a - b
const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** The same order, said in plain words. */
function comparator(
  all: TestCatalogue,
  field: (typeof sorts)[number],
  direction: 'asc' | 'desc',
): (a: Row, b: Row) => number {
  const sign = direction === 'asc' ? 1 : -1
  const seriesOf = (book: Row) => all.series.find((one) => one.id === book.series_id)!
  const reading = (a: Row, b: Row) =>
    (a.number ?? 1e308) - (b.number ?? 1e308) || compare(a.sort_key, b.sort_key) || a.id - b.id
  const byNumber = (value: (book: Row) => number | null) => (a: Row, b: Row) => {
    const [x, y] = [value(a), value(b)]
    if (x === null || y === null) return x === y ? sign * (a.id - b.id) : x === null ? 1 : -1
    return sign * (x - y) || sign * (a.id - b.id)
  }
  const byText = (value: (book: Row) => string) => (a: Row, b: Row) =>
    sign * compare(value(a), value(b)) || sign * (a.id - b.id)
  switch (field) {
    case 'title':
      return byText((book) => book.sort_key)
    case 'filename':
      return byText((book) => book.file_name)
    case 'created_at':
      return byNumber((book) => book.created_at)
    case 'updated_at':
      return byNumber((book) => book.updated_at)
    case 'file_changed':
      return byNumber((book) => book.file_changed_at)
    case 'release_date':
      return byNumber((book) => book.release_date)
    case 'file_size':
      return byNumber((book) => book.file_size)
    case 'page_count':
      return byNumber((book) => book.page_count)
    case 'last_read':
      return byNumber(
        (book) =>
          all.progress.find((row) => row.book_id === book.id && row.user_id === all.viewer.userId)?.read_at ?? null,
      )
    case 'number':
      return (a, b) => {
        if (a.number === null || b.number === null) {
          if (a.number !== b.number) return a.number === null ? 1 : -1
          return sign * compare(a.sort_key, b.sort_key) || sign * (a.id - b.id)
        }
        return sign * (a.number - b.number) || sign * compare(a.sort_key, b.sort_key) || sign * (a.id - b.id)
      }
    case 'series':
      return (a, b) => {
        const [x, y] = [seriesOf(a), seriesOf(b)]
        return sign * compare(x.sort_key, y.sort_key) || sign * (x.id - y.id) || reading(a, b)
      }
  }
}
