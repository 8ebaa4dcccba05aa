import {
  type BookErrorType,
  type BooksWithErrors,
  type BookWithErrors,
  bookErrorLabels,
  bookErrors,
  bookErrorTypes,
} from '../../contract/book-errors.ts'
import { limitAndOffsetOf } from '../../contract/paging.ts'
import { reasonOf } from '../../contract/reasons.ts'
import { type FailedBook, listFailedBooks } from '../../store/book/failed-books.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { presentBook } from '../present/book.ts'
import { formatTimestamp } from '../present/format-time.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { answerOrNotModified } from './answer-or-not-modified.ts'

export function mountBookErrors(api: OpenSurface, { db }: AppContext): void {
  serve(api, bookErrors.list, (input) =>
    answerOrNotModified(db, input, async (): Promise<BooksWithErrors> => {
      const { query, viewer } = input
      const rows = limitAndOffsetOf(query)
      const { libraryId, seriesId, errorType } = query
      const found = await listFailedBooks(db, viewer, { libraryId, seriesId, type: errorType }, rows)
      const types = bookErrorTypes.filter(
        (type) => found.counts.has(type) && (errorType === undefined || type === errorType),
      )
      const onPage = found.data.map((failed) => ({ failed, presented: presentFailed(failed, viewer) }))
      return {
        errorCounts: Object.fromEntries(found.counts),
        groups: types
          .map((type) => ({
            errorType: type,
            label: bookErrorLabels[type],
            count: found.counts.get(type) ?? 0,
            books: onPage
              .filter(({ failed }) => failed.errors.some((error) => error.type === type))
              .map(({ presented }) => presented),
          }))
          .sort((a, b) => (a.label < b.label ? -1 : 1)),
        // The specification counts pages from 1 in requests and from 0 in this one response.
        page: query.page - 1,
        pageSize: rows.limit,
        totalBooksWithErrors: found.total,
        totalPages: Math.ceil(found.total / rows.limit),
      }
    }),
  )
}

function presentFailed({ book, errors }: FailedBook, viewer: Viewer): BookWithErrors {
  return {
    book: presentBook(book, viewer),
    errors: errors.map(({ type, message, occurredAt, details }) => ({
      errorType: type as BookErrorType,
      message,
      reason: reasonOf(message),
      occurredAt: formatTimestamp(occurredAt),
      ...(details === null ? {} : { details }),
    })),
  }
}
