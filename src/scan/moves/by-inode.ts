import { stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Publication } from '../../formats/publication.ts'
import type { FileInLibrary } from '../../images/open-file-in-library.ts'
import { listMissingBooks, listNewBooks } from '../../store/scan/books-to-compare.ts'
import { findSameInodeBooks, type SameInodeBooks } from '../../store/scan/same-inode-books.ts'
import { findRewrittenBooks, type SimilarBook } from './by-content.ts'
import { classifyAbsence } from './classify-absence.ts'
import { type MovedBook, mergeMovedBook } from './merge-moved-book.ts'
import type { ResolveContext } from './resolve-context.ts'

/**
 * Finds files that were renamed and modified between two scans: neither path nor content match, but it is the same
 * file. The inode proves it, if the file was created before its book was added: inodes of deleted files are reused.
 * Otherwise the pages do.
 */
export async function* findRenamedFiles(
  context: ResolveContext,
  gone: readonly { id: number; inode: string; path: string }[],
  {
    isThere,
    readPublication,
  }: { isThere: (path: string) => boolean; readPublication?: (file: FileInLibrary) => Promise<Publication> },
): AsyncGenerator<MovedBook> {
  const inLibrary = (path: string) => join(context.library.path, path)
  const known = gone.filter(({ id }) => id <= context.lastIdBeforeFirstAttempt)
  const taken = new Set<number>()
  for (const same of await findSameInodeBooks(
    context.db,
    context.library.id,
    context.lastIdBeforeFirstAttempt,
    known,
  )) {
    const { missing, found } = same
    if (isThere(missing.path) || !(await isSameFile(inLibrary(found.file.path), same).catch(() => false))) continue
    taken.add(found.id)
    yield* mergeMovedBook(context, missing, found)
  }
  if (!readPublication) return
  const added = (await listNewBooks(context.db, context.library.id, context.lastIdBeforeFirstAttempt)).filter(
    ({ id }) => !taken.has(id),
  )
  if (added.length === 0) return
  const isElsewhere = ({ id }: { id: number }) => context.movedIds.has(id)
  const now = known.filter((book) => !isElsewhere(book))
  const libraryIds = [...context.libraries.keys()]
  const before = (await listMissingBooks(context.db, libraryIds, context.lastIdBeforeFirstAttempt)).filter(
    (book) => !isElsewhere(book),
  )
  const readHere = ({ file }: SimilarBook) =>
    readPublication({ path: inLibrary(file.path), root: context.library.path })
  for (const pair of await findRewrittenBooks(context, { now, before }, added, readHere)) {
    // Checked only for these pairs: a stat on a share for each of a hundred thousand missing files would block
    // everything else for a minute.
    const isHere = pair.missing.libraryId === context.library.id
    if (isHere ? !isThere(pair.missing.file.path) : isRemoved(context, pair.missing))
      yield* mergeMovedBook(context, pair.missing, pair.found)
  }
}

/** It was marked as missing some time ago, perhaps with its disk: then it is back as soon as the disk is. */
function isRemoved({ libraries }: ResolveContext, { libraryId, firstSeenAt, file }: SimilarBook): boolean {
  const seen = { from: firstSeenAt, until: Date.now() }
  return classifyAbsence(libraries.get(libraryId)!.path, file.path, seen) !== undefined
}

async function isSameFile(path: string, { missing, found }: SameInodeBooks): Promise<boolean> {
  const { ino, birthtimeMs } = await stat(path)
  const isOfItsKind = extname(path).toLowerCase() === extname(missing.path).toLowerCase()
  return isOfItsKind && String(ino) === found.file.inode && birthtimeMs > 0 && birthtimeMs < missing.firstSeenAt
}
