import type { Stats } from 'node:fs'
import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sampledFileHash } from '../../formats/identity/sampled-file-hash.ts'
import { withFileInLibrary } from '../../images/open-file-in-library.ts'
import type { MoveCandidate } from '../../store/scan/move-candidates.ts'
import { isVisibleName } from '../walk/library-root.ts'
import { classifyAbsence, lastSeenPeriod } from './classify-absence.ts'

/**
 * Whether a book's file is still in place, with unchanged content. While its library is offline that is unknown, so the
 * result is true: a book must not be considered moved because a disk isn't mounted. An empty folder may be an unmounted
 * mount point, or a folder from which everything was removed.
 */
export async function isBookStillInPlace(book: MoveCandidate, lastScannedAt: number | null): Promise<boolean> {
  if (book.isDeleted) return false
  const stats = await statOrNothing(join(book.root, book.path))
  if (stats === 'unknown') return true
  if (stats === 'gone') {
    const root = await lookAtRoot(book.root)
    return (
      root === 'away' ||
      (root === 'empty' && !classifyAbsence(book.root, book.path, lastSeenPeriod(book.firstSeenAt, lastScannedAt)))
    )
  }
  if (stats.size !== book.size) return false
  const isSame = Math.trunc(stats.mtimeMs) === book.mtime && String(stats.ino) === book.inode
  if (isSame || book.hash === '') return isSame
  const file = { path: join(book.root, book.path), root: book.root }
  return (await withFileInLibrary(file, sampledFileHash).catch(() => book.hash)) === book.hash
}

export async function isFileThere(root: string, path: string): Promise<boolean> {
  return (await statOrNothing(join(root, path))) !== 'gone'
}

/** Reads until the first visible entry: there may be thousands. */
async function lookAtRoot(root: string): Promise<'there' | 'empty' | 'away'> {
  try {
    for await (const { name } of await opendir(root)) if (isVisibleName(name)) return 'there'
    return 'empty'
  } catch {
    return 'away'
  }
}

async function statOrNothing(path: string): Promise<Stats | 'gone' | 'unknown'> {
  try {
    return await stat(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'gone' : 'unknown'
  }
}
