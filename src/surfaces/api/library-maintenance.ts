import {
  type AnalysisScope,
  finaliseSeriesTask,
  generateThumbnailsTask,
  retitleSeriesTask,
} from '../../analyse/tasks.ts'
import { deleteUnusedThumbnailsTask } from '../../catalog/covers/delete-unused-thumbnails.ts'
import { purgeMissingBooks } from '../../catalog/trash/purge-missing-books.ts'
import { libraryMaintenance } from '../../contract/library-maintenance.ts'
import { problem } from '../../contract/problems.ts'
import { findBooksToAnalyse } from '../../store/book/find-books-to-analyse.ts'
import { findSeriesWithLibrary } from '../../store/series/find-series-with-library.ts'
import { bytesToUuid, uuidToBytes } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { TaskRequest } from '../../tasks/task-kind.ts'
import type { AppContext } from '../app-context.ts'
import { presentTask } from '../present/task.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { readLibrary } from './read-library.ts'

interface Named extends AnalysisScope {
  libraryId?: string
  seriesId?: string
  bookId?: string
}

/** Work that a user requests and a task does. */
export function mountLibraryMaintenance(api: OpenSurface, context: AppContext): void {
  const { db, tasks, events } = context

  const draw = async (viewer: Viewer, named: Named, force = false) => {
    const { params, ...target } = await taskRequestOf(viewer, named)
    return presentTask((await tasks.add(generateThumbnailsTask, { ...target, params: { ...params, force } })).task)
  }
  const retitle = async (viewer: Viewer, named: Named, dryRun = false) => {
    const { params, ...target } = await taskRequestOf(viewer, named)
    return presentTask((await tasks.add(retitleSeriesTask, { ...target, params: { ...params, dryRun } })).task)
  }

  serve(api, libraryMaintenance.bookThumbnail, ({ params, body, viewer }) =>
    draw(viewer, { bookId: params.id }, body.force),
  )
  serve(api, libraryMaintenance.thumbnails, ({ body: { force, ...named }, viewer }) => draw(viewer, named, force))
  serve(api, libraryMaintenance.booksThumbnails, ({ body: { force, ...named }, viewer }) => draw(viewer, named, force))
  serve(api, libraryMaintenance.seriesThumbnail, ({ params, body, viewer }) =>
    draw(viewer, { seriesId: params.id }, body.force),
  )
  serve(api, libraryMaintenance.allSeriesThumbnails, ({ body: { force, ...named }, viewer }) =>
    draw(viewer, named, force),
  )
  serve(api, libraryMaintenance.manySeriesThumbnails, ({ body: { force, ...named }, viewer }) =>
    draw(viewer, named, force),
  )
  serve(api, libraryMaintenance.manySeriesBookThumbnails, ({ body: { force, ...named }, viewer }) =>
    draw(viewer, named, force),
  )
  for (const route of [libraryMaintenance.libraryBookThumbnails, libraryMaintenance.librarySeriesThumbnails])
    serve(api, route, ({ params, body, viewer }) => draw(viewer, { libraryId: params.id }, body.force))

  serve(api, libraryMaintenance.title, ({ params, body, viewer }) =>
    retitle(viewer, { seriesId: params.id }, body.dryRun),
  )
  serve(api, libraryMaintenance.titles, ({ body: { dryRun, ...named }, viewer }) => retitle(viewer, named, dryRun))
  serve(api, libraryMaintenance.manyTitles, ({ body: { dryRun, ...named }, viewer }) => retitle(viewer, named, dryRun))
  serve(api, libraryMaintenance.libraryTitles, ({ params, body, viewer }) =>
    retitle(viewer, { libraryId: params.id }, body.dryRun),
  )

  serve(api, libraryMaintenance.renumber, async ({ body, viewer }) => {
    const series = await findSeriesWithLibrary(db, viewer, body.seriesIds.map(uuidToBytes))
    const requests = series.map(({ id, libraryId }) => ({ seriesId: id, libraryId }))
    await db.transaction((tx) => tasks.addIn(tx, finaliseSeriesTask, requests))
    tasks.wake()
    return { tasksEnqueued: requests.length, message: `${requests.length} series will be renumbered.` }
  })

  serve(api, libraryMaintenance.sweep, async () => presentTask((await tasks.add(deleteUnusedThumbnailsTask, {})).task))

  serve(api, libraryMaintenance.purgeSeries, async ({ params, viewer, request }) => {
    const { id, libraryId, libraryUid, title } = await readSeries(viewer, params.id)
    request.audited = { targetType: 'series', targetName: title }
    const trash = { db, coalescer: events, thumbnails: context.images.thumbnails }
    return (await purgeMissingBooks(trash, { id: libraryId, uid: libraryUid }, { seriesId: id })).deleted
  })

  /** The named items must exist, and be visible to this viewer. */
  async function taskRequestOf(viewer: Viewer, named: Named): Promise<TaskRequest<AnalysisScope>> {
    const { libraryId, seriesId, bookId, bookIds, seriesIds } = named
    const params: AnalysisScope = viewer.sees.everything ? {} : { userId: viewer.userId }
    if (bookIds) params.bookIds = await visibleBooks(viewer, bookIds)
    if (seriesIds) params.seriesIds = await visibleSeries(viewer, seriesIds)
    if (bookId) {
      const which = { bookUids: [uuidToBytes(bookId)] }
      const [book] = await findBooksToAnalyse(db, viewer, which, { after: 0, limit: 1 })
      if (!book) throw problem('not_found', 'There is no such book.')
      return { bookId: book.id, seriesId: book.seriesId, libraryId: book.libraryId, params }
    }
    if (seriesId) {
      const series = await readSeries(viewer, seriesId)
      return { seriesId: series.id, libraryId: series.libraryId, params }
    }
    if (!libraryId) return { params }
    return { libraryId: (await readLibrary(db, viewer, libraryId)).id, params }
  }

  async function visibleBooks(viewer: Viewer, ids: readonly string[]): Promise<string[]> {
    const which = { bookUids: ids.map(uuidToBytes) }
    const books = await findBooksToAnalyse(db, viewer, which, { after: 0, limit: ids.length })
    return books.map((book) => bytesToUuid(book.uid))
  }

  async function visibleSeries(viewer: Viewer, ids: readonly string[]): Promise<string[]> {
    const series = await findSeriesWithLibrary(db, viewer, ids.map(uuidToBytes))
    return series.map((one) => bytesToUuid(one.uid))
  }

  async function readSeries(viewer: Viewer, id: string) {
    const [series] = await findSeriesWithLibrary(db, viewer, [uuidToBytes(id)])
    if (!series) throw problem('not_found', 'There is no such series.')
    return series
  }
}
