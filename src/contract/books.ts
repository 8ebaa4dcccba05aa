import type { Static } from 'typebox'
import { BookListRequest } from './conditions.ts'
import { BookMetadata, ReadingDirection } from './metadata.ts'
import { Page, PagingWith, SortQuery } from './paging.ts'
import { ReadProgress } from './progress.ts'
import { ById, del, get, Nullable, ParentIdFilter, post, Timestamp, Uuid } from './route.ts'
import Type from './typebox.ts'

/** Shown in place of a cover until it is loaded. */
export const CoverColor = Type.Optional(
  Nullable(
    Type.String({ description: 'The main colour of the cover as `#rrggbb`, if requested.', examples: ['#8a3b1f'] }),
  ),
)

const bookFields = {
  id: Uuid,
  libraryId: Uuid,
  libraryName: Type.String(),
  seriesId: Uuid,
  seriesName: Type.String(),
  title: Type.String(),
  titleSort: Nullable(Type.String()),
  number: Nullable(
    Type.Integer({
      format: 'int32',
      description: 'The integer part of the number; `metadata.number` has the exact text.',
    }),
  ),
  filePath: Type.String(),
  fileFormat: Type.Enum(['cbz', 'cbr', 'epub', 'pdf']),
  fileSize: Type.Integer({ format: 'int64', minimum: 0 }),
  fileHash: Type.String(),
  readerSyncHash: Nullable(Type.String({ description: 'Partial MD5, which e-reader apps use to recognise the file.' })),
  pageCount: Type.Integer({ format: 'int32', minimum: 0 }),
  analyzed: Type.Boolean(),
  analysisError: Nullable(Type.String()),
  deleted: Type.Boolean(),
  readingDirection: Nullable(ReadingDirection),
  readProgress: Nullable(ReadProgress),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  coverColor: CoverColor,
}

export const Book = Type.Object(bookFields, { title: 'Book' })
export type Book = Static<typeof Book>

export const GenreOrTag = Type.Object({ id: Uuid, name: Type.String(), createdAt: Timestamp }, { title: 'GenreOrTag' })
export type GenreOrTag = Static<typeof GenreOrTag>

export const FullBook = Type.Object(
  { ...bookFields, metadata: BookMetadata, genres: Type.Array(GenreOrTag), tags: Type.Array(GenreOrTag) },
  { title: 'FullBook' },
)
export type FullBook = Static<typeof FullBook>

export const BookDetail = Type.Object(
  {
    book: Book,
    metadata: Nullable(BookMetadata),
    fileVersion: Type.Optional(
      Type.String({
        description:
          'Changes with the file, if requested. As `v` in the URLs of its pages, it lets them be cached for good.',
      }),
    ),
    hasFilePassword: Type.Optional(
      Type.Boolean({ description: 'Only if true: the file is encrypted, and its password is saved.' }),
    ),
  },
  { title: 'BookDetailResponse' },
)
export const AdjacentBooks = Type.Object({ prev: Nullable(Book), next: Nullable(Book) }, { title: 'AdjacentBooks' })

/** Names in the API, and the field each refers to. */
export const bookSortNames = {
  title: 'title',
  series: 'series',
  number: 'number',
  created_at: 'created_at',
  date_added: 'created_at',
  updated_at: 'updated_at',
  release_date: 'release_date',
  file_size: 'file_size',
  filename: 'filename',
  page_count: 'page_count',
  last_read: 'last_read',
  read_date: 'last_read',
  relevance: 'relevance',
} as const

export const detailQueryFields = {
  full: Type.Optional(Type.Boolean({ description: 'Include all metadata of each item.', default: false })),
  covers: Type.Optional(Type.Boolean({ description: 'Include the cover colour of each item.', default: false })),
}
export type DetailQuery = { full?: boolean; covers?: boolean }
const sort = { sort: SortQuery }
const libraryId = { libraryId: Type.Optional(ParentIdFilter) }
const limit = {
  limit: Type.Optional(Type.Integer({ minimum: 1, description: 'Same as `pageSize`, for short lists.' })),
}

const Books = Type.Union([Page(Book), Page(FullBook)])
const list = { permission: 'BooksRead', tag: 'Books', response: Books } as const
const row = { ...list, query: PagingWith({ ...libraryId, ...detailQueryFields, ...limit }) } as const
const libraryRow = { ...list, params: ById, query: PagingWith({ ...detailQueryFields, ...limit }) } as const

const removal = {
  file: Type.Optional(Type.Enum(['keep', 'delete'], { default: 'keep' })),
  purge: Type.Optional(Type.Boolean({ description: 'Permanently delete a missing book, with its progress.' })),
}
const Removed = Type.Object(
  {
    count: Type.Integer({ minimum: 0 }),
    message: Type.String(),
    failures: Type.Array(Type.Object({ bookId: Uuid, error: Type.String(), message: Type.String() })),
  },
  { title: 'RemovedBooks' },
)

export const books = {
  list: get('/books', {
    ...list,
    summary: 'List books',
    query: PagingWith({ ...sort, ...libraryId, seriesId: Type.Optional(ParentIdFilter), ...detailQueryFields }),
  }),
  find: post('/books/list', {
    ...list,
    summary: 'Search books by conditions and text',
    query: PagingWith({ ...sort, ...detailQueryFields }),
    body: BookListRequest,
  }),
  inProgress: get('/books/in-progress', { ...row, summary: 'List books in progress, most recently read first' }),
  onDeck: get('/books/on-deck', { ...row, summary: 'List the next book of each series you are reading' }),
  recentlyAdded: get('/books/recently-added', { ...row, summary: 'List recently added books' }),
  recentlyRead: get('/books/recently-read', { ...row, summary: 'List recently read books' }),
  read: get('/books/:id', {
    permission: 'BooksRead',
    summary: 'Get a book',
    tag: 'Books',
    params: ById,
    query: Type.Object({
      ...detailQueryFields,
      fileVersion: Type.Optional(Type.Boolean({ description: 'Include the version of the file.', default: false })),
    }),
    response: Type.Union([BookDetail, FullBook]),
  }),
  readFull: get('/books/:id/full', {
    permission: 'BooksRead',
    summary: 'Get a book with all its metadata',
    tag: 'Books',
    params: ById,
    response: FullBook,
  }),
  remove: del('/books/:id', {
    audit: 'book_deleted',
    permission: 'BooksDelete',
    summary: 'Remove a book',
    also: [409],
    description:
      'With `file=delete`, the file is deleted from disk. With `keep`, the file stays and scans exclude it (see `/libraries/{id}/excluded-files`). The book then counts as missing and keeps all progress. A book that is already missing is deleted permanently only if `purge` is set. If another book has the same content, it takes over progress, history, bookmarks, ratings and read list entries of every user who can see it. 409 if the server is not allowed to delete files.',
    tag: 'Books',
    params: ById,
    query: Type.Object(removal),
  }),
  removeMany: post('/books/bulk/delete', {
    audit: 'book_deleted',
    permission: 'BooksDelete',
    summary: 'Remove many books',
    description:
      'Works like `DELETE /books/{id}` for each book. Books that cannot be removed are listed in `failures`. Books you cannot see and books that were already missing are not counted.',
    tag: 'Books',
    body: Type.Object({ bookIds: Type.Array(Uuid, { maxItems: 1000 }), ...removal }),
    response: Removed,
  }),
  adjacent: get('/books/:id/adjacent', {
    permission: 'BooksRead',
    summary: 'Get the previous and next book in the series',
    tag: 'Books',
    params: ById,
    response: AdjacentBooks,
  }),
  ofSeries: get('/series/:id/books', {
    ...list,
    summary: 'List the books of a series in reading order',
    params: ById,
    query: PagingWith({
      ...sort,
      ...detailQueryFields,
      includeDeleted: Type.Optional(Type.Boolean({ default: false })),
    }),
  }),
  ofLibrary: get('/libraries/:id/books', {
    ...list,
    summary: 'List the books of a library',
    params: ById,
    query: PagingWith({ ...sort, ...detailQueryFields }),
  }),
  inProgressOfLibrary: get('/libraries/:id/books/in-progress', {
    ...libraryRow,
    summary: 'List books in progress in a library, most recently read first',
  }),
  onDeckOfLibrary: get('/libraries/:id/books/on-deck', {
    ...libraryRow,
    summary: 'List the next book of each series you are reading in a library',
  }),
  recentlyAddedOfLibrary: get('/libraries/:id/books/recently-added', {
    ...libraryRow,
    summary: 'List recently added books of a library',
  }),
  recentlyReadOfLibrary: get('/libraries/:id/books/recently-read', {
    ...libraryRow,
    summary: 'List recently read books of a library',
  }),
} as const
