import { readAllLibraryRoots } from '../../store/library/read.ts'
import { listVisibleLibraries } from '../../store/library/visible-libraries.ts'
import type { Queryable } from '../../store/open.ts'
import type { Viewer } from '../../store/viewer.ts'
import { isWithin } from './check-library.ts'
import { realPathOfLibrary } from './inspect-folder.ts'

/**
 * The folders of libraries of which somebody sees nothing, or only a part: what lies in them on disk would tell them of
 * the rest, by the names of its folders and files.
 */
export interface FoldersHiddenFromViewer {
  /** In one of them. */
  has(folder: string): boolean
  /** In one of them, or with one of them in it. */
  touch(folder: string): boolean
}

export async function readFoldersHiddenFrom(
  db: Pick<Queryable, 'query'>,
  viewer: Viewer,
): Promise<FoldersHiddenFromViewer> {
  const closed = await closedRoots(db, viewer)
  const has = (folder: string) => closed.some((root) => isWithin(folder, root))
  return { has, touch: (folder) => has(folder) || closed.some((root) => isWithin(root, folder)) }
}

/** Every library's folder, nameless where its name is not for the viewer. */
export async function readLibraryRootsForViewer(db: Pick<Queryable, 'query'>, viewer: Viewer) {
  const visible = new Set((await listVisibleLibraries(db, viewer)).map((library) => library.id))
  return (await readAllLibraryRoots(db)).map((root) => (visible.has(root.id) ? root : { ...root, name: undefined }))
}

async function closedRoots(db: Pick<Queryable, 'query'>, viewer: Viewer): Promise<string[]> {
  const { everything, inPart } = viewer.sees
  if (everything) return []
  const roots = inPart
    ? await readAllLibraryRoots(db)
    : (await readLibraryRootsForViewer(db, viewer)).filter((root) => root.name === undefined)
  return Promise.all(roots.map(({ path }) => realPathOfLibrary(path)))
}
