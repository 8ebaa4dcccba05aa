import { access, constants, realpath, stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { LibraryNotResponding, libraryReads, likelyMountPointOf } from '../../images/limit-library-reads.ts'

/** A folder somebody names, links resolved; undefined where there is none. One that hangs is a problem after a while. */
export async function inspectFolder(path: string): Promise<{ path: string; isReadable: boolean } | undefined> {
  if (!isAbsolute(path) || path.includes('\0')) return undefined
  return libraryReads.run(likelyMountPointOf(path), () => folderAt(path))
}

/** One of many that are looked at together: nobody waits long for it, and one that hangs is one that cannot be read. */
export async function inspectFolderQuickly(path: string): Promise<{ path: string; isReadable: boolean } | undefined> {
  const looking = libraryReads.run(likelyMountPointOf(path), () => folderAt(path), { timeoutMs: GLANCE_MS })
  return looking.catch((error) => {
    if (error instanceof LibraryNotResponding) return { path, isReadable: false }
    throw error
  })
}

/** Where the folder of a library really is. As it is written where it cannot be asked: others must not hang with it. */
export function realPathOfLibrary(root: string): Promise<string> {
  return libraryReads.run(root, () => realpath(root), { timeoutMs: GLANCE_MS }).catch(() => root)
}

async function folderAt(path: string): Promise<{ path: string; isReadable: boolean } | undefined> {
  try {
    const folder = await realpath(path)
    if (!(await stat(folder)).isDirectory()) return undefined
    return { path: folder, isReadable: await isReadable(folder) }
  } catch {
    return undefined
  }
}

const isReadable = (path: string) =>
  access(path, constants.R_OK | constants.X_OK).then(
    () => true,
    () => false,
  )

const GLANCE_MS = 3000
