import type { ListDefinition, ListQuery } from '../list/list-definition.ts'
import { listIdPage } from '../list/list-id-page.ts'
import type { ListPage, PageRange } from '../list/page-range.ts'
import { resolveSeriesFilter } from '../list/resolve-filter.ts'
import type { Db } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import { seriesDrivingSets } from './driving-sets.ts'
import { compileSeriesFilter, type SeriesFilter } from './filter.ts'
import { readSeries } from './read.ts'
import { type SeriesSort, seriesSortPlan } from './sorts.ts'
import type { SeriesView } from './view.ts'

export type SeriesQuery = ListQuery<SeriesFilter, SeriesSort>

/** One page of the series that a viewer may see: every list of series goes through it. */
export async function listSeries(
  db: Db,
  viewer: Viewer,
  query: SeriesQuery,
  rows: PageRange,
): Promise<ListPage<SeriesView>> {
  const { ids, total } = await listSeriesIds(db, viewer, query, rows)
  return { data: await readSeries(db, viewer, ids), total }
}

export function listSeriesIds(
  db: Db,
  viewer: Viewer,
  query: SeriesQuery,
  rows: PageRange,
): Promise<{ ids: number[]; total: number }> {
  return listIdPage(db, viewer, seriesListDefinition, query, rows)
}

export const seriesListDefinition: ListDefinition<SeriesFilter, SeriesSort> = {
  name: 'series',
  alias: 's',
  counted: 'series',
  defaultSort: { field: 'name', direction: 'asc' },
  personalSorts: ['date_read', 'rating'],
  resolveFilter: resolveSeriesFilter,
  compile: compileSeriesFilter,
  drivingSets: seriesDrivingSets,
  sortPlan: seriesSortPlan,
}
