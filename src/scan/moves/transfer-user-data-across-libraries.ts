import { transferUserDataToDuplicate } from '../../store/duplicate/transfer-user-data-to-duplicate.ts'
import { readBooksWithUserData } from '../../store/scan/books-with-user-data.ts'
import { listMissingBooksWithCopies } from '../../store/scan/file-copies.ts'
import type { ScanRun } from '../scan-run-types.ts'
import { classifyAbsence, isCertainlyRemoved, lastSeenPeriod } from './classify-absence.ts'

/**
 * A file that goes to a library which not the same people see leaves its book behind: who sees that one is not for a move to
 * say. What each person did goes over to the book it has become, if they see it and nobody has done anything with it yet.
 */
export async function transferUserDataAcrossLibraries(
  { deps: { db }, library, resolve, signal }: ScanRun,
  missingSince: number,
): Promise<void> {
  if (!resolve.hasStrangers) return
  const neighbours = [...resolve.libraries.keys()]
  const left = await listMissingBooksWithCopies(db, {
    libraryId: library.id,
    neighbours,
    missingSince,
    cameAfter: resolve.cameAfter,
  })
  for (const { id, root, path, createdAt, lastScannedAt, twins } of left) {
    signal.throwIfAborted()
    // Its own library may have been scanned since, without it.
    const seen = { ...lastSeenPeriod(createdAt, lastScannedAt), from: createdAt }
    if (!isCertainlyRemoved(classifyAbsence(root, path, seen), left.length)) continue
    if ((await readBooksWithUserData(db, twins)).size === 0)
      await db.transaction((tx) => transferUserDataToDuplicate(tx, id))
  }
}
