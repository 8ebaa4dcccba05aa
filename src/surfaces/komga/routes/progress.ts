import { saveProgress } from '../../../catalog/progress/save-progress.ts'
import { progress } from '../../../contract/komga/progress.ts'
import { problem, validationProblem } from '../../../contract/problems.ts'
import { readPages } from '../../../store/page/read-pages.ts'
import { findReadableBooks } from '../../../store/progress/list.ts'
import { uuidToBytes } from '../../../store/uid.ts'
import type { Viewer } from '../../../store/viewer.ts'
import { emitProgressEvent } from '../../deliver/emit-progress-event.ts'
import { serve } from '../../serve.ts'
import type { KomgaContext } from '../komga-context.ts'
import { deleteProgressOfBooks, markBooksRead } from '../mark-read.ts'
import { readReadableBook, readSeriesView, readStoredFile } from '../read-by-komga-id.ts'

export function mountProgress({ surface, context }: KomgaContext): void {
  const { db } = context

  serve(surface, progress.mark, async ({ params, body, viewer }) => {
    const book = await readReadableBook(db, viewer, params.id)
    const file = await readStoredFile(db, viewer, params.id)
    // Without a page it was marked, not read. And a file that couldn't be read has no pages, but may have been read
    // elsewhere.
    const isMarked = body.completed === true && typeof body.page !== 'number'
    if (isMarked || (body.completed === true && book.pageCount === 0)) return markBooksRead(context, viewer, [book])
    const last = Math.max(1, book.pageCount)
    const page = body.completed === true ? last : body.page
    if (page === undefined || page === null) {
      throw validationProblem([{ path: 'page', message: 'must be specified if completed is false or null' }])
    }
    // KOReader counts pages of text by its own screen: such a number means nothing here.
    const hasNoPages = file.format === 'epub' && (await readPages(db, file)).length === 0
    if (hasNoPages && body.completed !== true) {
      throw problem('validation_failed', 'This book has no pages. Save a progression instead.')
    }
    if (page < 1 || page > last) throw validationProblem([{ path: 'page', message: `must be between 1 and ${last}` }])
    const saved = await saveProgress(db, viewer, book, {
      currentPage: page,
      completed: page === last,
      isWholeSitting: true,
    })
    if (saved.accepted) emitProgressEvent(context, viewer, book, saved.progress)
  })

  serve(surface, progress.forget, async ({ params, viewer }) =>
    deleteProgressOfBooks(context, viewer, [await readReadableBook(db, viewer, params.id)]),
  )

  serve(surface, progress.markSeries, async ({ params, viewer }) =>
    markBooksRead(context, viewer, await booksOf(viewer, params.id)),
  )
  serve(surface, progress.forgetSeries, async ({ params, viewer }) =>
    deleteProgressOfBooks(context, viewer, await booksOf(viewer, params.id)),
  )

  async function booksOf(viewer: Viewer, id: string) {
    const series = await readSeriesView(db, viewer, id)
    return findReadableBooks(db, viewer, 'series', [uuidToBytes(series.uid)])
  }
}
