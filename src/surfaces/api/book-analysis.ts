import { queueReanalysis } from '../../analyse/queue-reanalysis.ts'
import { analyseBookTask, finaliseSeriesTask } from '../../analyse/tasks.ts'
import { bookAnalysis } from '../../contract/book-analysis.ts'
import { problem, validationProblem } from '../../contract/problems.ts'
import {
  type AnalysisSelection,
  type BookToAnalyse,
  findBooksToAnalyse,
} from '../../store/book/find-books-to-analyse.ts'
import { findSeriesWithLibrary } from '../../store/series/find-series-with-library.ts'
import { uuidToBytes } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { presentTask } from '../present/task.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { readLibrary } from './read-library.ts'

export function mountBookAnalysis(api: OpenSurface, context: AppContext): void {
  const { db, tasks } = context

  serve(api, bookAnalysis.book, async ({ params, viewer }) => startOne(await readBook(viewer, params.id)))

  serve(api, bookAnalysis.unanalyzedBook, async ({ params, viewer }) => {
    const book = await readBook(viewer, params.id)
    if (book.isAnalysed) throw validationProblem([{ path: 'id', message: 'This book was already analysed.' }])
    return startOne(book)
  })

  serve(api, bookAnalysis.books, ({ body, viewer }) => {
    const bookUids = body.bookIds.map(uuidToBytes)
    return start(viewer, { bookUids, isUnanalysed: !body.force })
  })

  serve(api, bookAnalysis.retryBook, async ({ params, body, viewer }) => {
    await readBook(viewer, params.id)
    const found = await start(viewer, { bookUids: [uuidToBytes(params.id)], withErrors: { types: body.errorTypes } })
    if (found.tasksEnqueued === 0) throw validationProblem([{ path: 'id', message: 'This book has no such errors.' }])
    return found
  })

  serve(api, bookAnalysis.retryAll, async ({ body, viewer }) => {
    const library = body.libraryId ? await readLibrary(db, viewer, body.libraryId) : undefined
    return start(viewer, { libraryId: library?.id, withErrors: { types: body.errorType && [body.errorType] } })
  })

  serve(api, bookAnalysis.series, async ({ params, viewer }) => {
    await readSeries(viewer, params.id)
    return start(viewer, { seriesUids: [uuidToBytes(params.id)] })
  })

  serve(api, bookAnalysis.unanalyzedSeries, async ({ params, viewer }) => {
    await readSeries(viewer, params.id)
    return start(viewer, { seriesUids: [uuidToBytes(params.id)], isUnanalysed: true })
  })

  serve(api, bookAnalysis.manySeries, ({ body, viewer }) =>
    start(viewer, { seriesUids: body.seriesIds.map(uuidToBytes), isUnanalysed: !body.force }),
  )

  serve(api, bookAnalysis.library, async ({ params, viewer }) =>
    start(viewer, { libraryId: (await readLibrary(db, viewer, params.id)).id }),
  )

  serve(api, bookAnalysis.unanalyzedLibrary, async ({ params, viewer }) =>
    start(viewer, { libraryId: (await readLibrary(db, viewer, params.id)).id, isUnanalysed: true }),
  )

  serve(api, bookAnalysis.renumber, async ({ params, viewer }) => {
    const series = await readSeries(viewer, params.id)
    const { task } = await tasks.add(finaliseSeriesTask, { seriesId: series.id, libraryId: series.libraryId })
    return presentTask(task)
  })

  async function startOne({ id, libraryId, seriesId }: BookToAnalyse) {
    const request = { bookId: id, libraryId, seriesId, params: { force: true }, priority: SOMEONE_WAITS }
    return presentTask((await tasks.add(analyseBookTask, request)).task)
  }

  async function start(viewer: Viewer, which: AnalysisSelection) {
    const tasksEnqueued = await queueReanalysis(context, viewer, which)
    const what = tasksEnqueued === 1 ? '1 book' : `${tasksEnqueued} books`
    return { tasksEnqueued, message: tasksEnqueued === 0 ? 'There is nothing to do.' : `${what} will be analysed.` }
  }

  async function readBook(viewer: Viewer, id: string): Promise<BookToAnalyse> {
    const [book] = await findBooksToAnalyse(db, viewer, { bookUids: [uuidToBytes(id)] }, { after: 0, limit: 1 })
    if (!book) throw problem('not_found', 'There is no such book.')
    return book
  }

  async function readSeries(viewer: Viewer, id: string) {
    const [series] = await findSeriesWithLibrary(db, viewer, [uuidToBytes(id)])
    if (!series) throw problem('not_found', 'There is no such series.')
    return series
  }
}

/** Ahead of the thousands of a first scan. */
const SOMEONE_WAITS = 990
