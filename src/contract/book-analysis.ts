import { bookErrorTypes } from './book-errors.ts'
import { ById, post, Uuid } from './route.ts'
import { Task } from './tasks.ts'
import Type from './typebox.ts'

const Queued = Type.Object(
  { tasksEnqueued: Type.Integer({ minimum: 0 }), message: Type.String() },
  { title: 'QueuedTasks' },
)
const tag = 'Analysis'
const ids = (max: number) => Type.Array(Uuid, { minItems: 1, maxItems: max })
const force = {
  force: Type.Optional(Type.Boolean({ default: false, description: 'Also analyse books that are up to date.' })),
}

export const bookAnalysis = {
  book: post('/books/:id/analyze', {
    permission: 'BooksWrite',
    summary: 'Analyse a book again',
    tag,
    params: ById,
    response: Task,
    status: 202,
  }),
  unanalyzedBook: post('/books/:id/analyze-unanalyzed', {
    permission: 'BooksWrite',
    summary: 'Analyse a book that has not been analysed yet',
    tag,
    params: ById,
    response: Task,
    status: 202,
  }),
  books: post('/books/bulk/analyze', {
    permission: 'BooksWrite',
    summary: 'Analyse several books',
    tag,
    body: Type.Object({ bookIds: ids(1000), ...force }),
    response: Queued,
    status: 202,
  }),
  retryBook: post('/books/:id/retry', {
    permission: 'BooksWrite',
    summary: 'Retry a book with errors',
    tag,
    params: ById,
    body: Type.Optional(Type.Object({ errorTypes: Type.Optional(Type.Array(Type.Enum(bookErrorTypes))) })),
    response: Queued,
    status: 202,
  }),
  retryAll: post('/books/retry-all-errors', {
    permission: 'BooksWrite',
    summary: 'Retry every book with errors',
    tag,
    body: Type.Optional(
      Type.Object({ errorType: Type.Optional(Type.Enum(bookErrorTypes)), libraryId: Type.Optional(Uuid) }),
    ),
    response: Queued,
    status: 202,
  }),
  series: post('/series/:id/analyze', {
    permission: 'SeriesWrite',
    summary: 'Analyse all books of a series again',
    tag,
    params: ById,
    response: Queued,
    status: 202,
  }),
  unanalyzedSeries: post('/series/:id/analyze-unanalyzed', {
    permission: 'SeriesWrite',
    summary: 'Analyse the books of a series that have not been analysed yet',
    tag,
    params: ById,
    response: Queued,
    status: 202,
  }),
  manySeries: post('/series/bulk/analyze', {
    permission: 'SeriesWrite',
    summary: 'Analyse the books of several series',
    tag,
    body: Type.Object({ seriesIds: ids(1000), ...force }),
    response: Queued,
    status: 202,
  }),
  library: post('/libraries/:id/analyze', {
    permission: 'LibrariesWrite',
    summary: 'Analyse all books of a library again',
    tag,
    params: ById,
    response: Queued,
    status: 202,
  }),
  unanalyzedLibrary: post('/libraries/:id/analyze-unanalyzed', {
    permission: 'LibrariesWrite',
    summary: 'Analyse the books of a library that have not been analysed yet',
    tag,
    params: ById,
    response: Queued,
    status: 202,
  }),
  renumber: post('/series/:id/renumber', {
    permission: 'SeriesWrite',
    summary: 'Renumber and rename the books of a series',
    tag,
    params: ById,
    response: Task,
    status: 202,
  }),
}
