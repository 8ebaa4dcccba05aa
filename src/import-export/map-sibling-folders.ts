import { inspectFolderQuickly } from '../catalog/libraries/inspect-folder.ts'
import { readAllLibraryRoots } from '../store/library/read.ts'
import type { Db } from '../store/open.ts'
import { type FolderMap, makePathMapper, mapPath, siblingFolders } from './map-folders.ts'

/**
 * Adds where their other libraries are: those beside a folder that was mapped just now, if the same folder is here. Once
 * a user has cleared such a folder, it stays so.
 */
export async function mapSiblingFolders(
  db: Db,
  libraries: readonly { path: string }[],
  before: FolderMap,
  folders: FolderMap,
): Promise<FolderMap> {
  const added = Object.entries(folders).filter(([theirs, ours]) => before[theirs] !== ours)
  if (added.length === 0) return folders
  const locate = makePathMapper(folders, await readAllLibraryRoots(db))
  const found: Record<string, string> = {}
  for (const { path } of libraries.slice(0, MAX_LIBRARIES)) {
    const isKnown = path in before || locate(`${path}/x`) !== undefined || mapPath(folders, path) !== mapPath({}, path)
    if (isKnown) continue
    for (const candidate of added.flatMap(([theirs, ours]) => siblingFolders(theirs, ours, path))) {
      if (!(await inspectFolderQuickly(candidate))?.isReadable) continue
      found[path] = candidate
      break
    }
  }
  return { ...folders, ...found }
}

/** Nobody has more; the file may say otherwise. */
const MAX_LIBRARIES = 100
