import { problem } from '../../contract/problems.ts'
import { addBookMetadata, findFullBook } from '../../store/book/full-book.ts'
import { listInProgress, listOnDeck } from '../../store/book/home-rows.ts'
import { listBooks } from '../../store/book/list.ts'
import { readBooks } from '../../store/book/read.ts'
import { collectionKind, type ListKind, readListKind } from '../../store/curated-list/list-kind.ts'
import { findCuratedList, listCuratedLists, listVisibleMemberIds } from '../../store/curated-list/read.ts'
import { listFacetValues } from '../../store/facet/list.ts'
import { findVisibleLibrary, listVisibleLibraries } from '../../store/library/visible-libraries.ts'
import { listSeries } from '../../store/series/list.ts'
import { findSeries, readSeries } from '../../store/series/read.ts'
import { bytesToUuid, parseUid } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import { listWantToRead } from '../../store/want-to-read/want-to-read.ts'
import type { AppContext } from '../app-context.ts'
import {
  bookFilterFromFeedQuery,
  feedPathOf,
  makeFacetGroups,
  type ParsedFeedQuery,
  seriesFilterFromFeedQuery,
} from './feed-filter.ts'
import type { FacetGroup, Feed, NavigationEntry } from './feed-model.ts'
import { makeHomeFeed } from './home-feed.ts'
import { makeBookFeed, makeCuratedListFeed, makeSeriesFeed, SERVER_START_TIME } from './make-feeds.ts'

/** The feeds of the catalogue. Both versions of OPDS render them. */
export function openCatalogueFeeds({ db }: AppContext) {
  const rowsOf = ({ page, pageSize }: ParsedFeedQuery) => ({ limit: pageSize, offset: (page - 1) * pageSize })

  async function languagesOf(viewer: Viewer, libraryId?: string) {
    const { data } = await listFacetValues(db, viewer, 'language', { libraryId }, { limit: 30, offset: 0 })
    return data.map(({ name, seriesCount }) => ({ name, count: seriesCount }))
  }

  async function lists(
    viewer: Viewer,
    query: ParsedFeedQuery,
    kind: ListKind,
    base: string,
    title: string,
  ): Promise<Feed> {
    const libraryIds = query.library ? [query.library] : undefined
    const found = await listCuratedLists(db, viewer, kind, { ...rowsOf(query), libraryIds })
    return makeCuratedListFeed({ path: feedPathOf(base, query), title, up: '' }, kind, base, found, query)
  }

  async function readList(viewer: Viewer, kind: ListKind, id: string) {
    const uid = parseUid(id)
    const list = uid && (await findCuratedList(db, viewer, kind, uid))
    if (!list) throw problem('not_found', 'There is no such list.')
    return list
  }

  /** The series that match, and a link to the books that do. */
  async function searchSeries(viewer: Viewer, query: ParsedFeedQuery, search: string): Promise<Feed> {
    const found = await listSeries(db, viewer, { filter: seriesFilterFromFeedQuery(query), search }, rowsOf(query))
    const head = { path: feedPathOf('series', query, { query: search }), title: `Search: ${search}`, up: '' }
    const feed = makeSeriesFeed(head, found, query)
    if (query.page > 1) return feed
    const filter = bookFilterFromFeedQuery(query)
    const { total } = await listBooks(db, viewer, { filter, search }, { limit: 1, offset: 0 })
    if (total === 0) return feed
    const books: NavigationEntry = {
      id: `search:${encodeURIComponent(search)}`,
      title: `Books: ${search}`,
      path: feedPathOf('search', query, { q: search }),
      summary: `${total} ${total === 1 ? 'book' : 'books'}`,
      updated: feed.updated,
      count: total,
      leadsTo: 'acquisition',
    }
    return { ...feed, navigation: [...feed.navigation, books] }
  }

  return {
    home: (viewer: Viewer, options: Parameters<typeof makeHomeFeed>[2]) => makeHomeFeed(db, viewer, options),

    async libraries(viewer: Viewer): Promise<Feed> {
      const found = await listVisibleLibraries(db, viewer)
      const navigation = found.map(({ uid, name, updatedAt }): NavigationEntry => {
        const id = bytesToUuid(uid)
        return { id: `library:${id}`, title: name, path: `libraries/${id}`, updated: updatedAt, leadsTo: 'navigation' }
      })
      const updated = Math.max(SERVER_START_TIME, ...found.map(({ updatedAt }) => updatedAt))
      return { path: 'libraries', title: 'Libraries', up: '', updated, navigation, publications: [], facets: [] }
    },

    async library(viewer: Viewer, query: ParsedFeedQuery, id: string): Promise<Feed> {
      const uid = parseUid(id)
      const library = uid && (await findVisibleLibrary(db, viewer, uid))
      if (!library) throw problem('not_found', 'There is no such library.')
      const filter = seriesFilterFromFeedQuery(query, { library: { op: 'in', ids: [id] } })
      const found = await listSeries(db, viewer, { filter }, rowsOf(query))
      const base = `libraries/${id}`
      const facets = makeFacetGroups(base, query, await languagesOf(viewer, id))
      return makeSeriesFeed(
        { path: feedPathOf(base, query), title: library.name, up: 'libraries', facets },
        found,
        query,
      )
    },

    async allSeries(viewer: Viewer, query: ParsedFeedQuery): Promise<Feed> {
      // The searches of Komga and Kavita have the URL of all series.
      const words = (query.query ?? '').trim()
      if (words !== '') return searchSeries(viewer, query, words)
      const found = await listSeries(db, viewer, { filter: seriesFilterFromFeedQuery(query) }, rowsOf(query))
      const facets = makeFacetGroups('series', query, await languagesOf(viewer, query.library))
      const head = { path: feedPathOf('series', query), title: query.publisher ?? 'Series', up: '', facets }
      return makeSeriesFeed(head, found, query)
    },

    async latestSeries(viewer: Viewer, query: ParsedFeedQuery): Promise<Feed> {
      const sort = [{ field: 'files_changed', direction: 'desc' } as const]
      const found = await listSeries(db, viewer, { filter: seriesFilterFromFeedQuery(query), sort }, rowsOf(query))
      return makeSeriesFeed({ path: feedPathOf('series/latest', query), title: 'Latest series', up: '' }, found, query)
    },

    async publishers(viewer: Viewer, query: ParsedFeedQuery): Promise<Feed> {
      const { library: libraryId } = query
      const found = await listFacetValues(db, viewer, 'publisher', { libraryId }, rowsOf(query))
      const navigation = found.data.map(({ name, seriesCount }): NavigationEntry => {
        const at = new URLSearchParams({ ...(libraryId && { library: libraryId }), publisher: name })
        return {
          id: `publisher:${encodeURIComponent(name)}`,
          title: name,
          path: `series?${at}`,
          summary: `${seriesCount} series`,
          updated: SERVER_START_TIME,
          count: seriesCount,
          leadsTo: 'navigation',
        }
      })
      const { page, pageSize } = query
      const paging = { page, pageSize, total: found.total }
      const head = { path: feedPathOf('publishers', query), title: 'Publishers', up: '', updated: SERVER_START_TIME }
      return { ...head, navigation, publications: [], facets: [], paging }
    },

    /** Series, and single books, that the user wants to read. */
    async wantToRead(viewer: Viewer, query: ParsedFeedQuery): Promise<Feed> {
      const [series, books] = [
        await listWantToRead(db, viewer, 'series', rowsOf(query)),
        await listWantToRead(db, viewer, 'book', rowsOf(query)),
      ]
      const found = { data: await readSeries(db, viewer, series.ids), total: Math.max(series.total, books.total) }
      const head = { path: feedPathOf('want-to-read', query), title: 'Want to read', up: '' }
      const publications = await addBookMetadata(db, await readBooks(db, viewer, books.ids))
      return { ...makeSeriesFeed(head, found, query), publications }
    },

    async oneBook(viewer: Viewer, query: ParsedFeedQuery, id: string): Promise<Feed> {
      const book = await findFullBook(db, viewer, id)
      if (!book || book.deletedAt !== null) throw problem('not_found', 'There is no such book.')
      const head = {
        path: `books/${id}`,
        title: book.title,
        up: `series/${book.seriesUid}`,
        isOneSeries: true,
      } as const
      return makeBookFeed(db, head, { data: [book], total: 1 }, query)
    },

    async oneSeries(viewer: Viewer, query: ParsedFeedQuery, id: string): Promise<Feed> {
      const one = await findSeries(db, viewer, id)
      if (!one) throw problem('not_found', 'There is no such series.')
      const filter = bookFilterFromFeedQuery(query, { seriesId: { op: 'in', ids: [id] } })
      const sort = [{ field: 'number', direction: 'asc' } as const]
      const found = await listBooks(db, viewer, { filter, sort }, rowsOf(query))
      const base = `series/${id}`
      return makeBookFeed(
        db,
        {
          path: feedPathOf(base, query),
          title: one.title,
          isOneSeries: true,
          up: `libraries/${one.libraryUid}`,
          facets: makeFacetGroups(base, query, []),
        },
        found,
        query,
      )
    },

    async allBooks(viewer: Viewer, query: ParsedFeedQuery): Promise<Feed> {
      const found = await listBooks(db, viewer, { filter: bookFilterFromFeedQuery(query) }, rowsOf(query))
      const facets = makeFacetGroups('books', query, await languagesOf(viewer, query.library))
      return makeBookFeed(db, { path: feedPathOf('books', query), title: 'Books', up: '', facets }, found, query)
    },

    async recentlyAdded(viewer: Viewer, query: ParsedFeedQuery): Promise<Feed> {
      const sort = [{ field: 'created_at', direction: 'desc' } as const]
      const found = await listBooks(db, viewer, { filter: bookFilterFromFeedQuery(query), sort }, rowsOf(query))
      return makeBookFeed(
        db,
        { path: feedPathOf('recently-added', query), title: 'Recently added', up: '' },
        found,
        query,
      )
    },

    async inProgress(viewer: Viewer, query: ParsedFeedQuery): Promise<Feed> {
      const found = await listInProgress(db, viewer, { libraryId: query.library }, rowsOf(query))
      return makeBookFeed(
        db,
        { path: feedPathOf('in-progress', query), title: 'Continue reading', up: '' },
        found,
        query,
      )
    },

    async onDeck(viewer: Viewer, query: ParsedFeedQuery): Promise<Feed> {
      const found = await listOnDeck(db, viewer, { libraryId: query.library }, rowsOf(query))
      return makeBookFeed(db, { path: feedPathOf('on-deck', query), title: 'On deck', up: '' }, found, query)
    },

    collections: (viewer: Viewer, query: ParsedFeedQuery) =>
      lists(viewer, query, collectionKind, 'collections', 'Collections'),

    async collection(viewer: Viewer, query: ParsedFeedQuery, id: string): Promise<Feed> {
      const list = await readList(viewer, collectionKind, id)
      const { ids, total } = await listVisibleMemberIds(db, viewer, collectionKind, list, rowsOf(query))
      const found = { data: await readSeries(db, viewer, ids), total }
      return makeSeriesFeed(
        { path: feedPathOf(`collections/${id}`, query), title: list.name, up: 'collections' },
        found,
        query,
      )
    },

    readLists: (viewer: Viewer, query: ParsedFeedQuery) =>
      lists(viewer, query, readListKind, 'readlists', 'Read lists'),

    async readList(viewer: Viewer, query: ParsedFeedQuery, id: string): Promise<Feed> {
      const list = await readList(viewer, readListKind, id)
      const { ids, total } = await listVisibleMemberIds(db, viewer, readListKind, list, rowsOf(query))
      const found = { data: await readBooks(db, viewer, ids), total }
      return makeBookFeed(
        db,
        { path: feedPathOf(`readlists/${id}`, query), title: list.name, up: 'readlists' },
        found,
        query,
      )
    },

    /** `withSeries`: series come before the books. In OPDS 1.2, a feed has either books or links: a facet leads there. */
    async search(
      viewer: Viewer,
      query: ParsedFeedQuery,
      words: string,
      { withSeries }: { withSeries: boolean },
    ): Promise<Feed> {
      const search = words.trim()
      const head = { path: feedPathOf('search', query, { q: words }), title: `Search: ${search}`, up: '' }
      if (search === '') return makeBookFeed(db, head, { data: [], total: 0 }, query)
      const books = await listBooks(db, viewer, { filter: bookFilterFromFeedQuery(query), search }, rowsOf(query))
      const feed = await makeBookFeed(db, head, books, query)
      if (!withSeries) return { ...feed, facets: [searchFacet(query, search)] }
      if (query.page > 1) return feed
      // The best matches; the pages are those of the books.
      const filter = seriesFilterFromFeedQuery(query)
      const series = await listSeries(db, viewer, { filter, search }, { limit: SERIES_IN_SEARCH, offset: 0 })
      return { ...feed, navigation: makeSeriesFeed(head, series, query).navigation }
    },
  }
}

const SERIES_IN_SEARCH = 10

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

export type CatalogueFeeds = ReturnType<typeof openCatalogueFeeds>
