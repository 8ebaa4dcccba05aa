import { access, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { problem } from '../../contract/problems.ts'
import { libraryReads } from '../../images/limit-library-reads.ts'
import { openFileInLibrary, outsideLibraryError, pathOfOpenFile } from '../../images/open-file-in-library.ts'

/** Deletes a file of a library from the disk. A file that is already gone is fine, unless the whole disk is gone. */
export function deleteLibraryFile(root: string, path: string): Promise<void> {
  return libraryReads.run(root, () => deleteNow(root, path))
}

async function deleteNow(root: string, path: string): Promise<void> {
  const file = join(root, path)
  try {
    // Through the folder that was opened and checked: its path may lead elsewhere a moment later.
    const folder = await openFileInLibrary({ path: dirname(file), root }).catch((error) => {
      if (error.message !== outsideLibraryError().message) throw error
      throw problem('conflict', 'The file is outside its library folder.')
    })
    try {
      await rm(join(pathOfOpenFile(folder, dirname(file)), basename(file)))
    } finally {
      await folder.close()
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && (await isThere(root))) return
    if (code && AWAY.has(code)) throw problem('conflict', 'The library folder can’t be reached.')
    if (code && REFUSED.has(code))
      throw problem('conflict', 'The server is not allowed to delete files in this folder.')
    throw error
  }
}

const REFUSED: ReadonlySet<string> = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'EBUSY',
  'ENOTDIR',
  'EISDIR',
  'ERR_FS_EISDIR',
])

/** The disk or share is gone, or failing. */
const AWAY: ReadonlySet<string> = new Set(['ENOENT', 'EIO', 'ESTALE', 'EHOSTDOWN', 'ETIMEDOUT', 'ENOTCONN'])

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
