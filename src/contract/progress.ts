import type { Static } from 'typebox'
import { Page, PagingWith } from './paging.ts'
import { ById, del, get, Nullable, post, put, Timestamp, Uuid } from './route.ts'
import Type from './typebox.ts'

const reading = { anyOf: ['ProgressRead', 'BooksRead'] } as const
const writing = { anyOf: ['ProgressWrite', 'BooksWrite'] } as const

export const ReadProgress = Type.Object(
  {
    id: Uuid,
    userId: Uuid,
    bookId: Uuid,
    currentPage: Type.Integer({ minimum: 0, description: 'From 1.' }),
    progressPercentage: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
    completed: Type.Boolean(),
    startedAt: Timestamp,
    updatedAt: Timestamp,
    completedAt: Nullable(Timestamp),
  },
  { title: 'ReadProgress' },
)
export type ReadProgress = Static<typeof ReadProgress>

export const ProgressUpdate = Type.Object(
  {
    currentPage: Type.Integer({ maximum: 2_147_483_647, description: 'From 1 to the number of pages.' }),
    progressPercentage: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 1 }))),
    completed: Type.Optional(
      Type.Boolean({ description: 'If absent, reaching the last page or 98 percent completes the book.' }),
    ),
    updatedAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'When it was read, for clients that were offline. Ignored if older than the stored progress. ' +
          'If the header `X-Device-Time` contains the current time on the device’s clock, the server corrects for a wrong clock.',
      }),
    ),
    device: Type.Optional(Type.String({ maxLength: 200 })),
  },
  { title: 'ProgressUpdate' },
)

/** A position in a publication, as Readium defines it. Apps add more fields than we name; it is stored as received. */
export const Locator = Type.Object(
  {
    href: Type.String({ maxLength: 4000 }),
    type: Type.Optional(Type.String({ maxLength: 200 })),
    title: Type.Optional(Type.String({ maxLength: 4000 })),
    locations: Type.Optional(
      Type.Object(
        {
          progression: Type.Optional(Type.Number()),
          position: Type.Optional(Type.Number()),
          totalProgression: Type.Optional(Type.Number()),
          fragments: Type.Optional(Type.Array(Type.String({ maxLength: 4000 }), { maxItems: 50 })),
        },
        { additionalProperties: true },
      ),
    ),
    text: Type.Optional(Type.Unknown()),
  },
  { title: 'Locator', additionalProperties: true },
)

export const Progression = Type.Object(
  {
    modified: Type.String({ format: 'date-time' }),
    device: Type.Object({ id: Type.String({ maxLength: 500 }), name: Type.String({ maxLength: 500 }) }),
    locator: Locator,
  },
  { title: 'Progression' },
)
export type Progression = Static<typeof Progression>

export const ProgressionUpdate = Type.Object(
  {
    ...Progression.properties,
    completed: Type.Optional(
      Type.Boolean({
        description:
          'Whether the book is finished. If absent, reaching the last page or 98 percent completes the book.',
      }),
    ),
  },
  { title: 'ProgressionUpdate' },
)

export const BookIdsBody = Type.Object({ bookIds: Type.Array(Uuid, { maxItems: 10_000 }) })
export const SeriesIdsBody = Type.Object({ seriesIds: Type.Array(Uuid, { maxItems: 10_000 }) })
export const MarkedCount = Type.Object(
  { count: Type.Integer({ minimum: 0 }), message: Type.String() },
  { title: 'MarkedCount' },
)

const Day = Type.Object({
  date: Type.String(),
  pages: Type.Integer(),
  minutes: Type.Integer(),
  completed: Type.Integer(),
})
export const ReadingStatistics = Type.Object(
  {
    booksCompleted: Type.Integer(),
    booksInProgress: Type.Integer(),
    pagesRead: Type.Integer(),
    minutesRead: Type.Integer(),
    currentStreakDays: Type.Integer(),
    longestStreakDays: Type.Integer(),
    days: Type.Array(Day),
  },
  { title: 'ReadingStatistics' },
)

const Completion = Type.Object({ bookId: Uuid, completedAt: Timestamp }, { title: 'Completion' })

export const progress = {
  list: get('/progress', {
    permission: reading,
    summary: 'List your reading progress, newest first',
    tag: 'Progress',
    query: PagingWith({ updatedSince: Type.Optional(Type.String({ format: 'date-time' })) }),
    response: Page(ReadProgress),
  }),
  read: get('/books/:id/progress', {
    permission: reading,
    summary: 'Get your progress in a book',
    tag: 'Progress',
    params: ById,
    response: Nullable(ReadProgress),
  }),
  write: put('/books/:id/progress', {
    permission: writing,
    summary: 'Save your progress in a book',
    tag: 'Progress',
    params: ById,
    body: ProgressUpdate,
    response: ReadProgress,
  }),
  forget: del('/books/:id/progress', {
    permission: writing,
    summary: 'Delete your progress in a book',
    tag: 'Progress',
    params: ById,
  }),
  dismiss: post('/books/:id/progress/dismiss', {
    permission: writing,
    summary: 'Dismiss a book from Continue reading',
    description: 'Your position is kept. The book reappears when you continue reading it.',
    tag: 'Progress',
    params: ById,
  }),
  readProgression: get('/books/:id/progression', {
    permission: reading,
    summary: 'Get your exact position as a Readium locator; 204 if you have not started',
    also: [204],
    tag: 'Progress',
    params: ById,
    response: Nullable(Progression),
  }),
  writeProgression: put('/books/:id/progression', {
    permission: writing,
    summary: 'Save your exact position as a Readium locator; 409 if a newer one is stored',
    tag: 'Progress',
    params: ById,
    body: ProgressionUpdate,
  }),
  markBookRead: post('/books/:id/read', {
    permission: writing,
    summary: 'Mark a book as read',
    tag: 'Progress',
    params: ById,
    response: ReadProgress,
  }),
  markBookUnread: post('/books/:id/unread', {
    permission: writing,
    summary: 'Mark a book as unread',
    tag: 'Progress',
    params: ById,
  }),
  markSeriesRead: post('/series/:id/read', {
    permission: writing,
    summary: 'Mark all books of a series as read',
    tag: 'Progress',
    params: ById,
    response: MarkedCount,
  }),
  markSeriesUnread: post('/series/:id/unread', {
    permission: writing,
    summary: 'Mark all books of a series as unread',
    tag: 'Progress',
    params: ById,
    response: MarkedCount,
  }),
  markBooksRead: post('/books/bulk/read', {
    permission: writing,
    summary: 'Mark many books as read',
    tag: 'Progress',
    body: BookIdsBody,
    response: MarkedCount,
  }),
  markBooksUnread: post('/books/bulk/unread', {
    permission: writing,
    summary: 'Mark many books as unread',
    tag: 'Progress',
    body: BookIdsBody,
    response: MarkedCount,
  }),
  markManySeriesRead: post('/series/bulk/read', {
    permission: writing,
    summary: 'Mark many series as read',
    tag: 'Progress',
    body: SeriesIdsBody,
    response: MarkedCount,
  }),
  markManySeriesUnread: post('/series/bulk/unread', {
    permission: writing,
    summary: 'Mark many series as unread',
    tag: 'Progress',
    body: SeriesIdsBody,
    response: MarkedCount,
  }),
  history: get('/books/:id/read-history', {
    permission: reading,
    summary: 'List the dates on which you finished a book',
    tag: 'Progress',
    params: ById,
    response: Type.Array(Completion),
  }),
  statistics: get('/user/reading-statistics', {
    permission: reading,
    summary: 'Get your reading statistics',
    tag: 'Progress',
    query: Type.Object({
      days: Type.Integer({ minimum: 1, maximum: 3660, default: 365 }),
      timeZone: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    response: ReadingStatistics,
  }),
} as const
