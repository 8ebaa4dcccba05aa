import type { Static } from 'typebox'
import { Binary, Nullable } from '../route.ts'
import Type from '../typebox.ts'
import { CollectionDto } from './curated-lists.ts'
import {
  ByKomgaId,
  Day,
  flag,
  KomgaAuthor,
  KomgaId,
  lockFlagSchemas,
  natural,
  SpringPage,
  text,
  UtcSeconds,
  v1,
  WebLink,
} from './shared-schemas.ts'

export const seriesStatuses = ['ENDED', 'ONGOING', 'ABANDONED', 'HIATUS'] as const
export const readingDirections = ['LEFT_TO_RIGHT', 'RIGHT_TO_LEFT', 'VERTICAL', 'WEBTOON'] as const

export const seriesLockNames = [
  'status',
  'title',
  'titleSort',
  'summary',
  'readingDirection',
  'publisher',
  'ageRating',
  'language',
  'genres',
  'tags',
  'totalBookCount',
  'sharingLabels',
  'links',
  'alternateTitles',
] as const

const SeriesMetadata = Type.Object({
  status: Type.Enum([...seriesStatuses]),
  title: text,
  titleSort: text,
  summary: text,
  readingDirection: Type.Enum(['', ...readingDirections]),
  publisher: text,
  ageRating: Nullable(Type.Integer()),
  language: text,
  genres: Type.Array(text),
  tags: Type.Array(text),
  totalBookCount: Nullable(Type.Integer()),
  sharingLabels: Type.Array(text),
  links: Type.Array(WebLink),
  alternateTitles: Type.Array(Type.Object({ label: text, title: text })),
  created: UtcSeconds,
  lastModified: UtcSeconds,
  ...lockFlagSchemas(seriesLockNames),
})

const BooksMetadata = Type.Object({
  authors: Type.Array(KomgaAuthor),
  tags: Type.Array(text),
  releaseDate: Nullable(Day),
  summary: text,
  summaryNumber: text,
  created: UtcSeconds,
  lastModified: UtcSeconds,
})

export const SeriesDto = Type.Object({
  id: KomgaId,
  libraryId: KomgaId,
  name: text,
  url: text,
  created: UtcSeconds,
  lastModified: UtcSeconds,
  fileLastModified: UtcSeconds,
  booksCount: natural,
  booksReadCount: natural,
  booksUnreadCount: natural,
  booksInProgressCount: natural,
  metadata: SeriesMetadata,
  booksMetadata: BooksMetadata,
  deleted: flag,
  oneshot: flag,
})
export type SeriesDto = Static<typeof SeriesDto>

export const GroupCount = Type.Object({ group: text, count: natural })

const permission = 'SeriesRead'
const body = Type.Optional(Type.Unknown())
const page = SpringPage(SeriesDto)

export const series = {
  list: v1.get('/series', { permission, summary: 'List series by query', response: page }),
  find: v1.post('/series/list', { permission, summary: 'List series by condition', body, response: page }),
  groups: v1.post('/series/list/alphabetical-groups', {
    permission,
    summary: 'Count series by first letter',
    body,
    response: Type.Array(GroupCount),
  }),
  groupsByQuery: v1.get('/series/alphabetical-groups', {
    permission,
    summary: 'Count series by first letter, by query',
    response: Type.Array(GroupCount),
  }),
  latest: v1.get('/series/latest', { permission, summary: 'List series, last changed first', response: page }),
  newest: v1.get('/series/new', { permission, summary: 'List series, last added first', response: page }),
  updated: v1.get('/series/updated', {
    permission,
    summary: 'List series that changed after they were added',
    response: page,
  }),
  read: v1.get('/series/:id', { permission, summary: 'Get a series', params: ByKomgaId, response: SeriesDto }),
  collections: v1.get('/series/:id/collections', {
    permission,
    summary: 'List the collections that contain a series',
    params: ByKomgaId,
    response: Type.Array(CollectionDto),
  }),
  ofCollection: v1.get('/collections/:id/series', {
    permission,
    summary: 'List the series of a collection',
    params: ByKomgaId,
    response: page,
  }),
  thumbnail: v1.get('/series/:id/thumbnail', {
    permission,
    summary: 'Get the cover of a series',
    params: ByKomgaId,
    response: Binary('image/jpeg'),
  }),
  file: v1.get('/series/:id/file', {
    action: 'file_download',
    permission: 'BooksRead',
    summary: 'Download a series as a ZIP file',
    params: ByKomgaId,
    response: Binary('application/zip'),
  }),
} as const
