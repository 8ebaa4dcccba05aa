import type { EventOf, LecternEvent } from '../../contract/events.ts'
import type { EmittedEvent } from '../../events/events.ts'
import type { Viewer } from '../../store/viewer.ts'

/** Events pass the same lock as everything else: who may not see a book does not hear of it either. */
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
  // Nobody knows any more whether they may see what a task is about: those who ask are told by the list of tasks.
  if ('taskType' in event && (event.bookId || event.seriesId || (event.libraryId && sees.libraryIds))) return false
  const isSeen = (id: number) => sees.bits[id - 1] === 1
  return (classId === undefined || isSeen(classId)) && (classes.length === 0 || classes.some(isSeen))
}

/** What it says to this listener: who sees a library only in part is told that something happens, not how much. */
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
