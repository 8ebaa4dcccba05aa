import { expect, it } from 'vitest'
import { openEvents } from '../../events/events.ts'
import { openLogger } from '../edge/server-logger.ts'
import { writeEventsToLog } from './write-events-to-log.ts'

const id = '019a0000-0000-7000-8000-000000000001'

it('the log reports scans and failures, and no single books', async () => {
  const lines: { level: number; msg: string }[] = []
  const log = openLogger({ level: 'info', pretty: false }, { write: (line) => lines.push(JSON.parse(line)) })
  const events = openEvents()
  const names = new Map([[id, 'Comics']])
  const stop = writeEventsToLog(events, log, async (kind) => (kind === 'library' ? names.get(id) : `A ${kind}`))
  const counters = { filesTotal: 9, filesProcessed: 9, booksAdded: 2, booksUpdated: 1, booksMoved: 3, booksDeleted: 0 }
  events.emit({ type: 'scan_completed', libraryId: id, taskId: id, ...counters, errors: 0 })
  events.emit({ type: 'book_created', libraryId: id, seriesId: id, bookId: id })
  events.emit({ type: 'scan_failed', libraryId: id, taskId: id, error: 'The folder is offline.' })
  events.emit({ type: 'settings_updated', key: 'images.quality' })
  events.emit({ type: 'library_deleted', libraryId: id })
  const task = { type: 'task_failed', taskId: id, taskType: 'analyze_book', error: 'It broke.' } as const
  events.emit({ ...task, libraryId: id, seriesId: id, bookId: id })
  events.emit({ ...task, libraryId: null, seriesId: null, bookId: null })
  stop()
  events.emit({ type: 'scan_started', libraryId: id, taskId: id })
  await expect.poll(() => lines).toHaveLength(6)
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    [30, `Scan of “Comics” finished (task ${id}): 9 files, 2 new, 1 changed, 3 moved, 0 missing, 0 unreadable`],
    [40, `Scan of “Comics” failed (task ${id}): The folder is offline.`],
    [30, 'Setting images.quality changed'],
    [30, `Library “Comics” deleted (${id})`],
    [40, `Task analyze_book for “A book” in “Comics” failed (task ${id}): It broke.`],
    [40, `Task analyze_book failed (task ${id}): It broke.`],
  ])
  expect(lines.at(4)).toMatchObject({ libraryId: id, seriesId: id, bookId: id })
  // Not as `key`, which logs redact.
  expect(lines.at(2)).toMatchObject({ setting: 'images.quality' })
})
