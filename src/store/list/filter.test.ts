import fc from 'fast-check'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { listBooks } from '../book/list.ts'
import { listSeries } from '../series/list.ts'
import { arbitraryBookFilter, arbitrarySeriesFilter } from './arbitrary-filters.fixture.ts'
import { bookMatchesFilter, seriesMatchesFilter } from './evaluate-filter.fixture.ts'
import { makeTestCatalogue, type TestCatalogue } from './test-catalogue.fixture.ts'

const runs = { numRuns: 150, seed: 20_240_601 }

onBothDatabases((open) => {
  let made: Promise<TestCatalogue> | undefined
  const catalogue = () => {
    made ??= open().then(({ db }) => makeTestCatalogue(db, { seriesCount: 20, seed: 3 }))
    return made
  }
  const rows = { limit: 500, offset: 0 }

  it('finds and counts the same books as a plain evaluation of the filter', async () => {
    const all = await catalogue()
    await fc.assert(
      fc.asyncProperty(arbitraryBookFilter(all), fc.boolean(), async (filter, includeDeleted) => {
        const page = await listBooks(all.db, all.viewer, { filter, includeDeleted }, rows)
        const wanted = all.books.filter(
          (book) => (includeDeleted || book.deleted_at === null) && bookMatchesFilter(all, filter, book),
        )
        expect(page.data.map((book) => book.id).sort(numerically)).toEqual(wanted.map((book) => book.id))
        const first = await listBooks(all.db, all.viewer, { filter, includeDeleted }, { limit: 1, offset: 0 })
        expect(first.total).toBe(wanted.length)
      }),
      runs,
    )
  })

  it('finds and counts the same series as a plain evaluation of the filter', async () => {
    const all = await catalogue()
    await fc.assert(
      fc.asyncProperty(arbitrarySeriesFilter(all), async (filter) => {
        const page = await listSeries(all.db, all.viewer, { filter }, rows)
        const wanted = all.series.filter((one) => seriesMatchesFilter(all, filter, one))
        expect(page.data.map((one) => one.id).sort(numerically)).toEqual(wanted.map((one) => one.id))
        const first = await listSeries(all.db, all.viewer, { filter }, { limit: 1, offset: 0 })
        expect(first.total).toBe(wanted.length)
      }),
      runs,
    )
  })

  it('never finds anything hidden, whatever the filter', async () => {
    const all = await catalogue()
    const viewer = await all.viewerWith({ ageLimit: 6, libraryIds: [all.libraries[1]!.id] })
    const visible = new Set(
      all.series
        .filter((one) => one.library_id === all.libraries[1]!.id && (one.age_rating ?? 0) <= 6)
        .map((one) => one.id),
    )
    await fc.assert(
      fc.asyncProperty(arbitraryBookFilter(all), fc.boolean(), async (filter, includeDeleted) => {
        const page = await listBooks(all.db, viewer, { filter, includeDeleted }, rows)
        expect(page.data.every((book) => visible.has(book.seriesId))).toBe(true)
        const wanted = all.books.filter(
          (book) =>
            visible.has(book.series_id) &&
            (includeDeleted || book.deleted_at === null) &&
            bookMatchesFilter(all, filter, book),
        )
        const first = await listBooks(all.db, viewer, { filter, includeDeleted }, { limit: 1, offset: 0 })
        expect(first.total).toBe(wanted.length)
      }),
      { ...runs, numRuns: 60 },
    )
  })
})

const numerically = (a: number, b: number) => a - b
