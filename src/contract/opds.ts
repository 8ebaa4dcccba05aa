import type { Permission } from './permissions.ts'
import { divinaMediaType, progressionMediaType, webpubMediaType } from './readium-media-types.ts'
import { Binary, routesUnder, Uuid } from './route.ts'
import Type from './typebox.ts'

/** Kavita's path for its catalogue, followed by the key. */
export const kavitaOpdsRoot = '/api/opds'

const ById = Type.Object({ id: Uuid })

/** Facets and pages of a feed. Other parameters are ignored. */
export const OpdsFeedQuery = Type.Object({
  page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
  pageSize: Type.Integer({ minimum: 1, maximum: 500, default: 50 }),
  read: Type.Optional(Type.Enum(['unread', 'in_progress', 'read'])),
  language: Type.Optional(Type.String({ maxLength: 50 })),
  /** Only the content of one library, by its id. */
  library: Type.Optional(Type.String({ maxLength: 50 })),
  publisher: Type.Optional(Type.String({ maxLength: 500 })),
  q: Type.Optional(Type.String({ maxLength: 500 })),
  query: Type.Optional(Type.String({ maxLength: 500 })),
})

/**
 * The catalogue for reader apps below one root. Both versions have the same feeds at the same paths; `as` is their
 * format.
 */
export function opdsRoutes<const Root extends string>(root: Root, as: 'atom' | 'json') {
  const { get, put } = routesUnder(root)
  const tag = as === 'atom' ? 'OPDS 1.2' : 'OPDS 2.0'
  const written = as === 'atom' ? 'application/atom+xml' : 'application/opds+json'
  const feed = <const Path extends string>(path: Path, permission: Permission, summary: string) =>
    get(path, { permission, summary, tag, query: OpdsFeedQuery, response: Binary(written) })
  const feedOf = <const Path extends string>(path: Path, permission: Permission, summary: string) =>
    get(path, { permission, summary, tag, params: ById, query: OpdsFeedQuery, response: Binary(written) })
  const picture = {
    response: Binary('image/jpeg', 'image/svg+xml'),
    query: Type.Object({ v: Type.Optional(Type.String()) }),
  }
  return {
    root: feed('', 'BooksRead', 'Get the start of the catalogue'),
    catalog: feed('/catalog', 'BooksRead', 'Get the start of the catalogue'),
    libraries: feed('/libraries', 'LibrariesRead', 'List libraries'),
    library: feedOf('/libraries/:id', 'SeriesRead', 'List the series of a library'),
    allSeries: feed('/series', 'SeriesRead', 'List series'),
    latestSeries: feed('/series/latest', 'SeriesRead', 'List series, those with the newest files first'),
    publishers: feed('/publishers', 'SeriesRead', 'List publishers'),
    oneSeries: feedOf('/series/:id', 'BooksRead', 'List the books of a series'),
    allBooks: feed('/books', 'BooksRead', 'List books'),
    recentlyAdded: feed('/recently-added', 'BooksRead', 'List recently added books'),
    onDeck: feed('/on-deck', 'BooksRead', 'List the next book of each series in progress'),
    inProgress: feed('/in-progress', 'BooksRead', 'List books in progress'),
    collections: feed('/collections', 'SeriesRead', 'List collections'),
    collection: feedOf('/collections/:id', 'SeriesRead', 'List the series of a collection'),
    readLists: feed('/readlists', 'BooksRead', 'List read lists'),
    readList: feedOf('/readlists/:id', 'BooksRead', 'List the books of a read list'),
    search: feed('/search', 'BooksRead', 'Search the catalogue'),
    openSearch: get('/opensearch.xml', {
      permission: 'BooksRead',
      summary: 'Get the OpenSearch description',
      tag,
      query: Type.Object({
        target: Type.Optional(Type.Enum(['series'], { description: 'Search series instead of books' })),
      }),
      response: Binary('application/opensearchdescription+xml'),
    }),
    book: get('/books/:id', {
      permission: 'BooksRead',
      summary: 'Get a book',
      tag,
      params: ById,
      response: Binary(written),
    }),
    file: get('/books/:id/file/:name', {
      action: 'file_download',
      permission: 'BooksRead',
      summary: 'Download the file of a book',
      tag,
      params: Type.Object({ id: Uuid, name: Type.String() }),
      response: Binary('application/octet-stream'),
    }),
    cover: get('/books/:id/cover', {
      permission: 'BooksRead',
      summary: 'Get the large cover of a book',
      tag,
      params: ById,
      ...picture,
    }),
    thumbnail: get('/books/:id/thumbnail', {
      permission: 'BooksRead',
      summary: 'Get the thumbnail of a book',
      tag,
      params: ById,
      ...picture,
    }),
    seriesThumbnail: get('/series/:id/thumbnail', {
      permission: 'SeriesRead',
      summary: 'Get the cover of a series',
      tag,
      params: ById,
      ...picture,
    }),
    page: get('/books/:id/pages/:number', {
      permission: 'PagesRead',
      summary: 'Get a page, counted from 0 (page streaming)',
      tag,
      params: Type.Object({ id: Uuid, number: Type.Integer({ minimum: 0 }) }),
      // Apps that don't support a width leave the template as it is, or insert nothing.
      query: Type.Object({ width: Type.Optional(Type.String({ maxLength: 20 })) }),
      response: Binary('image/jpeg'),
    }),
    manifest: get('/books/:id/manifest', {
      permission: 'PagesRead',
      summary: 'Get the Readium manifest of a book',
      tag,
      params: ById,
      response: Binary(webpubMediaType, divinaMediaType),
    }),
    progression: get('/books/:id/progression', {
      permission: { anyOf: ['ProgressRead', 'BooksRead'] },
      summary: 'Get your progress in a book',
      tag,
      params: ById,
      response: Binary(progressionMediaType, 'application/opds-progression+json'),
    }),
    writeProgression: put('/books/:id/progression', {
      permission: { anyOf: ['ProgressWrite', 'BooksWrite'] },
      summary: 'Save your progress in a book',
      tag,
      params: ById,
      body: Type.Unknown(),
      response: Binary(progressionMediaType, 'application/opds-progression+json'),
    }),
  } as const
}

/** Kavita's chapter is a book here; its volume adds nothing. */
const Chapter = Type.Object({ id: Uuid, volumeId: Type.String({ maxLength: 20 }), chapterId: Uuid })

/** Kavita's own names of feeds, below its path with the key in it. */
export function kavitaFeeds(root: string) {
  const { get } = routesUnder(root)
  const feed = { permission: 'BooksRead', tag: 'OPDS 1.2', query: OpdsFeedQuery } as const
  const response = Binary('application/atom+xml')
  return {
    recentlyUpdated: get('/recently-updated', { ...feed, summary: 'List recently added books', response }),
    readLists: get('/reading-list', { ...feed, summary: 'List read lists', response }),
    readList: get('/reading-list/:id', { ...feed, summary: 'List the books of a read list', params: ById, response }),
    wantToRead: get('/want-to-read', { ...feed, summary: 'List what you want to read', response }),
    volume: get('/series/:id/volume/:volumeId', {
      ...feed,
      summary: 'List the books of a series',
      params: Type.Object({ id: Uuid, volumeId: Type.String({ maxLength: 20 }) }),
      response,
    }),
    chapter: get('/series/:id/volume/:volumeId/chapter/:chapterId', {
      ...feed,
      summary: 'Get a book',
      params: Chapter,
      response,
    }),
    chapterFile: get('/series/:id/volume/:volumeId/chapter/:chapterId/download/:name', {
      action: 'file_download',
      permission: 'BooksRead',
      tag: 'OPDS 1.2',
      summary: 'Download the file of a book',
      params: Type.Object({ ...Chapter.properties, name: Type.String() }),
      response: Binary('application/octet-stream'),
    }),
    chapterPage: get('/image', {
      permission: 'PagesRead',
      tag: 'OPDS 1.2',
      summary: 'Get a page, counted from 0 (page streaming)',
      query: Type.Object({ chapterId: Uuid, pageNumber: Type.Integer({ minimum: 0 }) }),
      response: Binary('image/jpeg'),
    }),
  } as const
}

const howToSignIn = {
  permission: 'public',
  summary: 'Get the OPDS authentication document',
  tag: 'OPDS 2.0',
  response: Binary('application/opds-authentication+json'),
} as const

/** For apps that ask before they have a password; those that know Komga use its path. */
export const opdsAuthentication = [
  routesUnder('/opds').get('/authentication', howToSignIn),
  routesUnder('/opds/v2').get('/auth', howToSignIn),
] as const
