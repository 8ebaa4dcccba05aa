import { problem } from '../../contract/problems.ts'
import { withMetadata } from '../../store/book/full.ts'
import { listBooks } from '../../store/book/list.ts'
import { readBooks } from '../../store/book/read.ts'
import { listInProgress, listOnDeck } from '../../store/book/shelves.ts'
import type { BookView } from '../../store/book/view.ts'
import { listFacet } from '../../store/facet/list.ts'
import { listVisibleLibraries } from '../../store/library/visible.ts'
import type { ListPage } from '../../store/list/rows.ts'
import { listSeries } from '../../store/series/list.ts'
import { findSeries, readSeries } from '../../store/series/read.ts'
import type { SeriesView } from '../../store/series/view.ts'
import { collections, readLists, type ShelfKind } from '../../store/shelf/kind.ts'
import { findShelf, listMembers, listShelves } from '../../store/shelf/read.ts'
import { bytesToUuid, parseUid } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { House } from '../house.ts'
import type { Feed, FeedGroup, NavigationEntry } from './feed.ts'
import { bookFilter, type FeedQuery, facetsOf, pathOf, seriesFilter } from './filter.ts'

/** What the catalogue holds, feed by feed. Both versions of OPDS write down what these make. */
export function openCatalogue({ db }: House) {
  const rowsOf = ({ page, pageSize }: FeedQuery) => ({ limit: pageSize, offset: (page - 1) * pageSize })

  async function languagesOf(viewer: Viewer, libraryId?: string) {
    const { data } = await listFacet(db, viewer, 'language', { libraryId }, { limit: 30, offset: 0 })
    return data.map(({ name, seriesCount }) => ({ name, count: seriesCount }))
  }

  async function books(
    feed: Omit<Feed, 'publications' | 'navigation' | 'facets' | 'updated'> & Partial<Feed>,
    found: ListPage<BookView>,
    query: FeedQuery,
  ): Promise<Feed> {
    const publications = await withMetadata(db, found.data)
    return {
      navigation: [],
      facets: [],
      updated: newest(found.data),
      ...feed,
      publications,
      paging: { page: query.page, pageSize: query.pageSize, total: found.total },
    }
  }

  function series(
    feed: Omit<Feed, 'publications' | 'navigation' | 'facets' | 'updated'> & Partial<Feed>,
    found: ListPage<SeriesView>,
    query: FeedQuery,
  ): Feed {
    return {
      publications: [],
      facets: [],
      updated: newest(found.data),
      ...feed,
      navigation: found.data.map(seriesEntry),
      paging: { page: query.page, pageSize: query.pageSize, total: found.total },
    }
  }

  async function shelves(
    viewer: Viewer,
    query: FeedQuery,
    kind: ShelfKind,
    base: string,
    title: string,
  ): Promise<Feed> {
    const found = await listShelves(db, viewer, kind, rowsOf(query))
    const navigation = found.data.map((shelf): NavigationEntry => {
      const id = bytesToUuid(shelf.uid)
      const what = kind.member === 'book' ? 'books' : 'series'
      return {
        id: `${kind.table}:${id}`,
        title: shelf.name,
        path: `${base}/${id}`,
        summary: shelf.summary ?? `${shelf.memberCount} ${what}`,
        updated: shelf.updatedAt,
        count: shelf.memberCount,
        leadsTo: kind.member === 'book' ? 'acquisition' : 'navigation',
      }
    })
    const paging = { page: query.page, pageSize: query.pageSize, total: found.total }
    return {
      path: pathOf(base, query),
      title,
      up: '',
      updated: newest(found.data),
      navigation,
      publications: [],
      facets: [],
      paging,
    }
  }

  /** What a reader most likely came for, without another step. */
  async function shelvesAtOnce(viewer: Viewer): Promise<FeedGroup[]> {
    const few = { limit: 10, offset: 0 }
    const newestFirst = [{ field: 'created_at', direction: 'desc' } as const]
    const shelves = [
      ['in-progress', 'Continue reading', await listInProgress(db, viewer, {}, few)],
      ['on-deck', 'On deck', await listOnDeck(db, viewer, {}, few)],
      ['recently-added', 'Recently added', await listBooks(db, viewer, { sort: newestFirst }, few)],
    ] as const
    const groups = shelves.map(async ([path, title, { data, total }]) => ({
      path,
      title,
      total,
      publications: await withMetadata(db, data),
    }))
    return (await Promise.all(groups)).filter((group) => group.publications.length > 0)
  }

  async function readShelf(viewer: Viewer, kind: ShelfKind, id: string) {
    const uid = parseUid(id)
    const shelf = uid && (await findShelf(db, viewer, kind, uid))
    if (!shelf) throw problem('not_found', 'There is no such list.')
    return shelf
  }

  return {
    async root(viewer: Viewer, options: { withGroups: boolean }): Promise<Feed> {
      const entry = (
        path: string,
        title: string,
        summary: string,
        leadsTo: NavigationEntry['leadsTo'],
      ): NavigationEntry => ({
        id: path,
        title,
        path,
        summary,
        updated: STARTED,
        leadsTo,
        ...(path === 'recently-added' && { rel: 'http://opds-spec.org/sort/new' as const }),
      })
      return {
        path: '',
        title: 'Lectern',
        updated: STARTED,
        groups: options.withGroups ? await shelvesAtOnce(viewer) : [],
        publications: [],
        facets: [],
        navigation: [
          entry('in-progress', 'Continue reading', 'Books you have begun', 'acquisition'),
          entry('on-deck', 'On deck', 'The next book of series you are reading', 'acquisition'),
          entry('recently-added', 'Recently added', 'The newest books', 'acquisition'),
          entry('libraries', 'Libraries', 'By library', 'navigation'),
          entry('series', 'Series', 'All series', 'navigation'),
          entry('books', 'Books', 'All books', 'acquisition'),
          entry('collections', 'Collections', 'Series that belong together', 'navigation'),
          entry('readlists', 'Read lists', 'Books in an order of their own', 'navigation'),
        ],
      }
    },

    async libraries(viewer: Viewer): Promise<Feed> {
      const found = await listVisibleLibraries(db, viewer)
      const navigation = found.map(({ uid, name, updatedAt }): NavigationEntry => {
        const id = bytesToUuid(uid)
        return { id: `library:${id}`, title: name, path: `libraries/${id}`, updated: updatedAt, leadsTo: 'navigation' }
      })
      const updated = Math.max(STARTED, ...found.map(({ updatedAt }) => updatedAt))
      return { path: 'libraries', title: 'Libraries', up: '', updated, navigation, publications: [], facets: [] }
    },

    async library(viewer: Viewer, query: FeedQuery, id: string): Promise<Feed> {
      const library = (await listVisibleLibraries(db, viewer)).find(({ uid }) => bytesToUuid(uid) === id.toLowerCase())
      if (!library) throw problem('not_found', 'There is no such library.')
      const filter = seriesFilter(query, { library: { op: 'in', ids: [id] } })
      const found = await listSeries(db, viewer, { filter }, rowsOf(query))
      const base = `libraries/${id}`
      const facets = facetsOf(base, query, await languagesOf(viewer, id))
      return series({ path: pathOf(base, query), title: library.name, up: 'libraries', facets }, found, query)
    },

    async allSeries(viewer: Viewer, query: FeedQuery): Promise<Feed> {
      const found = await listSeries(db, viewer, { filter: seriesFilter(query) }, rowsOf(query))
      const facets = facetsOf('series', query, await languagesOf(viewer))
      return series({ path: pathOf('series', query), title: 'Series', up: '', facets }, found, query)
    },

    async oneSeries(viewer: Viewer, query: FeedQuery, id: string): Promise<Feed> {
      const one = await findSeries(db, viewer, id)
      if (!one) throw problem('not_found', 'There is no such series.')
      const filter = bookFilter(query, { seriesId: { op: 'in', ids: [id] } })
      const sort = [{ field: 'number', direction: 'asc' } as const]
      const found = await listBooks(db, viewer, { filter, sort }, rowsOf(query))
      const base = `series/${id}`
      return books(
        {
          path: pathOf(base, query),
          title: one.title,
          up: `libraries/${one.libraryUid}`,
          facets: facetsOf(base, query, []),
        },
        found,
        query,
      )
    },

    async allBooks(viewer: Viewer, query: FeedQuery): Promise<Feed> {
      const found = await listBooks(db, viewer, { filter: bookFilter(query) }, rowsOf(query))
      const facets = facetsOf('books', query, await languagesOf(viewer))
      return books({ path: pathOf('books', query), title: 'Books', up: '', facets }, found, query)
    },

    async recentlyAdded(viewer: Viewer, query: FeedQuery): Promise<Feed> {
      const sort = [{ field: 'created_at', direction: 'desc' } as const]
      const found = await listBooks(db, viewer, { filter: bookFilter(query), sort }, rowsOf(query))
      return books({ path: pathOf('recently-added', query), title: 'Recently added', up: '' }, found, query)
    },

    async inProgress(viewer: Viewer, query: FeedQuery): Promise<Feed> {
      const found = await listInProgress(db, viewer, {}, rowsOf(query))
      return books({ path: pathOf('in-progress', query), title: 'Continue reading', up: '' }, found, query)
    },

    async onDeck(viewer: Viewer, query: FeedQuery): Promise<Feed> {
      const found = await listOnDeck(db, viewer, {}, rowsOf(query))
      return books({ path: pathOf('on-deck', query), title: 'On deck', up: '' }, found, query)
    },

    collections: (viewer: Viewer, query: FeedQuery) =>
      shelves(viewer, query, collections, 'collections', 'Collections'),

    async collection(viewer: Viewer, query: FeedQuery, id: string): Promise<Feed> {
      const shelf = await readShelf(viewer, collections, id)
      const { ids, total } = await listMembers(db, viewer, collections, shelf, rowsOf(query))
      const found = { data: await readSeries(db, viewer, ids), total }
      return series({ path: pathOf(`collections/${id}`, query), title: shelf.name, up: 'collections' }, found, query)
    },

    readLists: (viewer: Viewer, query: FeedQuery) => shelves(viewer, query, readLists, 'readlists', 'Read lists'),

    async readList(viewer: Viewer, query: FeedQuery, id: string): Promise<Feed> {
      const shelf = await readShelf(viewer, readLists, id)
      const { ids, total } = await listMembers(db, viewer, readLists, shelf, rowsOf(query))
      const found = { data: await readBooks(db, viewer, ids), total }
      return books({ path: pathOf(`readlists/${id}`, query), title: shelf.name, up: 'readlists' }, found, query)
    },

    async search(viewer: Viewer, query: FeedQuery, words: string): Promise<Feed> {
      const asked = words.trim()
      const found = asked
        ? await listBooks(db, viewer, { filter: bookFilter(query), search: asked }, rowsOf(query))
        : { data: [], total: 0 }
      return books({ path: pathOf('search', query, { q: words }), title: `Search: ${asked}`, up: '' }, found, query)
    },
  }
}

export type Catalogue = ReturnType<typeof openCatalogue>

/** The fixed feeds change with the program, not with the books. */
const STARTED = Date.now()

function seriesEntry(one: SeriesView): NavigationEntry {
  const count = `${one.bookCount} ${one.bookCount === 1 ? 'book' : 'books'}`
  return {
    id: `series:${one.uid}`,
    title: one.title,
    path: `series/${one.uid}`,
    summary: one.summary ?? count,
    updated: one.updatedAt,
    count: one.bookCount,
    thumbnail: `series/${one.uid}/thumbnail`,
    leadsTo: 'acquisition',
  }
}

const newest = (things: readonly { updatedAt: number }[]): number =>
  things.reduce((latest, thing) => Math.max(latest, thing.updatedAt), 0) || STARTED
