import type { EventOf, LecternEvent } from '../../contract/events.ts'
import type { EmittedEvent } from '../../events/events.ts'
import type { Viewer } from '../../store/viewer.ts'

/** Events follow the same visibility as everything else: a viewer who may not see a book receives no events of it. */
export function mayReceiveEvent(
  { audience, event }: Pick<EmittedEvent, 'audience' | 'event'>,
  viewer: Viewer,
): boolean {
  const { userId, permission, libraryId, class: classId, classes = [] } = audience
  if (userId !== undefined && userId !== viewer.userId) return false
  if (permission !== undefined && !viewer.permissions.has(permission)) return false
  const { sees } = viewer
  if (libraryId !== undefined && sees.libraryIds && !sees.libraryIds.includes(libraryId)) return false
  if (sees.everything) return true
  // The visibility of a task's item is no longer known here: clients read the list of tasks instead.
  if ('taskType' in event && (event.bookId || event.seriesId || (event.libraryId && sees.libraryIds))) return false
  const isSeen = (id: number) => sees.bits[id - 1] === 1
  return (classId === undefined || isSeen(classId)) && (classes.length === 0 || classes.some(isSeen))
}

/**
 * The event as this listener may see it: a viewer who sees a library only in part learns that something happens, not
 * how much.
 */
export function redactEventFor(event: LecternEvent, viewer: Viewer): LecternEvent {
  if (!viewer.sees.inPart) return event
  if (event.type === 'library_updated') return { ...event, counts: undefined }
  if (event.type === 'task_progress') return { ...event, progress: { current: 0, total: 0, message: null } }
  if (event.type === 'scan_progress' || event.type === 'scan_completed') return { ...event, ...noCounters }
  return event
}

const noCounters = {
  filesTotal: 0,
  filesProcessed: 0,
  booksAdded: 0,
  booksUpdated: 0,
  booksMoved: 0,
  booksDeleted: 0,
  errors: 0,
  // A counter that is added to the event must not be forgotten here.
} satisfies Omit<EventOf<'scan_progress'>, 'type' | 'timestamp' | 'libraryId' | 'taskId'>
