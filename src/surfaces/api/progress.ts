import { locatorToText } from '../../catalog/progress/locator.ts'
import { findReadingPosition, resolveLocator } from '../../catalog/progress/reading-position.ts'
import { saveProgress } from '../../catalog/progress/save-progress.ts'
import { limitAndOffsetOf, presentListPage } from '../../contract/paging.ts'
import { problem, validationProblem } from '../../contract/problems.ts'
import { progress } from '../../contract/progress.ts'
import { dismissFromInProgress } from '../../store/book/home-rows.ts'
import { listProgress } from '../../store/progress/list.ts'
import { findProgress } from '../../store/progress/read.ts'
import type { AppContext } from '../app-context.ts'
import { emitProgressEvent } from '../deliver/emit-progress-event.ts'
import { correctDeviceTime } from '../edge/correct-device-time.ts'
import { formatTimestamp } from '../present/format-time.ts'
import { presentProgress } from '../present/progress.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { markBooksUnread } from './mark-read.ts'
import { readReadableBook, readServedBookFile } from './read-book.ts'

/** Where the user is in each book. */
export function mountProgress(api: OpenSurface, context: AppContext): void {
  const { db } = context

  serve(api, progress.list, async ({ query, viewer, request, href }) => {
    const since = query.updatedSince ? Date.parse(query.updatedSince) : undefined
    const { data, total } = await listProgress(db, viewer, { ...limitAndOffsetOf(query), since })
    const items = data.map((row) => presentProgress(row, viewer.uid, row.book_uid))
    return presentListPage({ request, href }, query, { data: items, total })
  })

  serve(api, progress.read, async ({ params, viewer }) => {
    const book = await readReadableBook(db, viewer, params.id)
    const row = await findProgress(db, viewer, book.id)
    return row ? presentProgress(row, viewer.uid, book.uid) : null
  })

  serve(api, progress.write, async ({ params, body, viewer, request }) => {
    const book = await readReadableBook(db, viewer, params.id)
    const saved = await saveProgress(db, viewer, book, {
      ...body,
      at: correctDeviceTime(request, body.updatedAt),
      position: body.device ? { device: body.device } : undefined,
    })
    if (saved.accepted) emitProgressEvent(context, viewer, book, saved.progress)
    return presentProgress(saved.progress, viewer.uid, book.uid)
  })

  serve(api, progress.dismiss, async ({ params, viewer }) => {
    const book = await readReadableBook(db, viewer, params.id)
    const isBegun = await db.transaction((tx) => dismissFromInProgress(tx, viewer.userId, book.id))
    if (!isBegun) throw notStarted()
    emitProgressEvent(context, viewer, book, await findProgress(db, viewer, book.id))
  })

  serve(api, progress.forget, async ({ params, viewer }) => {
    const book = await readReadableBook(db, viewer, params.id)
    if (!(await findProgress(db, viewer, book.id))) throw notStarted()
    await markBooksUnread(context, viewer, [book])
  })

  mountProgression(api, context)
}

/** The same as a Readium locator: to the word, and with the device. */
function mountProgression(api: OpenSurface, context: AppContext): void {
  const { db } = context

  serve(api, progress.readProgression, async ({ params, viewer, reply }) => {
    const position = await findReadingPosition(db, viewer, await readServedBookFile(db, viewer, params.id))
    if (!position) return reply.code(204).send()
    return {
      modified: formatTimestamp(position.modified),
      device: position.device,
      locator: { href: '', ...position.locator },
    }
  })

  serve(api, progress.writeProgression, async ({ params, body, viewer, request }) => {
    const book = await readReadableBook(db, viewer, params.id)
    const file = await readServedBookFile(db, viewer, params.id)
    const resolved = await resolveLocator(db, file, body.locator)
    if (!resolved) throw validationProblem([{ path: 'locator', message: 'does not point to a position in this book' }])
    const saved = await saveProgress(db, viewer, book, {
      ...resolved,
      completed: body.completed,
      at: correctDeviceTime(request, body.modified),
      position: { locator: locatorToText(body.locator), device: body.device.name, device_id: body.device.id },
    })
    if (!saved.accepted) throw problem('conflict', 'A newer position is already stored.')
    emitProgressEvent(context, viewer, book, saved.progress)
  })
}

const notStarted = () => problem('not_found', 'You haven’t started this book.')
