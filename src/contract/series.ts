import type { Static } from 'typebox'
import { CoverColor, detailQueryFields, GenreOrTag } from './books.ts'
import { SeriesListRequest } from './conditions.ts'
import { SeriesBaseMetadata } from './metadata.ts'
import { Page, PagingWith, SortQuery } from './paging.ts'
import { ById, get, Nullable, ParentIdFilter, post, Timestamp, Uuid } from './route.ts'
import Type from './typebox.ts'

const count = () => Type.Integer({ minimum: 0 })

const shared = {
  id: Uuid,
  libraryId: Uuid,
  libraryName: Type.String(),
  bookCount: count(),
  unreadCount: Nullable(Type.Integer({ minimum: 0, description: 'Books you have not finished.' })),
  path: Nullable(Type.String({ description: 'Path relative to the library.' })),
  selectedCoverSource: Nullable(Type.String()),
  hasCustomCover: Nullable(Type.Boolean()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  coverColor: CoverColor,
}

export const Series = Type.Object(
  {
    ...shared,
    title: Type.String(),
    titleSort: Nullable(Type.String()),
    summary: Nullable(Type.String()),
    publisher: Nullable(Type.String()),
    year: Nullable(Type.Integer()),
  },
  { title: 'Series' },
)
export type Series = Static<typeof Series>

const dated = { id: Uuid, seriesId: Uuid, createdAt: Timestamp, updatedAt: Timestamp }

export const AlternateTitle = Type.Object(
  { ...dated, label: Type.String(), title: Type.String() },
  { title: 'AlternateTitle' },
)
export const SeriesExternalId = Type.Object(
  { ...dated, source: Type.String(), externalId: Type.String(), externalUrl: Nullable(Type.String()) },
  { title: 'SeriesExternalId' },
)
export const SeriesExternalLink = Type.Object(
  { ...dated, sourceName: Type.String(), url: Type.String(), externalId: Nullable(Type.String()) },
  { title: 'SeriesExternalLink' },
)
export const SeriesExternalRating = Type.Object(
  {
    ...dated,
    sourceName: Type.String(),
    rating: Type.Number(),
    voteCount: Nullable(Type.Integer()),
    fetchedAt: Timestamp,
  },
  { title: 'SeriesExternalRating' },
)

export const FullSeries = Type.Object(
  {
    ...shared,
    metadata: SeriesBaseMetadata,
    genres: Type.Array(GenreOrTag),
    tags: Type.Array(GenreOrTag),
    alternateTitles: Type.Array(AlternateTitle),
    externalRatings: Type.Array(SeriesExternalRating),
    externalLinks: Type.Array(SeriesExternalLink),
    externalIds: Type.Array(SeriesExternalId),
  },
  { title: 'FullSeries' },
)
export type FullSeries = Static<typeof FullSeries>

export const AlphabeticalGroup = Type.Object({ group: Type.String(), count: count() }, { title: 'AlphabeticalGroup' })

/** Names in the API, and the field each refers to. */
export const seriesSortNames = {
  name: 'name',
  title: 'name',
  date_added: 'date_added',
  created_at: 'date_added',
  date_updated: 'date_updated',
  updated_at: 'date_updated',
  files_changed: 'files_changed',
  release_date: 'release_date',
  year: 'release_date',
  date_read: 'date_read',
  book_count: 'book_count',
  file_size: 'file_size',
  page_count: 'page_count',
  rating: 'rating',
  community_rating: 'community_rating',
  relevance: 'relevance',
} as const

const sort = { sort: SortQuery }
const libraryId = { libraryId: Type.Optional(ParentIdFilter) }
const names = (what: string) =>
  Type.Optional(Type.String({ maxLength: 2000, description: `${what}, separated by commas; all must match.` }))
const facets = { genres: names('Genres'), tags: names('Tags') }
const limit = {
  limit: Type.Optional(Type.Integer({ minimum: 1, description: 'Same as `pageSize`, for short lists.' })),
}

const list = {
  permission: 'SeriesRead',
  tag: 'Series',
  response: Type.Union([Page(Series), Page(FullSeries)]),
} as const
const row = { ...list, query: PagingWith({ ...libraryId, ...detailQueryFields, ...limit }) } as const
const libraryRow = { ...list, params: ById, query: PagingWith({ ...detailQueryFields, ...limit }) } as const

export const series = {
  list: get('/series', {
    ...list,
    summary: 'List series',
    query: PagingWith({ ...sort, ...libraryId, ...facets, ...detailQueryFields }),
  }),
  find: post('/series/list', {
    ...list,
    summary: 'Search series by conditions and text',
    query: PagingWith({ ...sort, ...detailQueryFields }),
    body: SeriesListRequest,
  }),
  groups: post('/series/list/alphabetical-groups', {
    permission: 'SeriesRead',
    summary: 'Count series by first letter',
    tag: 'Series',
    body: SeriesListRequest,
    response: Type.Array(AlphabeticalGroup),
  }),
  search: post('/series/search', {
    ...list,
    summary: 'Search series by text',
    query: PagingWith({}),
    body: Type.Object(
      { query: Type.String({ maxLength: 2000 }), ...libraryId, ...detailQueryFields },
      { title: 'SearchSeriesRequest' },
    ),
  }),
  inProgress: get('/series/in-progress', { ...row, summary: 'List series in progress, most recently read first' }),
  recentlyAdded: get('/series/recently-added', { ...row, summary: 'List recently added series' }),
  recentlyUpdated: get('/series/recently-updated', { ...row, summary: 'List recently updated series' }),
  read: get('/series/:id', {
    permission: 'SeriesRead',
    summary: 'Get a series',
    tag: 'Series',
    params: ById,
    query: Type.Object(detailQueryFields),
    response: Type.Union([Series, FullSeries]),
  }),
  readFull: get('/series/:id/full', {
    permission: 'SeriesRead',
    summary: 'Get a series with all its metadata',
    tag: 'Series',
    params: ById,
    response: FullSeries,
  }),
  ofLibrary: get('/libraries/:id/series', {
    ...list,
    summary: 'List the series of a library',
    params: ById,
    query: PagingWith({ ...sort, ...facets, ...detailQueryFields }),
  }),
  inProgressOfLibrary: get('/libraries/:id/series/in-progress', {
    ...libraryRow,
    summary: 'List series in progress in a library, most recently read first',
  }),
  recentlyAddedOfLibrary: get('/libraries/:id/series/recently-added', {
    ...libraryRow,
    summary: 'List recently added series of a library',
  }),
  recentlyUpdatedOfLibrary: get('/libraries/:id/series/recently-updated', {
    ...libraryRow,
    summary: 'List recently updated series of a library',
  }),
} as const
