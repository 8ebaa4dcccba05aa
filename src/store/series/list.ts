import { listIds } from '../list/list-ids.ts'
import { lookUpSeries } from '../list/look-up.ts'
import type { ListQuery, Noun } from '../list/noun.ts'
import type { ListPage, Rows } from '../list/rows.ts'
import type { Db } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import { seriesCandidates } from './candidates.ts'
import { compileSeriesFilter, type SeriesFilter } from './filter.ts'
import { readSeries } from './read.ts'
import { type SeriesSort, seriesSortWay } from './sorts.ts'
import type { SeriesView } from './view.ts'

export type SeriesQuery = ListQuery<SeriesFilter, SeriesSort>

/** The series a viewer may see, one page of them: the one way to every list of series. */
export async function listSeries(
  db: Db,
  viewer: Viewer,
  query: SeriesQuery,
  rows: Rows,
): Promise<ListPage<SeriesView>> {
  const { ids, total } = await listSeriesIds(db, viewer, query, rows)
  return { data: await readSeries(db, viewer, ids), total }
}

export function listSeriesIds(
  db: Db,
  viewer: Viewer,
  query: SeriesQuery,
  rows: Rows,
): Promise<{ ids: number[]; total: number }> {
  return listIds(db, viewer, seriesNoun, query, rows)
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
