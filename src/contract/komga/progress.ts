import { Nullable } from '../route.ts'
import Type from '../type.ts'
import { ById, natural, v1, v2, whole } from './shape.ts'

const reading = { anyOf: ['ProgressRead', 'BooksRead'] } as const
const writing = { anyOf: ['ProgressWrite', 'BooksWrite'] } as const

/** Paperback says `page: null` with `completed: true`. */
const ReadProgressUpdate = Type.Object({
  page: Type.Optional(Nullable(Type.Integer())),
  completed: Type.Optional(Nullable(Type.Boolean())),
})

const counts = {
  booksCount: natural,
  booksReadCount: natural,
  booksUnreadCount: natural,
  booksInProgressCount: natural,
}

export const progress = {
  mark: v1.patch('/books/:id/read-progress', {
    permission: writing,
    summary: 'Where one is in a book',
    params: ById,
    body: ReadProgressUpdate,
  }),
  forget: v1.del('/books/:id/read-progress', { permission: writing, summary: 'Not read', params: ById }),
  markSeries: v1.post('/series/:id/read-progress', { permission: writing, summary: 'All read', params: ById }),
  forgetSeries: v1.del('/series/:id/read-progress', { permission: writing, summary: 'Nothing read', params: ById }),
} as const

/** Mihon's tracker: how far somebody is in a series, by number. */
export const tachiyomi = {
  series: v2.get('/series/:id/read-progress/tachiyomi', {
    permission: reading,
    summary: 'How far one is, by number',
    params: ById,
    response: Type.Object({
      ...counts,
      lastReadContinuousNumberSort: Type.Number(),
      maxNumberSort: Type.Number(),
    }),
  }),
  markSeries: v2.put('/series/:id/read-progress/tachiyomi', {
    permission: writing,
    summary: 'Read up to this number',
    params: ById,
    body: Type.Object({ lastBookNumberSortRead: Type.Number() }),
  }),
  seriesByIndex: v1.get('/series/:id/read-progress/tachiyomi', {
    permission: reading,
    summary: 'How far one is, by position',
    params: ById,
    response: Type.Object({ ...counts, lastReadContinuousIndex: whole }),
  }),
  markSeriesByIndex: v1.put('/series/:id/read-progress/tachiyomi', {
    permission: writing,
    summary: 'The first so many are read',
    params: ById,
    body: Type.Object({ lastBookRead: natural }),
  }),
  readList: v1.get('/readlists/:id/read-progress/tachiyomi', {
    permission: reading,
    summary: 'How far one is in a read list',
    params: ById,
    response: Type.Object({ ...counts, lastReadContinuousIndex: whole }),
  }),
  markReadList: v1.put('/readlists/:id/read-progress/tachiyomi', {
    permission: writing,
    summary: 'The first so many of a read list are read',
    params: ById,
    body: Type.Object({ lastBookRead: natural }),
  }),
} as const
