import { readAllLibraryRoots } from '../../store/library/read.ts'
import { listVisibleLibraries } from '../../store/library/visible-libraries.ts'
import type { Queryable } from '../../store/open.ts'
import type { Viewer } from '../../store/viewer.ts'
import { isWithin } from './check-library-input.ts'
import { realPathOfLibrary } from './inspect-folder.ts'

/**
 * The folders of libraries of which the viewer sees nothing, or only a part: their content on disk would reveal the
 * rest, by the names of its folders and files.
 */
export interface FoldersHiddenFromViewer {
  /** Inside a library the viewer can't see: the response is that of a folder that does not exist. */
  isUnknown(folder: string): boolean
  /** Inside one of them. */
  has(folder: string): boolean
  /** Inside one of them, or containing one of them. */
  touch(folder: string): boolean
}

export async function readFoldersHiddenFrom(
  db: Pick<Queryable, 'query'>,
  viewer: Viewer,
): Promise<FoldersHiddenFromViewer> {
  const closed = await closedRoots(db, viewer)
  const has = (folder: string) => closed.some((root) => isWithin(folder, root.path))
  return {
    has,
    isUnknown: (folder) => closed.some((root) => root.name === undefined && isWithin(folder, root.path)),
    touch: (folder) => has(folder) || closed.some((root) => isWithin(root.path, folder)),
  }
}

/** Every library's folder, without a name if the viewer may not see the library. */
export async function readLibraryRootsForViewer(db: Pick<Queryable, 'query'>, viewer: Viewer) {
  // The roots first: a library that is added in between isn't one that the viewer may not know of.
  const roots = await readAllLibraryRoots(db)
  const visible = new Set((await listVisibleLibraries(db, viewer)).map((library) => library.id))
  return roots.map((root) => (visible.has(root.id) ? root : { ...root, name: undefined }))
}

async function closedRoots(db: Pick<Queryable, 'query'>, viewer: Viewer) {
  const { everything, inPart } = viewer.sees
  if (everything) return []
  const roots = (await readLibraryRootsForViewer(db, viewer)).filter((root) => inPart || root.name === undefined)
  return Promise.all(roots.map(async (root) => ({ ...root, path: await realPathOfLibrary(root.path) })))
}
