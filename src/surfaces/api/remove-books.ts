import { removeBook } from '../../catalog/files/remove-book.ts'
import { books } from '../../contract/books.ts'
import { Problem, problem } from '../../contract/problems.ts'
import { markBookMissing } from '../../scan/write/write-changes.ts'
import { findBookToRemove } from '../../store/book/find-book-to-remove.ts'
import { uuidToBytes } from '../../store/uid.ts'
import type { AppContext } from '../app-context.ts'
import { type OpenSurface, serve } from '../serve.ts'

export function mountBookRemoval(api: OpenSurface, context: AppContext): void {
  const { db } = context
  serve(api, books.remove, async ({ params, query, viewer, request }) => {
    const book = await findBookToRemove(db, viewer, uuidToBytes(params.id))
    if (!book) throw problem('not_found', 'There is no such book.')
    request.audited = { targetName: book.path, details: { file: query.file ?? 'keep' } }
    await removeBook(removalDeps(context), book, { file: query.file ?? 'keep', purge: query.purge })
  })
  serve(api, books.removeMany, async ({ body, viewer, request }) => {
    const failures: { bookId: string; error: string; message: string }[] = []
    const removed: string[] = []
    for (const bookId of new Set(body.bookIds)) {
      const book = await findBookToRemove(db, viewer, uuidToBytes(bookId))
      if (!book) continue
      try {
        const isDone = await removeBook(removalDeps(context), book, { file: body.file ?? 'keep', purge: body.purge })
        if (isDone) removed.push(book.path)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        failures.push({ bookId, error: error.code, message: error.message })
      }
    }
    const count = removed.length
    const details = { file: body.file ?? 'keep', count, paths: removed.slice(0, 50) }
    request.audited = { targetType: 'book', targetName: removed.slice(0, 10).join(', '), details }
    return { count, message: `${count} ${count === 1 ? 'book' : 'books'} removed.`, failures }
  })
}

const removalDeps = ({ db, tasks, events, images }: AppContext) => ({
  db,
  coalescer: events,
  thumbnails: images.thumbnails,
  markMissing: markBookMissing.bind(null, { db, tasks, coalescer: events }),
})
