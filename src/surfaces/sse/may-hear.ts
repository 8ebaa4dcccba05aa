import type { Happened } from '../../events/events.ts'
import type { Viewer } from '../../store/viewer.ts'

/** Events pass the same lock as everything else: who may not see a book does not hear of it either. */
export function mayHear({ audience, event }: Pick<Happened, 'audience' | 'event'>, viewer: Viewer): boolean {
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
