import { stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileHash } from '../formats/identity/file-hash.ts'
import type { ResolvedChange } from '../store/scan/apply.ts'
import { findSameFiles, type SameFile } from '../store/scan/same-file.ts'
import type { ResolveContext } from './resolve.ts'

export interface Renamed {
  changes: ResolvedChange[]
  /** The book that stood in for the one that was thought to be missing. */
  standIn: number
}

/**
 * Files that were renamed and written to between two scans: neither path nor content is what it was, but it is the same
 * file. Its number on the disk says so, if it was born before its book came: numbers of deleted files are given away again.
 */
export async function findRenamed(
  context: ResolveContext,
  gone: readonly { id: number; inode: string }[],
  isThere: (path: string) => boolean,
): Promise<Renamed[]> {
  const renamed: Renamed[] = []
  for (const same of await findSameFiles(context.db, context.library.id, context.upTo, gone)) {
    const { missing: book, found } = same
    const path = join(context.library.path, found.file.path)
    const isSame = !isThere(book.path) && (await isSameFile(path, same).catch(() => false))
    const hash = isSame ? await fileHash(path).catch(() => undefined) : undefined
    if (hash === undefined) continue
    const { shelf, guess } = context.rules.shelve(found.file.path)
    const from = { seriesId: book.seriesId, libraryId: book.libraryId }
    const changes: ResolvedChange[] = [
      { kind: 'displaced', bookId: found.id },
      { kind: 'moved', bookId: book.id, from, file: found.file, shelf, guess },
      { kind: 'replaced', bookId: book.id, file: found.file, hash },
    ]
    renamed.push({ changes, standIn: found.id })
    context.movedIds.add(book.id)
  }
  return renamed
}

async function isSameFile(path: string, { missing, found }: SameFile): Promise<boolean> {
  const { ino, birthtimeMs } = await stat(path)
  const isOfItsKind = extname(path).toLowerCase() === extname(missing.path).toLowerCase()
  return isOfItsKind && String(ino) === found.file.inode && birthtimeMs > 0 && birthtimeMs < missing.createdAt
}
