import { problem } from '../../contract/problems.ts'
import { findLibrary, type LibraryView } from '../../store/library/read.ts'
import type { Db } from '../../store/open.ts'
import { uuidToBytes } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'

/** Not found if the viewer may not see it. */
export async function readLibrary(db: Db, viewer: Viewer, id: string): Promise<LibraryView> {
  const library = await findLibrary(db, viewer, uuidToBytes(id))
  if (!library) throw problem('not_found', 'There is no such library.')
  return library
}
