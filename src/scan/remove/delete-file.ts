import { access, realpath, rm } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { problem } from '../../contract/problems.ts'
import { libraryReads } from '../../images/library-reads.ts'

/** Deletes a file of a library from the disk. One that is not there any more is fine, unless the whole disk is not. */
export function deleteFile(root: string, path: string): Promise<void> {
  return libraryReads.run(root, () => deleteNow(root, path))
}

async function deleteNow(root: string, path: string): Promise<void> {
  const file = join(root, path)
  try {
    const [inside, folder] = [await realpath(root), await realpath(dirname(file))]
    if (folder !== inside && !folder.startsWith(inside + sep)) {
      throw problem('conflict', 'The file lies outside the folder of its library.')
    }
    await rm(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && (await isThere(root))) return
    if (code && AWAY.has(code)) throw problem('conflict', 'The folder of the library cannot be reached.')
    if (code && REFUSED.has(code)) throw problem('conflict', 'The server may not delete files in this folder.')
    throw error
  }
}

const REFUSED = new Set(['EACCES', 'EPERM', 'EROFS', 'EBUSY', 'ENOTDIR', 'EISDIR', 'ERR_FS_EISDIR'])

/** The disk or share is gone, or breaks. */
const AWAY = new Set(['ENOENT', 'EIO', 'ESTALE', 'EHOSTDOWN', 'ETIMEDOUT', 'ENOTCONN'])

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
