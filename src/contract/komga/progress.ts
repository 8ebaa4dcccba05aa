import { Nullable } from '../route.ts'
import Type from '../typebox.ts'
import { ByKomgaId, integer, natural, v1, v2 } from './shared-schemas.ts'

const reading = { anyOf: ['ProgressRead', 'BooksRead'] } as const
const writing = { anyOf: ['ProgressWrite', 'BooksWrite'] } as const

/** Paperback sends `page: null` with `completed: true`. */
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
    summary: 'Save your progress in a book',
    params: ByKomgaId,
    body: ReadProgressUpdate,
  }),
  forget: v1.del('/books/:id/read-progress', {
    permission: writing,
    summary: 'Mark a book as unread',
    params: ByKomgaId,
  }),
  markSeries: v1.post('/series/:id/read-progress', {
    permission: writing,
    summary: 'Mark a series as read',
    params: ByKomgaId,
  }),
  forgetSeries: v1.del('/series/:id/read-progress', {
    permission: writing,
    summary: 'Mark a series as unread',
    params: ByKomgaId,
  }),
} as const

/** Mihon's tracker: the user's progress in a series, by number. */
export const tachiyomi = {
  series: v2.get('/series/:id/read-progress/tachiyomi', {
    permission: reading,
    summary: 'Get your progress in a series by number',
    params: ByKomgaId,
    response: Type.Object({
      ...counts,
      lastReadContinuousNumberSort: Type.Number(),
      maxNumberSort: Type.Number(),
    }),
  }),
  markSeries: v2.put('/series/:id/read-progress/tachiyomi', {
    permission: writing,
    summary: 'Mark the books of a series as read up to a number',
    params: ByKomgaId,
    body: Type.Object({ lastBookNumberSortRead: Type.Number() }),
  }),
  seriesByIndex: v1.get('/series/:id/read-progress/tachiyomi', {
    permission: reading,
    summary: 'Get your progress in a series by position',
    params: ByKomgaId,
    response: Type.Object({ ...counts, lastReadContinuousIndex: integer }),
  }),
  markSeriesByIndex: v1.put('/series/:id/read-progress/tachiyomi', {
    permission: writing,
    summary: 'Mark the first books of a series as read',
    params: ByKomgaId,
    body: Type.Object({ lastBookRead: natural }),
  }),
  readList: v1.get('/readlists/:id/read-progress/tachiyomi', {
    permission: reading,
    summary: 'Get your progress in a read list',
    params: ByKomgaId,
    response: Type.Object({ ...counts, lastReadContinuousIndex: integer }),
  }),
  markReadList: v1.put('/readlists/:id/read-progress/tachiyomi', {
    permission: writing,
    summary: 'Mark the first books of a read list as read',
    params: ByKomgaId,
    body: Type.Object({ lastBookRead: natural }),
  }),
} as const
