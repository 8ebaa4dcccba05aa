import type { PageOf } from '../book/list.ts'
import { prepareList } from '../list/listing.ts'
import { lookUpSeries } from '../list/look-up.ts'
import type { ListQuery, Noun } from '../list/noun.ts'
import { pageOfIds } from '../list/page-of-ids.ts'
import { planList } from '../list/plan.ts'
import type { Rows } from '../list/rows.ts'
import { totalOf } from '../list/total.ts'
import type { Db } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import { seriesCandidates } from './candidates.ts'
import { compileSeriesFilter, type SeriesFilter } from './filter.ts'
import { readSeries } from './read.ts'
import { type SeriesSort, seriesSortWay } from './sorts.ts'
import type { SeriesView } from './view.ts'

export type SeriesQuery = ListQuery<SeriesFilter, SeriesSort>

/** The series a viewer may see, one page of them: the one way to every list of series. */
export async function listSeries(db: Db, viewer: Viewer, query: SeriesQuery, rows: Rows): Promise<PageOf<SeriesView>> {
  const { ids, total } = await listSeriesIds(db, viewer, query, rows)
  return { data: await readSeries(db, viewer, ids), total }
}

export async function listSeriesIds(
  db: Db,
  viewer: Viewer,
  query: SeriesQuery,
  rows: Rows,
): Promise<{ ids: number[]; total: number }> {
  const listing = await prepareList(db, viewer, seriesNoun, query)
  const { plan, seen } = planList(db, seriesNoun, listing, query.sort)
  if (rows.offset === 0) {
    const ids = [...(await pageOfIds(db, plan, rows, seen))]
    return { ids, total: ids.length < rows.limit ? ids.length : await totalOf(db, seriesNoun, listing) }
  }
  const total = await totalOf(db, seriesNoun, listing)
  return { ids: [...(await pageOfIds(db, plan, rows, seen, total))], total }
}

export const seriesNoun: Noun<SeriesFilter, SeriesSort> = {
  name: 'series',
  alias: 's',
  counted: 'series',
  defaultSort: { field: 'name', direction: 'asc' },
  personalSorts: ['date_read', 'rating'],
  lookUp: lookUpSeries,
  compile: compileSeriesFilter,
  candidates: seriesCandidates,
  sortWay: seriesSortWay,
}
