import { transferUserDataToDuplicate } from '../../store/duplicate/transfer-user-data-to-duplicate.ts'
import { readBooksWithUserData } from '../../store/scan/books-with-user-data.ts'
import { listMissingBooksWithCopies } from '../../store/scan/file-copies.ts'
import type { ScanRun } from '../scan-run-types.ts'
import { classifyAbsence, isCertainlyRemoved, lastSeenPeriod } from './classify-absence.ts'

/**
 * A file that moves to a library visible to other users becomes a new book: a move must not change who can see a book.
 * The data of each user is transferred to the new book, if they can see it and it has no user data yet.
 */
export async function transferUserDataAcrossLibraries(
  { deps: { db }, library, resolve, signal }: ScanRun,
  missingSince: number,
): Promise<void> {
  if (!resolve.hasOtherLibraries) return
  const neighbours = [...resolve.libraries.keys()]
  const left = await listMissingBooksWithCopies(db, {
    libraryId: library.id,
    neighbours,
    missingSince,
    lastIdBeforeFirstAttempt: resolve.lastIdBeforeFirstAttempt,
  })
  for (const { id, root, path, firstSeenAt, lastScannedAt, twins } of left) {
    signal.throwIfAborted()
    // Its own library may have been scanned since it disappeared.
    const seen = { ...lastSeenPeriod(firstSeenAt, lastScannedAt), from: firstSeenAt }
    if (!isCertainlyRemoved(classifyAbsence(root, path, seen), left.length)) continue
    if ((await readBooksWithUserData(db, twins)).size === 0)
      await db.transaction((tx) => transferUserDataToDuplicate(tx, id))
  }
}
