import type { FastifyReply, FastifyRequest } from 'fastify'
import { parseSeriesCondition } from '../../catalog/filters/parse-series-condition.ts'
import type { DetailQuery } from '../../contract/books.ts'
import { limitAndOffsetOf, type PageOf, type Paging, parseSort, presentListPage } from '../../contract/paging.ts'
import { problem } from '../../contract/problems.ts'
import { type FullSeries, type Series, series, seriesSortNames } from '../../contract/series.ts'
import { filterByAll } from '../../store/list/combine-filters.ts'
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
import { type OpenSurface, serve } from '../serve.ts'
import { answerOrNotModified } from './answer-or-not-modified.ts'
import { inLibraryFilter, requireVisibleLibrary } from './library-filter.ts'
import { limitAsPageSize } from './limit-as-page-size.ts'

interface Asked {
  viewer: Viewer
  request: FastifyRequest
  reply: FastifyReply
  href(path: string): string
}

export function mountSeries(api: OpenSurface, context: AppContext): void {
  const { db } = context
  const list = (asked: Asked, query: Paging & DetailQuery, wanted: SeriesQuery) => page(db, asked, query, wanted)

  serve(api, series.list, (asked) => {
    const { query } = asked
    const sort = parseSort(query.sort, seriesSortNames)
    const filter = filterByAll([inLibraryFilter(query.libraryId) as SeriesFilter | undefined, ...carrying(query)])
    return answerOrNotModified(db, asked, () => list(asked, query, { filter, sort }))
  })
  serve(api, series.find, ({ body, ...asked }) =>
    list(asked, asked.query, {
      filter: body.condition ? parseSeriesCondition(body.condition) : undefined,
      search: body.fullTextSearch ?? undefined,
      sort: parseSort(asked.query.sort, seriesSortNames),
    }),
  )
  serve(api, series.groups, ({ body, viewer }) =>
    countSeriesByLetter(db, viewer, {
      filter: body.condition ? parseSeriesCondition(body.condition) : undefined,
      search: body.fullTextSearch ?? undefined,
    }),
  )
  serve(api, series.search, ({ body, ...asked }) =>
    list(
      asked,
      { ...asked.query, full: body.full, covers: body.covers },
      { filter: inLibraryFilter(body.libraryId), search: body.query },
    ),
  )
  serve(api, series.ofLibrary, (asked) => {
    const { query, params } = asked
    const sort = parseSort(query.sort, seriesSortNames)
    return answerOrNotModified(db, asked, async () => {
      await requireVisibleLibrary(db, asked.viewer, params.id)
      const filter = filterByAll([inLibraryFilter(params.id) as SeriesFilter, ...carrying(query)])
      return list(asked, query, { filter, sort })
    })
  })

  for (const [route, ofLibrary, wanted] of lists) {
    serve(api, route, (asked) => {
      const paging = { ...asked.query, ...limitAsPageSize(asked.query) }
      const filter = filterByAll<SeriesFilter>([inLibraryFilter(asked.query.libraryId), wanted.filter])
      return answerOrNotModified(db, asked, () => list(asked, paging, { ...wanted, filter }))
    })
    serve(api, ofLibrary, (asked) => {
      const paging = { ...asked.query, ...limitAsPageSize(asked.query) }
      return answerOrNotModified(db, asked, async () => {
        await requireVisibleLibrary(db, asked.viewer, asked.params.id)
        const filter = filterByAll<SeriesFilter>([inLibraryFilter(asked.params.id), wanted.filter])
        return list(asked, paging, { ...wanted, filter })
      })
    })
  }

  serve(api, series.read, (asked) =>
    answerOrNotModified(db, asked, async () => {
      const view = await read(db, asked.viewer, asked.params.id)
      return asked.query.full ? presentWhole(db, view) : presentSeries(view)
    }),
  )
  serve(api, series.readFull, (asked) =>
    answerOrNotModified(db, asked, async () => presentWhole(db, await read(db, asked.viewer, asked.params.id))),
  )
}

const reading: SeriesQuery = {
  filter: { readStatus: ['in_progress'] },
  sort: [{ field: 'date_read', direction: 'desc' }],
}
const newest: SeriesQuery = { sort: [{ field: 'date_added', direction: 'desc' }] }
/** Sorts by new books, not by edited titles. */
const changed: SeriesQuery = { sort: [{ field: 'files_changed', direction: 'desc' }] }

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
  asked: Asked,
  query: Paging & DetailQuery,
  wanted: SeriesQuery,
): Promise<PageOf<Series> | PageOf<FullSeries>> {
  const { data, total } = await listSeries(db, asked.viewer, wanted, limitAndOffsetOf(query))
  if (!query.full) {
    const plain = data.map((view) => withCoverColor(presentSeries(view), view.cover.color, query))
    return presentListPage(asked, query, { data: plain, total })
  }
  const whole = (await addSeriesMetadata(db, data)).map((view) =>
    withCoverColor(presentFullSeries(view), view.cover.color, query),
  )
  return presentListPage(asked, query, { data: whole, total })
}
