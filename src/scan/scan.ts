import { type LibraryForScan, recordLibraryOnline } from '../store/library/library-for-scan.ts'
import { bumpRevisions } from '../store/revision.ts'
import { recountVisibilityClasses } from '../store/visibility/visibility-class.ts'
import { findDifferencesOnDisk } from './compare/find-differences-on-disk.ts'
import { confirmMissing } from './moves/confirm-missing.ts'
import { transferUserDataAcrossLibraries } from './moves/transfer-user-data-across-libraries.ts'
import { checkLibraryRoot, prepareResolveContext } from './prepare-scan.ts'
import type { ScanDeps, ScanRequest, ScanRun } from './scan-run-types.ts'
import { isSameRoot, LibraryOffline } from './walk/library-root.ts'
import { DifferenceWriter } from './write/difference-writer.ts'
import type { ScanCounters, ScanResult } from './write/scan-counters.ts'
import { ScanWriter } from './write/scan-writer.ts'

export interface ScanCallbacks {
  signal: AbortSignal
  onProgress(counters: ScanCounters): void
  /** Changes were written that a later scan won't find again. */
  gotFurther?(): Promise<void>
}

/**
 * Synchronises the catalogue of a library with its folder: walk → compare → changes → write. Books appear during the
 * walk; missing ones are marked only at the very end, after everything that could have moved has been seen and the
 * folder is verified to be still the same.
 */
export async function scan(
  deps: ScanDeps,
  library: LibraryForScan,
  request: ScanRequest,
  { signal, onProgress, gotFurther }: ScanCallbacks,
): Promise<ScanResult> {
  const { db } = deps
  const root = await checkLibraryRoot(db, library)
  const writer = new ScanWriter(deps, onProgress, gotFurther)
  const resolve = await prepareResolveContext(db, library, request, (path, reason) => writer.noteTrouble(path, reason))
  const run: ScanRun = { deps, library, request, signal, resolve, writer }

  const differences = new DifferenceWriter(run)
  for await (const compared of findDifferencesOnDisk(run)) await differences.add(compared)
  const unfinished = await differences.finish()

  if (!(await isSameRoot(library.path, root))) {
    throw new LibraryOffline(
      `The folder ${library.path} became unreachable during the scan. No books were marked as missing.`,
    )
  }
  const missingSince = Date.now()
  await confirmMissing(run, differences.vanished)
  await transferUserDataAcrossLibraries(run, missingSince)

  await db.transaction(async (tx) => {
    await recordLibraryOnline(tx, library.id, true, request.folders ? undefined : Date.now())
    await recountVisibilityClasses(tx)
    await bumpRevisions(tx, 'catalog', `library:${library.id}`)
  })
  return { ...writer.counters, troubles: writer.troubles, unfinished }
}
