import { join } from 'node:path'
import { readStoredBookFiles } from '../../store/scan/stored-book-files.ts'
import { isAnythingAt } from '../moves/file-presence.ts'
import type { ScanRun } from '../scan-run-types.ts'
import type { WalkEntry } from '../walk/walk-entry.ts'
import { walkInThread } from '../walk/walk-in-thread.ts'
import { type ComparedBatch, compareWalkWithBooks } from './compare-walk-with-books.ts'

/** Where the disk and what is known of it differ, in all folders the scan was asked for. */
export async function* findDifferencesOnDisk({ deps, library, order, signal }: ScanRun): AsyncGenerator<ComparedBatch> {
  const { path: root, allowedFormats, excludedPatterns } = library
  const walk = deps.walk ?? walkInThread
  for (const { path: from, isShallow = false } of order.folders ?? [{ path: '' }]) {
    const rules = { allowedFormats, excludedPatterns }
    // A folder that is gone has nothing in it; a root that is gone has been found out before.
    const met =
      from === '' || isAnythingAt(join(root, from)) ? walk({ root, from, isShallow, rules }, signal) : nothing()
    const known = readStoredBookFiles(deps.db, library.id, from, isShallow)
    yield* compareWalkWithBooks(met, known, { everything: order.mode === 'deep' })
  }
}

async function* nothing(): AsyncGenerator<WalkEntry[]> {}
