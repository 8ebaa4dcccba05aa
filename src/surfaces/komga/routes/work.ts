import { rm } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import { analyseBook } from '../../../analyse/tasks.ts'
import { edits } from '../../../contract/komga/edits.ts'
import { problem } from '../../../contract/problems.ts'
import { scanFolders } from '../../../scan/tasks.ts'
import { findBooksToAnalyse, type Which } from '../../../store/book/find-to-analyse.ts'
import { listBookIds } from '../../../store/book/list.ts'
import { readBooks } from '../../../store/book/read.ts'
import type { BookView } from '../../../store/book/view.ts'
import { noteFileDeed } from '../../../store/file-deed/deeds.ts'
import { readLibraryFacts } from '../../../store/list/libraries.ts'
import type { Viewer } from '../../../store/viewer.ts'
import type { House } from '../../house.ts'
import { serve } from '../../serve.ts'
import { readBookView, readSeriesView, uidOf } from '../find.ts'
import type { Komga } from '../komga.ts'

/** Work that is started and goes on by itself: reading files again, and deleting them. */
export function mountWork({ surface, house }: Komga): void {
  const { db, tasks } = house

  for (const route of [edits.analyzeBook, edits.refreshBook]) {
    serve(surface, route, async ({ params, viewer }) => {
      await readBookView(db, viewer, params.id)
      await analyseAgain(house, viewer, { bookUids: [uidOf(params.id, 'book')] })
    })
  }
  for (const route of [edits.analyzeSeries, edits.refreshSeries]) {
    serve(surface, route, async ({ params, viewer }) => {
      await readSeriesView(db, viewer, params.id)
      await analyseAgain(house, viewer, { seriesUids: [uidOf(params.id, 'series')] })
    })
  }
  serve(surface, edits.regenerateThumbnails, ({ viewer }) => analyseAgain(house, viewer, {}))

  serve(surface, edits.deleteBookFile, async ({ params, viewer }) =>
    deleteFiles([await readBookView(db, viewer, params.id)]),
  )
  serve(surface, edits.deleteSeriesFiles, async ({ params, viewer }) => {
    const series = await readSeriesView(db, viewer, params.id)
    const filter = { seriesId: { op: 'in' as const, ids: [series.uid] } }
    const { ids } = await listBookIds(db, viewer, { filter }, { limit: 100_000, offset: 0 })
    await deleteFiles(await readBooks(db, viewer, ids))
  })

  /** The files go now; that their books are gone is found by a look at their folders. */
  async function deleteFiles(books: readonly BookView[]): Promise<void> {
    const libraries = await readLibraryFacts(db)
    const folders = new Map<number, Set<string>>()
    for (const book of books) {
      await rm(book.filePath).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw problem('permission_denied', 'The server may not delete this file.')
      })
      await db.transaction((tx) =>
        noteFileDeed(tx, {
          type: 'book_file_deleted',
          bookUid: uidOf(book.uid, 'book'),
          seriesUid: uidOf(book.seriesUid, 'series'),
          details: { reason: 'Deleted by user request', name: book.filePath },
        }),
      )
      const folder = relative(libraries.get(book.libraryId)!.path, dirname(book.filePath))
      folders.set(book.libraryId, (folders.get(book.libraryId) ?? new Set()).add(folder))
    }
    for (const [libraryId, names] of folders) {
      await tasks.add(scanFolders, { libraryId, params: { folders: [...names] } })
    }
  }
}

/** By the thousand, so that no transaction is long. */
export async function analyseAgain({ db, tasks }: House, viewer: Viewer, which: Which): Promise<void> {
  for (let after = 0; ; ) {
    const books = await findBooksToAnalyse(db, viewer, which, { after, limit: AT_ONCE })
    if (books.length === 0) break
    after = books.at(-1)!.id
    const requests = books.map((book) => ({ bookId: book.id, libraryId: book.libraryId, params: { force: true } }))
    await db.transaction((tx) => tasks.addIn(tx, analyseBook, requests))
  }
  tasks.wake()
}

const AT_ONCE = 1000
