import { limitAndOffsetOf } from '../../contract/paging.ts'
import { listBooks } from '../../store/book/list.ts'
import { collectionKind, readListKind } from '../../store/curated-list/list-kind.ts'
import { listCuratedLists } from '../../store/curated-list/read.ts'
import type { Db } from '../../store/open.ts'
import { listSeries } from '../../store/series/list.ts'
import type { Viewer } from '../../store/viewer.ts'
import { bookFilterFromFeedQuery, feedPathOf, type ParsedFeedQuery, seriesFilterFromFeedQuery } from './feed-filter.ts'
import type { FacetGroup, Feed, NavigationEntry } from './feed-model.ts'
import { feedOfBooks, feedOfLists, feedOfSeries } from './feed-of-items.ts'

/**
 * The books that match. `withLinks`: series, collections and read lists come before them. In OPDS 1.2, a feed has
 * either books or links: a facet leads to the series.
 */
export async function makeSearchFeed(
  db: Db,
  viewer: Viewer,
  query: ParsedFeedQuery,
  { withLinks }: { withLinks: boolean },
): Promise<Feed> {
  const words = query.q ?? query.query ?? ''
  const search = words.trim()
  const head = { path: feedPathOf('search', query, { q: words }), title: `Search: ${search}`, up: '' }
  if (search === '') return feedOfBooks(db, head, { data: [], total: 0 }, query)
  const filter = bookFilterFromFeedQuery(query)
  const books = await listBooks(db, viewer, { filter, search }, limitAndOffsetOf(query))
  const feed = await feedOfBooks(db, head, books, query)
  if (!withLinks) return { ...feed, facets: [searchFacet(query, search)] }
  if (query.page > 1) return feed
  // The best matches; the pages are those of the books.
  const best = { limit: LINKS_IN_SEARCH, offset: 0 }
  const series = await listSeries(db, viewer, { filter: seriesFilterFromFeedQuery(query), search }, best)
  const named = { ...best, search, libraryIds: query.library ? [query.library] : undefined }
  const collections = await listCuratedLists(db, viewer, collectionKind, named)
  const readLists = await listCuratedLists(db, viewer, readListKind, named)
  const found = [
    feedOfSeries(head, series, query),
    feedOfLists(head, collectionKind, 'collections', collections, query),
    feedOfLists(head, readListKind, 'readlists', readLists, query),
  ]
  return { ...feed, navigation: found.flatMap(({ navigation }) => navigation) }
}

/** Of each kind. */
const LINKS_IN_SEARCH = 10

/** The series that match, and a link to the books that do. */
export async function makeSeriesSearchFeed(
  db: Db,
  viewer: Viewer,
  query: ParsedFeedQuery,
  search: string,
): Promise<Feed> {
  const filter = seriesFilterFromFeedQuery(query)
  const found = await listSeries(db, viewer, { filter, search }, limitAndOffsetOf(query))
  const head = { path: feedPathOf('series', query, { query: search }), title: `Search: ${search}`, up: '' }
  const feed = feedOfSeries(head, found, query)
  if (query.page > 1) return feed
  const books = { filter: bookFilterFromFeedQuery(query), search }
  const { total } = await listBooks(db, viewer, books, { limit: 1, offset: 0 })
  if (total === 0) return feed
  const toBooks: NavigationEntry = {
    id: `search:${encodeURIComponent(search)}`,
    title: `Books: ${search}`,
    path: feedPathOf('search', query, { q: search }),
    summary: `${total} ${total === 1 ? 'book' : 'books'}`,
    updated: feed.updated,
    count: total,
    leadsTo: 'acquisition',
  }
  return { ...feed, navigation: [...feed.navigation, toBooks] }
}

function searchFacet(query: ParsedFeedQuery, words: string): FacetGroup {
  const first = { ...query, page: 1 }
  return {
    title: 'Search',
    options: [
      { title: 'Books', path: feedPathOf('search', first, { q: words }), isActive: true },
      { title: 'Series', path: feedPathOf('series', first, { query: words }), isActive: false },
    ],
  }
}
