import type { Static } from 'typebox'
import { Book } from './books.ts'
import { PagingWith } from './paging.ts'
import { Reason } from './reasons.ts'
import { get, ParentIdFilter, Timestamp } from './route.ts'
import Type from './typebox.ts'

/** Every way in which a book can fail, with its label. */
export const bookErrorLabels = {
  format_detection: 'Format Detection',
  parser: 'Parser Error',
  metadata: 'Metadata Error',
  thumbnail: 'Thumbnail Generation',
  page_extraction: 'Page Extraction',
  pdf_rendering: 'PDF Rendering',
  zero_pages: 'Zero Pages',
  other: 'Other Error',
} as const

export type BookErrorType = keyof typeof bookErrorLabels
export const bookErrorTypes = Object.keys(bookErrorLabels) as BookErrorType[]
export const BookErrorType = Type.Enum(bookErrorTypes, { title: 'BookErrorTypeDto' })

export const BookError = Type.Object(
  {
    errorType: BookErrorType,
    message: Type.String(),
    reason: Type.Optional(Reason),
    occurredAt: Timestamp,
    details: Type.Optional(Type.Unknown({ description: 'Further details, if any.' })),
  },
  { title: 'BookErrorDto' },
)
export type BookError = Static<typeof BookError>

export const BookWithErrors = Type.Object({ book: Book, errors: Type.Array(BookError) }, { title: 'BookWithErrorsDto' })
export type BookWithErrors = Static<typeof BookWithErrors>

const count = (description?: string) => Type.Integer({ format: 'int64', minimum: 0, description })

export const ErrorGroup = Type.Object(
  {
    errorType: BookErrorType,
    label: Type.String(),
    count: count('All books with this type of error.'),
    books: Type.Array(BookWithErrors, { description: 'The books on this page.' }),
  },
  { title: 'ErrorGroupDto' },
)

export const BooksWithErrors = Type.Object(
  {
    errorCounts: Type.Record(Type.String(), count()),
    groups: Type.Array(ErrorGroup),
    page: count('From 0.'),
    pageSize: count(),
    totalBooksWithErrors: count(),
    totalPages: count(),
  },
  { title: 'BooksWithErrorsResponse' },
)
export type BooksWithErrors = Static<typeof BooksWithErrors>

export const bookErrors = {
  list: get('/books/errors', {
    permission: 'BooksRead',
    summary: 'List books with errors, grouped by error type',
    tag: 'Books',
    query: PagingWith({
      libraryId: Type.Optional(ParentIdFilter),
      seriesId: Type.Optional(ParentIdFilter),
      errorType: Type.Optional(BookErrorType),
    }),
    response: BooksWithErrors,
  }),
} as const
