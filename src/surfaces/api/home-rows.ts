import { homeRows } from '../../contract/home-rows.ts'
import { readBooks } from '../../store/book/read.ts'
import { filterByAll } from '../../store/list/combine-filters.ts'
import { NOT_HIDDEN } from '../../store/list/hidden-series-condition.ts'
import { NOT_UNREADABLE } from '../../store/list/unreadable-series.ts'
import type { SeriesFilter } from '../../store/series/filter.ts'
import { listSeriesWithNewBooks, pickRandomSeriesIds } from '../../store/series/home-rows.ts'
import { readSeries } from '../../store/series/read.ts'
import type { AppContext } from '../app-context.ts'
import { presentBook } from '../present/book.ts'
import { withCoverColor } from '../present/cover-color.ts'
import { presentSeries } from '../present/series.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { inLibraryFilter, requireVisibleLibrary } from './library-filter.ts'

/** Rows of the home page that aren't available as a list, without hidden series and those that can't be read. */
export function mountHomeRows(api: OpenSurface, { db }: Pick<AppContext, 'db'>): void {
  serve(api, homeRows.additions, async ({ query, viewer }) => {
    if (query.libraryId) await requireVisibleLibrary(db, viewer, query.libraryId)
    const found = await listSeriesWithNewBooks(
      db,
      viewer,
      filterByAll<SeriesFilter>([inLibraryFilter(query.libraryId), NOT_HIDDEN, NOT_UNREADABLE]),
      query.limit,
    )
    const ids = { series: found.map(({ seriesId }) => seriesId), books: found.map(({ newestBookId }) => newestBookId) }
    const [series, books] = [await readSeries(db, viewer, ids.series), await readBooks(db, viewer, ids.books)]
    return found.flatMap(({ seriesId, newestBookId, newBooks }) => {
      const [one, book] = [series.find(({ id }) => id === seriesId), books.find(({ id }) => id === newestBookId)]
      if (!one || !book) return []
      return [
        {
          series: withCoverColor(presentSeries(one), one.cover.color, WITH_COVERS),
          newBooks,
          book: withCoverColor(presentBook(book, viewer), book.coverColor, WITH_COVERS),
        },
      ]
    })
  })
  serve(api, homeRows.random, async ({ query, viewer }) => {
    if (query.libraryId) await requireVisibleLibrary(db, viewer, query.libraryId)
    const ids = await pickRandomSeriesIds(
      db,
      viewer,
      filterByAll<SeriesFilter>([inLibraryFilter(query.libraryId), NOT_HIDDEN, NOT_UNREADABLE]),
      query.limit,
    )
    const series = await readSeries(db, viewer, ids)
    return series.map((one) => withCoverColor(presentSeries(one), one.cover.color, WITH_COVERS))
  })
}

const WITH_COVERS = { covers: true }
