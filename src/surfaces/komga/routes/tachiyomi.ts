import { tachiyomi } from '../../../contract/komga/progress.ts'
import { type PositionInSeries, readPositionsInSeries } from '../../../store/book/positions-in-series.ts'
import { readListKind } from '../../../store/curated-list/list-kind.ts'
import {
  type OrderedBook,
  readBooksInReadListOrder,
  readBooksInSeriesOrder,
} from '../../../store/progress/reading-order.ts'
import type { Viewer } from '../../../store/viewer.ts'
import { serve } from '../../serve.ts'
import type { KomgaContext } from '../komga-context.ts'
import { markBooksRead } from '../mark-read.ts'
import { readCuratedList, readSeriesView } from '../read-by-komga-id.ts'

/** A tracker's progress: by number in a series, by position in a read list. It never marks anything unread. */
export function mountTachiyomi({ surface, context }: KomgaContext): void {
  const { db } = context

  serve(surface, tachiyomi.series, async ({ params, viewer }) => {
    const { run, numbers } = await readNumbered(viewer, params.id)
    const last = run.slice(0, lengthRead(run)).at(-1)
    return {
      ...countsOf(run),
      lastReadContinuousNumberSort: last ? (numbers.get(last.id)?.numberSort ?? 0) : 0,
      maxNumberSort: Math.max(0, ...run.map((book) => numbers.get(book.id)?.numberSort ?? 0)),
    }
  })
  serve(surface, tachiyomi.markSeries, async ({ params, body, viewer }) => {
    const { run, numbers } = await readNumbered(viewer, params.id)
    const upTo = body.lastBookNumberSortRead
    // The app stores numbers with less precision.
    const isRead = (book: OrderedBook) => (numbers.get(book.id)?.numberSort ?? Number.MAX_VALUE) <= upTo + 1e-6
    await markBooksRead(
      context,
      viewer,
      run.filter((book) => !book.isDone && isRead(book)),
    )
  })

  serve(surface, tachiyomi.seriesByIndex, async ({ params, viewer }) => byIndex(await ofSeries(viewer, params.id)))
  serve(surface, tachiyomi.markSeriesByIndex, async ({ params, body, viewer }) =>
    markFirst(viewer, await ofSeries(viewer, params.id), body.lastBookRead),
  )
  serve(surface, tachiyomi.readList, async ({ params, viewer }) => byIndex(await ofReadList(viewer, params.id)))
  serve(surface, tachiyomi.markReadList, async ({ params, body, viewer }) =>
    markFirst(viewer, await ofReadList(viewer, params.id), body.lastBookRead),
  )

  async function ofSeries(viewer: Viewer, id: string): Promise<OrderedBook[]> {
    return readBooksInSeriesOrder(db, viewer, (await readSeriesView(db, viewer, id)).id)
  }

  async function ofReadList(viewer: Viewer, id: string): Promise<OrderedBook[]> {
    return readBooksInReadListOrder(db, viewer, (await readCuratedList(db, viewer, readListKind, id)).id)
  }

  async function readNumbered(
    viewer: Viewer,
    id: string,
  ): Promise<{ run: OrderedBook[]; numbers: Map<number, PositionInSeries> }> {
    const run = await ofSeries(viewer, id)
    return { run, numbers: await readPositionsInSeries(db, run) }
  }

  async function markFirst(viewer: Viewer, run: OrderedBook[], count: number): Promise<void> {
    await markBooksRead(
      context,
      viewer,
      run.slice(0, count).filter((book) => !book.isDone),
    )
  }
}

/** How many are read without a gap, from the first on. */
function lengthRead(run: readonly OrderedBook[]): number {
  const gap = run.findIndex((book) => !book.isDone)
  return gap < 0 ? run.length : gap
}

const byIndex = (run: readonly OrderedBook[]) => ({ ...countsOf(run), lastReadContinuousIndex: lengthRead(run) })

function countsOf(run: readonly OrderedBook[]) {
  const read = run.filter((book) => book.isDone).length
  const begun = run.filter((book) => book.isBegun).length
  return {
    booksCount: run.length,
    booksReadCount: read,
    booksUnreadCount: run.length - read - begun,
    booksInProgressCount: begun,
  }
}
