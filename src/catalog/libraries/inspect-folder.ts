import { access, constants, realpath, stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { LibraryNotResponding, libraryReads, likelyMountPointOf } from '../../images/limit-library-reads.ts'

/** A requested folder, links resolved; undefined if it doesn't exist. One that hangs throws a problem after a while. */
export async function inspectFolder(path: string): Promise<{ path: string; isReadable: boolean } | undefined> {
  if (!isAbsolute(path) || path.includes('\0')) return undefined
  return libraryReads.run(likelyMountPointOf(path), () => folderAt(path))
}

/** One of many folders that are inspected together: the wait is short, and one that hangs is reported as unreadable. */
export async function inspectFolderQuickly(path: string): Promise<{ path: string; isReadable: boolean } | undefined> {
  const looking = libraryReads.run(likelyMountPointOf(path), () => folderAt(path), { timeoutMs: GLANCE_MS })
  return looking.catch((error) => {
    if (error instanceof LibraryNotResponding) return { path, isReadable: false }
    throw error
  })
}

/**
 * The real path of a library's folder. The path as configured if it doesn't respond: other libraries must not hang with
 * it.
 */
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
