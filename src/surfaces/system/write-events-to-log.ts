import type { LecternEvent } from '../../contract/events.ts'
import type { Events } from '../../events/events.ts'
import type { ServerLogger } from '../edge/server-logger.ts'

type Kind = 'library' | 'series' | 'book'
type NameOf = (kind: Kind, id: string) => Promise<string | undefined>

/** Logs what an operator wants to read the next morning. Single books are in the lists. */
export function writeEventsToLog(events: Events, log: ServerLogger, nameOf: NameOf): () => void {
  // A deleted library has no name to look up any more. One entry per library.
  const names = new Map<string, string>()
  const quoted = async (libraryId: string) => {
    const name = await nameOf('library', libraryId).catch(() => undefined)
    if (name !== undefined) names.set(libraryId, name)
    const known = names.get(libraryId)
    return known === undefined ? libraryId : `“${known}”`
  }
  const titled = async (kind: Kind, id: string | null) => {
    if (id === null) return undefined
    if (kind === 'library') return quoted(id)
    const title = await nameOf(kind, id).catch(() => undefined)
    return title === undefined ? `${kind} ${id}` : `“${title}”`
  }
  // Sequentially, so that looking up a name doesn't change the order of lines.
  let last = Promise.resolve()
  return events.on(({ event }) => {
    if (isLogged(event)) last = last.then(() => write(event, log, titled))
  })
}

type Logged = Extract<
  LecternEvent,
  {
    type:
      | 'library_created'
      | 'library_deleted'
      | 'scan_started'
      | 'scan_completed'
      | 'scan_failed'
      | 'task_failed'
      | 'settings_updated'
  }
>

const logged: Record<Logged['type'], true> = {
  library_created: true,
  library_deleted: true,
  scan_started: true,
  scan_completed: true,
  scan_failed: true,
  task_failed: true,
  settings_updated: true,
}

function isLogged(event: LecternEvent): event is Logged {
  return Object.hasOwn(logged, event.type)
}

type Titled = (kind: Kind, id: string | null) => Promise<string | undefined>

async function write(event: Logged, log: ServerLogger, titled: Titled): Promise<void> {
  if (event.type === 'settings_updated') {
    log.info({ setting: event.key }, `Setting ${event.key} changed`)
    return
  }
  if (event.type === 'task_failed') {
    const { taskId, taskType, error, libraryId, seriesId, bookId } = event
    const subject = (await titled('book', bookId)) ?? (await titled('series', seriesId))
    const library = await titled('library', libraryId)
    const about = [subject && `for ${subject}`, library && `in ${library}`].filter(Boolean).join(' ')
    const line = `Task ${taskType}${about && ` ${about}`} failed (task ${taskId}): ${error}`
    log.warn({ taskId, taskType, libraryId, seriesId, bookId }, line)
    return
  }
  const { libraryId } = event
  const library = await titled('library', libraryId)
  if (event.type === 'library_created') {
    log.info({ libraryId }, `Library ${library} created (${libraryId})`)
    return
  }
  if (event.type === 'library_deleted') {
    log.info({ libraryId }, `Library ${library} deleted (${libraryId})`)
    return
  }
  const { taskId } = event
  if (event.type === 'scan_started') log.info({ libraryId, taskId }, `Scan of ${library} started (task ${taskId})`)
  else if (event.type === 'scan_failed') {
    log.warn({ libraryId, taskId }, `Scan of ${library} failed (task ${taskId}): ${event.error}`)
  } else {
    const { booksAdded, booksUpdated, booksMoved, booksDeleted, errors, filesTotal } = event
    const changes = `${booksAdded} new, ${booksUpdated} changed, ${booksMoved} moved, ${booksDeleted} missing`
    const line = `Scan of ${library} finished (task ${taskId}): ${filesTotal} files, ${changes}, ${errors} unreadable`
    log[errors > 0 ? 'warn' : 'info']({ libraryId, taskId }, line)
  }
}
