import { queueReanalysis } from '../../../analyse/queue-reanalysis.ts'
import { removeBook } from '../../../catalog/files/remove-book.ts'
import { metadataEdits } from '../../../contract/komga/metadata-edits.ts'
import { markBookMissing } from '../../../scan/write/write-changes.ts'
import { findBookToRemove } from '../../../store/book/find-book-to-remove.ts'
import { listBookIds } from '../../../store/book/list.ts'
import { readBooks } from '../../../store/book/read.ts'
import type { Viewer } from '../../../store/viewer.ts'
import { serve } from '../../serve.ts'
import type { KomgaContext } from '../komga-context.ts'
import { readBookView, readSeriesView, uidOrNotFound } from '../read-by-komga-id.ts'

/** Background work: reading files again, and deleting them. */
export function mountFileActions({ surface, context }: KomgaContext): void {
  const { db, tasks } = context

  for (const route of [metadataEdits.analyzeBook, metadataEdits.refreshBook]) {
    serve(surface, route, async ({ params, viewer }) => {
      await readBookView(db, viewer, params.id)
      await queueReanalysis(context, viewer, { bookUids: [uidOrNotFound(params.id, 'book')] })
    })
  }
  for (const route of [metadataEdits.analyzeSeries, metadataEdits.refreshSeries]) {
    serve(surface, route, async ({ params, viewer }) => {
      await readSeriesView(db, viewer, params.id)
      await queueReanalysis(context, viewer, { seriesUids: [uidOrNotFound(params.id, 'series')] })
    })
  }
  serve(surface, metadataEdits.regenerateThumbnails, async ({ viewer }) => {
    await queueReanalysis(context, viewer, {})
  })

  serve(surface, metadataEdits.deleteBookFile, async ({ params, viewer, request }) => {
    const { title } = await readBookView(db, viewer, params.id)
    request.audited = { targetName: title, details: { file: 'delete' } }
    await deleteWithFile(viewer, uidOrNotFound(params.id, 'book'))
  })
  serve(surface, metadataEdits.deleteSeriesFiles, async ({ params, viewer, request }) => {
    const series = await readSeriesView(db, viewer, params.id)
    request.audited = { targetName: series.title, details: { file: 'delete' } }
    const filter = { seriesId: { op: 'in' as const, ids: [series.uid] } }
    const { ids } = await listBookIds(db, viewer, { filter }, { limit: 100_000, offset: 0 })
    for (const book of await readBooks(db, viewer, ids)) await deleteWithFile(viewer, uidOrNotFound(book.uid, 'book'))
  })

  async function deleteWithFile(viewer: Viewer, uid: Uint8Array): Promise<void> {
    const book = await findBookToRemove(db, viewer, uid)
    const { events, images } = context
    if (!book) return
    const removal = { db, coalescer: events, thumbnails: images.thumbnails }
    const marking = markBookMissing.bind(null, { db, tasks, coalescer: events })
    await removeBook({ ...removal, markMissing: marking }, book, { file: 'delete' })
  }
}
