import type { Happened } from '../../events/events.ts'
import type { Viewer } from '../../store/viewer.ts'

/** Events pass the same lock as everything else: who may not see a book does not hear of it either. */
export function mayHear({ audience }: Pick<Happened, 'audience'>, viewer: Viewer): boolean {
  const { userId, permission, libraryId, class: classId } = audience
  if (userId !== undefined && userId !== viewer.userId) return false
  if (permission !== undefined && !viewer.permissions.has(permission)) return false
  const { sees } = viewer
  if (libraryId !== undefined && sees.libraryIds && !sees.libraryIds.includes(libraryId)) return false
  return classId === undefined || sees.everything || sees.bits[classId - 1] === 1
}
