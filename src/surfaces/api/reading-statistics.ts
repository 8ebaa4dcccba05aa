import { validationProblem } from '../../contract/problems.ts'
import { progress } from '../../contract/progress.ts'
import { listCompletionTimes } from '../../store/progress/list.ts'
import { readReadingStatistics } from '../../store/progress/statistics.ts'
import type { AppContext } from '../app-context.ts'
import { formatTimestamp } from '../present/format-time.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { readReadableBook } from './read-book.ts'

/** When and how much the user has read. */
export function mountReadingStatistics(api: OpenSurface, { db }: AppContext): void {
  serve(api, progress.history, async ({ params, viewer }) => {
    const book = await readReadableBook(db, viewer, params.id)
    const times = await listCompletionTimes(db, viewer, book.id)
    return times.map((time) => ({ bookId: params.id, completedAt: formatTimestamp(time) }))
  })

  serve(api, progress.statistics, async ({ query, viewer }) => {
    const timeZone = query.timeZone ?? 'UTC'
    if (!isTimeZone(timeZone)) throw validationProblem([{ path: 'timeZone', message: 'is not a known time zone' }])
    return readReadingStatistics(db, viewer, { days: query.days, timeZone, now: Date.now() })
  })
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
