import type { LecternEvent } from '../../contract/events.ts'
import type { Events } from '../../events/events.ts'
import type { Log } from '../edge/log.ts'

/** What whoever keeps the server would want to read the next morning. Single books are in the lists. */
export function logEvents(events: Events, log: Log): () => void {
  return events.on(({ event }) => write(event, log))
}

function write(event: LecternEvent, log: Log): void {
  switch (event.type) {
    case 'library_created':
    case 'library_deleted':
      log.info(
        { libraryId: event.libraryId },
        `A library was ${event.type === 'library_created' ? 'made' : 'deleted'}.`,
      )
      return
    case 'scan_started':
      log.info({ libraryId: event.libraryId, taskId: event.taskId }, 'A scan began.')
      return
    case 'scan_completed': {
      const { libraryId, taskId, booksAdded, booksUpdated, booksMoved, booksDeleted, errors, filesTotal } = event
      const changes = `${booksAdded} new, ${booksUpdated} changed, ${booksMoved} moved, ${booksDeleted} missing`
      const line = `A scan of ${filesTotal} files ended: ${changes}, ${errors} that could not be looked at.`
      log[errors > 0 ? 'warn' : 'info']({ libraryId, taskId }, line)
      return
    }
    case 'scan_failed':
      log.warn({ libraryId: event.libraryId, taskId: event.taskId }, `A scan failed: ${event.error}`)
      return
    case 'task_failed':
      log.warn({ taskId: event.taskId, taskType: event.taskType }, `A task failed: ${event.error}`)
      return
    case 'settings_updated':
      log.info({ setting: event.key }, 'A setting was changed.')
  }
}
