import { deleteSameInodeBooks } from '../../store/scan/same-inode-books.ts'
import type { StoredBookFile } from '../../store/scan/stored-book-files.ts'
import type { ScanRun } from '../scan-run-types.ts'
import { CHANGE_BATCH } from '../write/write-changes.ts'
import { findRenamedFiles } from './by-inode.ts'
import { makeFilePresenceCheck } from './file-presence.ts'
import { findMovedByCopy } from './from-copy.ts'
import type { MovedBook } from './merge-moved-book.ts'

/**
 * Handles the books that the walk didn't find: some exist under another name, and only the rest is marked as missing.
 */
export async function confirmMissing(run: ScanRun, vanished: readonly StoredBookFile[]): Promise<void> {
  const { library, resolve, writer, signal } = run
  const isElsewhere = ({ id }: StoredBookFile) => resolve.movedIds.has(id)
  const gone = vanished.filter((book) => !isElsewhere(book))
  const isThere = makeFilePresenceCheck(library.path, library)
  const readPublication = abortableReader(run)
  await writeMovedInBatches(run, findRenamedFiles(resolve, gone, { isThere, readPublication }))
  await writeMovedInBatches(run, findMovedByCopy(resolve, gone, readPublication))
  for (let start = 0; start < gone.length; start += CHANGE_BATCH) {
    signal.throwIfAborted()
    const some = gone.slice(start, start + CHANGE_BATCH).filter((book) => !isElsewhere(book))
    const missing = some.filter((book) => !isThere(book.path))
    await writer.write(
      library,
      missing.map((book) => ({ kind: 'vanished', bookId: book.id })),
    )
  }
}

function abortableReader({ deps: { readPublication }, signal }: ScanRun): ScanRun['deps']['readPublication'] {
  if (!readPublication) return undefined
  return async (file) => {
    signal.throwIfAborted()
    return readPublication(file)
  }
}

async function writeMovedInBatches(run: ScanRun, found: AsyncIterable<MovedBook>): Promise<void> {
  const some: MovedBook[] = []
  for await (const one of found) {
    some.push(one)
    if (some.length >= CHANGE_BATCH / 4) await writeMoved(run, some.splice(0))
  }
  await writeMoved(run, some)
}

/** Their files may be in another library. */
async function writeMoved({ deps, writer, resolve, signal }: ScanRun, moved: readonly MovedBook[]): Promise<void> {
  const { db } = deps
  for (const [library, some] of Map.groupBy(moved, (one) => one.library)) {
    signal.throwIfAborted()
    const duplicateIds = some.map(({ duplicateId }) => duplicateId)
    await writer.write(
      library,
      some.flatMap(({ changes }) => changes),
    )
    writer.uncountAdded(duplicateIds.filter((id) => id > resolve.lastIdBeforeScan).length)
    await db.transaction((tx) => deleteSameInodeBooks(tx, db.kind, library.id, duplicateIds))
  }
}
