import type { Static } from 'typebox'
import { Binary, Nullable } from '../route.ts'
import Type from '../typebox.ts'
import { ReadListDto } from './curated-lists.ts'
import {
  ByKomgaId,
  Day,
  flag,
  integer,
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

export const mediaStatuses = ['UNKNOWN', 'ERROR', 'READY', 'UNSUPPORTED', 'OUTDATED'] as const
export const mediaProfiles = ['DIVINA', 'PDF', 'EPUB'] as const

export const bookLockNames = [
  'title',
  'summary',
  'number',
  'numberSort',
  'releaseDate',
  'authors',
  'tags',
  'isbn',
  'links',
] as const

const Media = Type.Object({
  status: Type.Enum([...mediaStatuses]),
  mediaType: text,
  pagesCount: natural,
  comment: text,
  epubDivinaCompatible: flag,
  epubIsKepub: flag,
  mediaProfile: Type.Enum(['', ...mediaProfiles]),
})

const BookMetadata = Type.Object({
  title: text,
  summary: text,
  number: text,
  numberSort: Type.Number(),
  releaseDate: Nullable(Day),
  authors: Type.Array(KomgaAuthor),
  tags: Type.Array(text),
  isbn: text,
  links: Type.Array(WebLink),
  created: UtcSeconds,
  lastModified: UtcSeconds,
  ...lockFlagSchemas(bookLockNames),
})

const ReadProgress = Type.Object({
  page: integer,
  completed: flag,
  readDate: UtcSeconds,
  created: UtcSeconds,
  lastModified: UtcSeconds,
  deviceId: text,
  deviceName: text,
})

export const BookDto = Type.Object({
  id: KomgaId,
  seriesId: KomgaId,
  seriesTitle: text,
  libraryId: KomgaId,
  name: text,
  url: text,
  number: integer,
  created: UtcSeconds,
  lastModified: UtcSeconds,
  fileLastModified: UtcSeconds,
  sizeBytes: natural,
  size: text,
  media: Media,
  metadata: BookMetadata,
  readProgress: Nullable(ReadProgress),
  deleted: flag,
  fileHash: text,
  oneshot: flag,
})
export type BookDto = Static<typeof BookDto>

const permission = 'BooksRead'
const body = Type.Optional(Type.Unknown())
const page = SpringPage(BookDto)
const ByMember = Type.Object({ id: text, bookId: text })

export const books = {
  list: v1.get('/books', { permission, summary: 'List books by query', response: page }),
  find: v1.post('/books/list', { permission, summary: 'List books by condition', body, response: page }),
  latest: v1.get('/books/latest', { permission, summary: 'List books, last changed first', response: page }),
  onDeck: v1.get('/books/ondeck', {
    permission,
    summary: 'List the next book of each series in progress',
    response: page,
  }),
  duplicates: v1.get('/books/duplicates', { permission, summary: 'List duplicate books', response: page }),
  ofSeries: v1.get('/series/:id/books', {
    permission,
    summary: 'List the books of a series',
    params: ByKomgaId,
    response: page,
  }),
  read: v1.get('/books/:id', { permission, summary: 'Get a book', params: ByKomgaId, response: BookDto }),
  next: v1.get('/books/:id/next', {
    permission,
    summary: 'Get the next book in the series',
    params: ByKomgaId,
    response: BookDto,
  }),
  previous: v1.get('/books/:id/previous', {
    permission,
    summary: 'Get the previous book in the series',
    params: ByKomgaId,
    response: BookDto,
  }),
  readLists: v1.get('/books/:id/readlists', {
    permission,
    summary: 'List the read lists that contain a book',
    params: ByKomgaId,
    response: Type.Array(ReadListDto),
  }),
  ofReadList: v1.get('/readlists/:id/books', {
    permission,
    summary: 'List the books of a read list',
    params: ByKomgaId,
    response: page,
  }),
  nextOfReadList: v1.get('/readlists/:id/books/:bookId/next', {
    permission,
    summary: 'Get the next book in a read list',
    params: ByMember,
    response: BookDto,
  }),
  previousOfReadList: v1.get('/readlists/:id/books/:bookId/previous', {
    permission,
    summary: 'Get the previous book in a read list',
    params: ByMember,
    response: BookDto,
  }),
  readListFile: v1.get('/readlists/:id/file', {
    action: 'file_download',
    permission,
    summary: 'Download a read list as a ZIP file',
    params: ByKomgaId,
    response: Binary('application/zip'),
  }),
  thumbnail: v1.get('/books/:id/thumbnail', {
    permission,
    summary: 'Get the cover of a book',
    params: ByKomgaId,
    response: Binary('image/jpeg'),
  }),
} as const
