import type { Static } from 'typebox'
import { Nullable } from '../route.ts'
import Type from '../typebox.ts'
import { bookLockNames } from './books.ts'
import { seriesLockNames } from './series.ts'
import { ByKomgaId, flag, KomgaAuthor, text, v1 } from './shared-schemas.ts'

const maybe = <S extends Parameters<typeof Nullable>[0]>(schema: S) => Type.Optional(Nullable(schema))
const names = Type.Array(Type.String({ maxLength: 500 }), { maxItems: 1000 })
const Name = Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S' })
const Address = Type.String({ maxLength: 4000, pattern: '^\\s*[hH][tT][tT][pP][sS]?://\\S' })
const links = maybe(Type.Array(Type.Object({ label: Name, url: Address }), { maxItems: 200 }))

function locks<const Field extends string>(fields: readonly Field[]) {
  const flags = fields.map((field) => [`${field}Lock`, maybe(flag)])
  return Object.fromEntries(flags) as Record<`${Field}Lock`, ReturnType<typeof maybe<typeof flag>>>
}

/** Absent keeps the value; null clears it where the field may be empty, and keeps it otherwise. */
export const SeriesMetadataUpdate = Type.Object({
  status: maybe(Type.String()),
  title: maybe(Name),
  titleSort: maybe(Name),
  summary: maybe(Type.String({ maxLength: 100_000 })),
  publisher: maybe(Type.String({ maxLength: 500 })),
  readingDirection: maybe(Type.String()),
  ageRating: maybe(Type.Integer({ minimum: 0, maximum: 150 })),
  language: maybe(Type.String({ maxLength: 50 })),
  genres: maybe(names),
  tags: maybe(names),
  totalBookCount: maybe(Type.Integer({ minimum: 1 })),
  sharingLabels: maybe(names),
  links,
  alternateTitles: maybe(Type.Array(Type.Object({ label: Name, title: Name }), { maxItems: 200 })),
  ...locks(seriesLockNames),
})
export type SeriesMetadataUpdate = Static<typeof SeriesMetadataUpdate>

export const BookMetadataUpdate = Type.Object({
  title: maybe(Name),
  summary: maybe(Type.String({ maxLength: 100_000 })),
  number: maybe(Type.String({ minLength: 1, maxLength: 50, pattern: '\\S' })),
  numberSort: maybe(Type.Number()),
  releaseDate: maybe(Type.String({ format: 'date' })),
  authors: maybe(Type.Array(KomgaAuthor, { maxItems: 500 })),
  tags: maybe(names),
  isbn: maybe(Type.String({ maxLength: 100 })),
  links,
  ...locks(bookLockNames),
})
export type BookMetadataUpdate = Static<typeof BookMetadataUpdate>

const editSeries = { permission: 'SeriesWrite', params: ByKomgaId } as const
const editBooks = { permission: 'BooksWrite', params: ByKomgaId } as const
const started = { status: 202 } as const

export const metadataEdits = {
  series: v1.patch('/series/:id/metadata', {
    ...editSeries,
    summary: 'Update the metadata of a series',
    body: SeriesMetadataUpdate,
  }),
  book: v1.patch('/books/:id/metadata', {
    ...editBooks,
    summary: 'Update the metadata of a book',
    body: BookMetadataUpdate,
  }),
  books: v1.patch('/books/metadata', {
    permission: 'BooksWrite',
    summary: 'Update the metadata of several books',
    body: Type.Record(text, BookMetadataUpdate, { maxProperties: 5000 }),
  }),
  analyzeSeries: v1.post('/series/:id/analyze', {
    ...editSeries,
    ...started,
    summary: 'Analyse the books of a series again',
  }),
  analyzeBook: v1.post('/books/:id/analyze', { ...editBooks, ...started, summary: 'Analyse a book again' }),
  refreshSeries: v1.post('/series/:id/metadata/refresh', {
    ...editSeries,
    ...started,
    summary: 'Refresh the metadata of a series',
  }),
  refreshBook: v1.post('/books/:id/metadata/refresh', {
    ...editBooks,
    ...started,
    summary: 'Refresh the metadata of a book',
  }),
  deleteBookFile: v1.del('/books/:id/file', {
    audit: 'book_deleted',
    permission: 'BooksDelete',
    params: ByKomgaId,
    ...started,
    summary: 'Delete the file of a book from disk',
  }),
  deleteSeriesFiles: v1.del('/series/:id/file', {
    audit: 'series_deleted',
    permission: 'SeriesDelete',
    params: ByKomgaId,
    ...started,
    summary: 'Delete all files of a series from disk',
  }),
  regenerateThumbnails: v1.put('/books/thumbnails', {
    permission: 'BooksWrite',
    ...started,
    summary: 'Regenerate the covers of all books',
  }),
} as const
