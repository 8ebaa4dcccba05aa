import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Publication } from '../../formats/publication.ts'
import type { FileInLibrary } from '../../images/open-file-in-library.ts'
import { type BookLocation, readBookLocations } from '../../store/scan/books-to-compare.ts'
import { readBooksOrSeriesWithUserData, readBooksWithUserData } from '../../store/scan/books-with-user-data.ts'
import { findFileCopies, listLatestBooks } from '../../store/scan/file-copies.ts'
import { findBooksWithSameChecksums, readSimilarBooks, type SimilarBook } from './by-content.ts'
import { classifyAbsence, isCertainlyRemoved, lastSeenPeriod } from './classify-absence.ts'
import { type MovedBook, mergeMovedBook } from './merge-moved-book.ts'
import { type BookPair, pairUniquely } from './pair-books.ts'
import type { ResolveContext } from './resolve-context.ts'

/**
 * Finds books that were copied first, tagged or not, and removed later: an earlier scan found both and added the copy
 * as a separate book, as it may well be. Now the original is gone. If it has user data and the copy has none, they're
 * the same book; a copy with user data stays a separate book, as does any copy whose original may only be on an
 * unplugged disk.
 */
export async function* findMovedByCopy(
  context: ResolveContext,
  gone: readonly { id: number; path: string }[],
  readPublication: ((file: FileInLibrary) => Promise<Publication>) | undefined,
): AsyncGenerator<MovedBook> {
  const open = gone.filter(({ id }) => id <= context.lastIdBeforeFirstAttempt && !context.movedIds.has(id))
  const touched = await readBooksOrSeriesWithUserData(context.db, idsOf(open))
  if (touched.size === 0 || touched.size > MAX_MISSING) return
  const missing = await readBookLocations(
    context.db,
    open.filter(({ id }) => touched.has(id)),
  )
  const { libraries } = context
  const fileOf = ({ libraryId, file }: SimilarBook) => join(libraries.get(libraryId)!.path, file.path)
  const isGone = new Set(idsOf(gone))
  const pairs = await findCopies(
    context,
    missing,
    ({ id }) => !isGone.has(id),
    async (book) => {
      if (!readPublication) throw new Error('files can’t be analysed here')
      return readPublication({ path: fileOf(book), root: libraries.get(book.libraryId)!.path })
    },
  )
  const inUse = await readBooksWithUserData(context.db, idsOf(pairs.map(({ found }) => found)))
  for (const { missing, found } of pairs) {
    if (inUse.has(found.id) || !isAsKnown(fileOf(found), found)) continue
    if (!isRemoved(context, missing, found, open.length)) continue
    yield* mergeMovedBook(context, missing, found, libraries.get(found.libraryId))
  }
}

/** If more books with user data are missing, they weren't moved one by one. */
const MAX_MISSING = 2000

/** First by identical bytes, then by contents. Ambiguous matches are ignored. */
async function findCopies(
  context: ResolveContext,
  missing: readonly BookLocation[],
  isCandidate: (book: BookLocation) => boolean,
  readPublication: (book: SimilarBook) => Promise<Publication>,
): Promise<BookPair<SimilarBook>[]> {
  const { db, lastIdBeforeScan } = context
  const libraryIds = [...context.libraries.keys()]
  const sameFiles = (await findFileCopies(db, idsOf(missing), libraryIds)).filter(isCandidate)
  const same =
    sameFiles.length === 0
      ? []
      : await pairUniquely(
          await readSimilarBooks(context, idsOf(missing)),
          await readSimilarBooks(context, idsOf(sameFiles)),
          keysOfBytes,
          isLater,
        )
  const paired = new Set(same.flatMap(({ missing, found }) => [missing.id, found.id]))
  const others = missing.filter(({ id }) => !paired.has(id))
  const seriesIds = [...new Set(others.map(({ seriesId }) => seriesId))]
  const latest = await listLatestBooks(db, { libraryIds, seriesIds, lastIdBeforeScan })
  const copies = latest.filter((book) => isCandidate(book) && !paired.has(book.id))
  const alike = await findBooksWithSameChecksums(context, others, copies, readPublication)
  return [...same, ...alike.filter(({ missing, found }) => isLater(missing, found))]
}

const keysOfBytes = ({ hash, file }: SimilarBook): string[] => (hash === '' ? [] : [`${hash} ${file.size}`])
const isLater = (book: SimilarBook, copy: SimilarBook): boolean => copy.id > book.id
const idsOf = (some: readonly { id: number }[]): number[] => some.map(({ id }) => id)

/** Whether the copy is still the file that was analysed. */
function isAsKnown(path: string, { file }: SimilarBook): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats?.size === file.size && Math.trunc(stats.mtimeMs) === file.mtime
}

/**
 * In the same folder as its copy it would be visible if it existed. Elsewhere the modification time of its own folder
 * must show that something was removed since it was last seen.
 */
function isRemoved({ library }: ResolveContext, missing: SimilarBook, found: SimilarBook, goneAtAll: number): boolean {
  const isBeside = found.libraryId === library.id && dirname(found.file.path) === dirname(missing.file.path)
  const seen = isBeside ? { from: 0, until: Date.now() } : lastSeenPeriod(missing.firstSeenAt, library.lastScannedAt)
  return isCertainlyRemoved(classifyAbsence(library.path, missing.file.path, seen), goneAtAll)
}
