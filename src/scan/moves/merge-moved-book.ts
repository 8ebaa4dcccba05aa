import { join } from 'node:path'
import type { BookFacts } from '../../catalog/merge/book-facts.ts'
import { sampledFileHash } from '../../formats/identity/sampled-file-hash.ts'
import { withFileInLibrary } from '../../images/open-file-in-library.ts'
import type { LibraryForScan } from '../../store/library/library-for-scan.ts'
import type { ScanChangeToApply } from '../../store/scan/apply-changes.ts'
import { readBookHashes, readStoredBookFacts } from '../../store/scan/move-candidates.ts'
import type { FileStats } from '../../store/scan/scan-change.ts'
import { strategiesFor } from '../../strategies/library-strategies.ts'
import type { ResolveContext } from './resolve-context.ts'

export interface MovedBook {
  /** The library that contains its file now. */
  library: LibraryForScan
  changes: ScanChangeToApply[]
  /** The book that was created for the file of the missing one. */
  duplicateId: number
}

/** Merges two books: the missing one is kept, with the file of the found one. */
export async function* mergeMovedBook(
  { db, movedIds, library: here }: ResolveContext,
  missing: { id: number; seriesId: number; libraryId: number },
  { id, file }: { id: number; file: FileStats },
  library: LibraryForScan = here,
): AsyncGenerator<MovedBook> {
  const { path: root } = library
  const hash = await withFileInLibrary({ path: join(root, file.path), root }, sampledFileHash).catch(() => undefined)
  if (hash === undefined) return
  const rules = strategiesFor(db, library)
  // Places it in the same series as the found one.
  const facts = rules.usesMetadata ? await readStoredBookFacts(db, id) : undefined
  const { toSeries, guess } = rules.placeInSeries(file.path, facts ? (JSON.parse(facts) as BookFacts).file : undefined)
  const from = { seriesId: missing.seriesId, libraryId: missing.libraryId }
  const changes: ScanChangeToApply[] = [
    { kind: 'displaced', bookId: id },
    { kind: 'moved', bookId: missing.id, from, file, toSeries, guess },
  ]
  const before = await readBookHashes(db, [missing.id])
  if (before.get(missing.id) !== hash) changes.push({ kind: 'replaced', bookId: missing.id, file, hash })
  movedIds.add(missing.id)
  yield { library, changes, duplicateId: id }
}
