import { problem } from '../../contract/problems.ts'
import { findVisibleLibrary } from '../../store/library/visible-libraries.ts'
import type { Db } from '../../store/open.ts'
import { parseUid } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'

export function inLibraryFilter(libraryId: string | undefined): { library: { op: 'in'; ids: string[] } } | undefined {
  return libraryId === undefined ? undefined : { library: { op: 'in', ids: [libraryId] } }
}

/** A library that the viewer can't see doesn't exist for them. */
export async function requireVisibleLibrary(db: Db, viewer: Viewer, id: string): Promise<void> {
  const uid = parseUid(id)
  const found = uid && (await findVisibleLibrary(db, viewer, uid))
  if (!found) throw problem('not_found', 'There is no such library.')
}
