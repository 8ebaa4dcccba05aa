import { limitAndOffsetOf } from '../../contract/paging.ts'
import { problem } from '../../contract/problems.ts'
import { listFacetValues } from '../../store/facet/list.ts'
import { findVisibleLibrary, listVisibleLibraries } from '../../store/library/visible-libraries.ts'
import { NOT_HIDDEN } from '../../store/list/hidden-series-condition.ts'
import type { Db } from '../../store/open.ts'
import { listSeries } from '../../store/series/list.ts'
import { bytesToUuid, parseUid } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import {
  feedPathOf,
  listLanguages,
  makeFacetGroups,
  type ParsedFeedQuery,
  seriesFilterFromFeedQuery,
} from './feed-filter.ts'
import type { Feed, NavigationEntry } from './feed-model.ts'
import { feedOfSeries, SERVER_START_TIME } from './feed-of-items.ts'
import { makeSeriesSearchFeed } from './search-feeds.ts'

export async function makeLibrariesFeed(db: Db, viewer: Viewer): Promise<Feed> {
  const found = await listVisibleLibraries(db, viewer)
  const navigation = found.map(({ uid, name, updatedAt }): NavigationEntry => {
    const id = bytesToUuid(uid)
    return { id: `library:${id}`, title: name, path: `libraries/${id}`, updated: updatedAt, leadsTo: 'navigation' }
  })
  const updated = Math.max(SERVER_START_TIME, ...found.map(({ updatedAt }) => updatedAt))
  return { path: 'libraries', title: 'Libraries', up: '', updated, navigation, publications: [], facets: [] }
}

/** The series of one library. */
export async function makeLibraryFeed(db: Db, viewer: Viewer, query: ParsedFeedQuery, id: string): Promise<Feed> {
  const uid = parseUid(id)
  const library = uid && (await findVisibleLibrary(db, viewer, uid))
  if (!library) throw problem('not_found', 'There is no such library.')
  const filter = seriesFilterFromFeedQuery(query, { library: { op: 'in', ids: [id] } }, NOT_HIDDEN)
  const found = await listSeries(db, viewer, { filter }, limitAndOffsetOf(query))
  const base = `libraries/${id}`
  const facets = makeFacetGroups(base, query, await listLanguages(db, viewer, id))
  return feedOfSeries({ path: feedPathOf(base, query), title: library.name, up: 'libraries', facets }, found, query)
}

export async function makeAllSeriesFeed(db: Db, viewer: Viewer, query: ParsedFeedQuery): Promise<Feed> {
  // The searches of Komga and Kavita have the URL of all series.
  const words = (query.query ?? '').trim()
  if (words !== '') return makeSeriesSearchFeed(db, viewer, query, words)
  const filter = seriesFilterFromFeedQuery(query, NOT_HIDDEN)
  const found = await listSeries(db, viewer, { filter }, limitAndOffsetOf(query))
  const facets = makeFacetGroups('series', query, await listLanguages(db, viewer, query.library))
  const head = { path: feedPathOf('series', query), title: query.publisher ?? 'Series', up: '', facets }
  return feedOfSeries(head, found, query)
}

export async function makeLatestSeriesFeed(db: Db, viewer: Viewer, query: ParsedFeedQuery): Promise<Feed> {
  const sort = [{ field: 'files_changed', direction: 'desc' } as const]
  const filter = seriesFilterFromFeedQuery(query, NOT_HIDDEN)
  const found = await listSeries(db, viewer, { filter, sort }, limitAndOffsetOf(query))
  return feedOfSeries({ path: feedPathOf('series/latest', query), title: 'Latest series', up: '' }, found, query)
}

/** Each publisher leads to its series. */
export async function makePublishersFeed(db: Db, viewer: Viewer, query: ParsedFeedQuery): Promise<Feed> {
  const { library: libraryId, page, pageSize } = query
  const found = await listFacetValues(db, viewer, 'publisher', { libraryId }, limitAndOffsetOf(query))
  const navigation = found.data.map(({ name, seriesCount }): NavigationEntry => {
    const parameters = new URLSearchParams({ ...(libraryId && { library: libraryId }), publisher: name })
    return {
      id: `publisher:${encodeURIComponent(name)}`,
      title: name,
      path: `series?${parameters}`,
      summary: `${seriesCount} series`,
      updated: SERVER_START_TIME,
      count: seriesCount,
      leadsTo: 'navigation',
    }
  })
  const head = { path: feedPathOf('publishers', query), title: 'Publishers', up: '', updated: SERVER_START_TIME }
  return { ...head, navigation, publications: [], facets: [], paging: { page, pageSize, total: found.total } }
}
