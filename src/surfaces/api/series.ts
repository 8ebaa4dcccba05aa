import { parseSeriesCondition } from '../../catalog/filters/parse-series-condition.ts'
import type { DetailQuery } from '../../contract/books.ts'
import { limitAndOffsetOf, type PageOf, type Paging, parseSort, presentListPage } from '../../contract/paging.ts'
import { problem } from '../../contract/problems.ts'
import { type FullSeries, type Series, series, seriesSortNames } from '../../contract/series.ts'
import { filterByAll } from '../../store/list/combine-filters.ts'
import { NOT_HIDDEN } from '../../store/list/hidden-series-condition.ts'
import { NOT_UNREADABLE } from '../../store/list/unreadable-series.ts'
import type { Db } from '../../store/open.ts'
import type { SeriesFilter } from '../../store/series/filter.ts'
import { addSeriesMetadata } from '../../store/series/full-series.ts'
import { countSeriesByLetter } from '../../store/series/letter-counts.ts'
import { listSeries, type SeriesQuery } from '../../store/series/list.ts'
import { findSeries } from '../../store/series/read.ts'
import type { SeriesView } from '../../store/series/view.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { withCoverColor } from '../present/cover-color.ts'
import { presentFullSeries, presentSeries } from '../present/series.ts'
import { type OpenSurface, serve, type ViewerRequest } from '../serve.ts'
import { answerOrNotModified } from './answer-or-not-modified.ts'
import { inLibraryFilter, requireVisibleLibrary } from './library-filter.ts'
import { limitAsPageSize } from './limit-as-page-size.ts'

export function mountSeries(api: OpenSurface, context: AppContext): void {
  const { db } = context
  const list = (input: ViewerRequest, query: Paging & DetailQuery, wanted: SeriesQuery) =>
    page(db, input, query, wanted)

  serve(api, series.list, (input) => {
    const { query } = input
    const sort = parseSort(query.sort, seriesSortNames)
    const filter = filterByAll([inLibraryFilter(query.libraryId) as SeriesFilter | undefined, ...carrying(query)])
    return answerOrNotModified(db, input, () => list(input, query, { filter, sort }))
  })
  serve(api, series.find, ({ body, ...input }) =>
    list(input, input.query, {
      filter: body.condition ? parseSeriesCondition(body.condition) : undefined,
      search: body.fullTextSearch ?? undefined,
      sort: parseSort(input.query.sort, seriesSortNames),
    }),
  )
  serve(api, series.groups, ({ body, viewer }) =>
    countSeriesByLetter(db, viewer, {
      filter: body.condition ? parseSeriesCondition(body.condition) : undefined,
      search: body.fullTextSearch ?? undefined,
    }),
  )
  serve(api, series.search, ({ body, ...input }) =>
    list(
      input,
      { ...input.query, full: body.full, covers: body.covers },
      { filter: inLibraryFilter(body.libraryId), search: body.query },
    ),
  )
  serve(api, series.ofLibrary, (input) => {
    const { query, params } = input
    const sort = parseSort(query.sort, seriesSortNames)
    return answerOrNotModified(db, input, async () => {
      await requireVisibleLibrary(db, input.viewer, params.id)
      const filter = filterByAll([inLibraryFilter(params.id) as SeriesFilter, ...carrying(query)])
      return list(input, query, { filter, sort })
    })
  })

  for (const [route, ofLibrary, wanted] of lists) {
    serve(api, route, (input) => {
      const paging = { ...input.query, ...limitAsPageSize(input.query) }
      const filter = filterByAll<SeriesFilter>([inLibraryFilter(input.query.libraryId), wanted.filter, NOT_HIDDEN])
      return answerOrNotModified(db, input, () => list(input, paging, { ...wanted, filter }))
    })
    serve(api, ofLibrary, (input) => {
      const paging = { ...input.query, ...limitAsPageSize(input.query) }
      return answerOrNotModified(db, input, async () => {
        await requireVisibleLibrary(db, input.viewer, input.params.id)
        const filter = filterByAll<SeriesFilter>([inLibraryFilter(input.params.id), wanted.filter, NOT_HIDDEN])
        return list(input, paging, { ...wanted, filter })
      })
    })
  }

  serve(api, series.read, (input) =>
    answerOrNotModified(db, input, async () => {
      const view = await read(db, input.viewer, input.params.id)
      return input.query.full ? presentWhole(db, view) : presentSeries(view)
    }),
  )
  serve(api, series.readFull, (input) =>
    answerOrNotModified(db, input, async () => presentWhole(db, await read(db, input.viewer, input.params.id))),
  )
}

const reading: SeriesQuery = {
  filter: { readStatus: ['in_progress'] },
  sort: [{ field: 'date_read', direction: 'desc' }],
}
const newest: SeriesQuery = { filter: NOT_UNREADABLE, sort: [{ field: 'date_added', direction: 'desc' }] }
/** Sorts by new books, not by edited titles. */
const changed: SeriesQuery = { filter: NOT_UNREADABLE, sort: [{ field: 'files_changed', direction: 'desc' }] }

/** What home pages show: hidden series are left out, and new ones that can't be read. */
const lists = [
  [series.inProgress, series.inProgressOfLibrary, reading],
  [series.recentlyAdded, series.recentlyAddedOfLibrary, newest],
  [series.recentlyUpdated, series.recentlyUpdatedOfLibrary, changed],
] as const

/** Items with all of the named genres and tags. */
function carrying({ genres, tags }: { genres?: string; tags?: string }): SeriesFilter[] {
  const names = (text: string | undefined) => (text ?? '').split(',').filter((name) => name.trim() !== '')
  return [
    ...names(genres).map((value): SeriesFilter => ({ facet: 'genre', test: { op: 'is', value } })),
    ...names(tags).map((value): SeriesFilter => ({ facet: 'tag', test: { op: 'is', value } })),
  ]
}

async function read(db: Db, viewer: Viewer, id: string): Promise<SeriesView> {
  const view = await findSeries(db, viewer, id)
  if (!view) throw problem('not_found', 'There is no such series.')
  return view
}

async function presentWhole(db: Db, view: SeriesView): Promise<FullSeries> {
  const [whole] = await addSeriesMetadata(db, [view])
  return presentFullSeries(whole!)
}

async function page(
  db: Db,
  input: ViewerRequest,
  query: Paging & DetailQuery,
  wanted: SeriesQuery,
): Promise<PageOf<Series> | PageOf<FullSeries>> {
  const { data, total } = await listSeries(db, input.viewer, wanted, limitAndOffsetOf(query))
  if (!query.full) {
    const plain = data.map((view) => withCoverColor(presentSeries(view), view.cover.color, query))
    return presentListPage(input, query, { data: plain, total })
  }
  const whole = (await addSeriesMetadata(db, data)).map((view) =>
    withCoverColor(presentFullSeries(view), view.cover.color, query),
  )
  return presentListPage(input, query, { data: whole, total })
}
