import { readdir, stat } from 'node:fs/promises'
import { PermanentTaskError } from '../../tasks/task-kind.ts'

/** The library's folder is missing or not as expected: no conclusions may be drawn about its contents. */
export class LibraryOffline extends PermanentTaskError {}

/** Identifies the folder itself: it changes if a disk is mounted or unmounted during a scan. */
export interface RootIdentity {
  device: number
  inode: number
}

/** Throws when the root is missing, unreadable or suddenly empty; as when a disk isn't mounted. */
export async function readRootIdentity(root: string, hasBooks: boolean): Promise<RootIdentity> {
  let names: string[]
  let identity: RootIdentity
  try {
    const stats = await stat(root)
    if (!stats.isDirectory()) throw new LibraryOffline(`${root} is not a folder.`)
    identity = { device: stats.dev, inode: stats.ino }
    names = await readdir(root)
  } catch (error) {
    if (error instanceof LibraryOffline) throw error
    const { code, message } = error as NodeJS.ErrnoException
    throw new LibraryOffline(`The folder ${root} can’t be read (${code ?? message}). Nothing was changed.`)
  }
  const isEmpty = !names.some(isVisibleName)
  if (isEmpty && hasBooks) {
    throw new LibraryOffline(
      `The folder ${root} is empty, but it had books before. Nothing was changed. Check that it is mounted.`,
    )
  }
  return identity
}

/** Ignores what an empty disk contains. */
export const isVisibleName = (name: string): boolean => !name.startsWith('.') && name !== 'lost+found'

export async function isSameRoot(root: string, before: RootIdentity): Promise<boolean> {
  try {
    const stats = await stat(root)
    return stats.dev === before.device && stats.ino === before.inode
  } catch {
    return false
  }
}
