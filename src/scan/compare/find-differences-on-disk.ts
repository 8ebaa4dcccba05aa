import { join } from 'node:path'
import { readStoredBookFiles } from '../../store/scan/stored-book-files.ts'
import { isAnythingAt } from '../moves/file-presence.ts'
import type { ScanRun } from '../scan-run-types.ts'
import type { WalkEntry } from '../walk/walk-entry.ts'
import { walkInThread } from '../walk/walk-in-thread.ts'
import { type ComparedBatch, compareWalkWithBooks } from './compare-walk-with-books.ts'

/** Yields the differences between disk and database in all requested folders. */
export async function* findDifferencesOnDisk({
  deps,
  library,
  request,
  signal,
}: ScanRun): AsyncGenerator<ComparedBatch> {
  const { path: root, allowedFormats, excludedPatterns } = library
  const walk = deps.walk ?? walkInThread
  for (const { path: from, isShallow = false } of request.folders ?? [{ path: '' }]) {
    const rules = { allowedFormats, excludedPatterns }
    // A missing folder counts as empty; a missing root has already been detected.
    const met =
      from === '' || isAnythingAt(join(root, from)) ? walk({ root, from, isShallow, rules }, signal) : nothing()
    const known = readStoredBookFiles(deps.db, library.id, from, isShallow)
    yield* compareWalkWithBooks(met, known, { everything: request.mode === 'deep' })
  }
}

async function* nothing(): AsyncGenerator<WalkEntry[]> {}
