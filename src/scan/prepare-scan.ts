import {
  hasLiveBooks,
  type LibraryForScan,
  listLibrariesForScan,
  recordLibraryOnline,
} from '../store/library/library-for-scan.ts'
import type { Db, Queryable } from '../store/open.ts'
import { bumpRevisions } from '../store/revision.ts'
import { findLibrariesOpenToSameUsers, findNewestBookId } from '../store/scan/move-candidates.ts'
import { strategiesFor } from '../strategies/library-strategies.ts'
import type { ResolveContext } from './moves/resolve-context.ts'
import type { ScanRequest } from './scan-run-types.ts'
import { LibraryOffline, type RootIdentity, readRootIdentity } from './walk/library-root.ts'

/** The current identity of the library's folder; a library that is offline is marked as such. */
export async function checkLibraryRoot(db: Db, library: LibraryForScan): Promise<RootIdentity> {
  try {
    return await readRootIdentity(library.path, await hasLiveBooks(db, library.id))
  } catch (error) {
    if (error instanceof LibraryOffline) {
      await db.transaction(async (tx) => {
        await recordLibraryOnline(tx, library.id, false)
        await bumpRevisions(tx, 'catalog', `library:${library.id}`)
      })
    }
    throw error
  }
}

/** Gathers what must be known before the first file is processed. */
export async function prepareResolveContext(
  db: Db,
  library: LibraryForScan,
  { mode, askedAt }: ScanRequest,
  onTrouble: ResolveContext['onTrouble'],
): Promise<ResolveContext> {
  const lastIdBeforeScan = await findNewestBookId(db)
  return {
    db,
    library,
    rules: strategiesFor(db, library),
    ...(await readNeighbours(db, library)),
    lastIdBeforeScan,
    // If there was no book before, nothing can be missing, or the clock was set back.
    lastIdBeforeFirstAttempt:
      askedAt === undefined ? lastIdBeforeScan : (await findNewestBookId(db, askedAt)) || lastIdBeforeScan,
    isDeep: mode === 'deep',
    movedIds: new Set(),
    emptied: new Map(),
    inodeOnly: { same: 0, other: 0 },
    onTrouble,
  }
}

async function readNeighbours(
  db: Queryable,
  library: LibraryForScan,
): Promise<Pick<ResolveContext, 'libraries' | 'hasOtherLibraries'>> {
  const ids = await findLibrariesOpenToSameUsers(db, library.id)
  const all = await listLibrariesForScan(db)
  const near = all.filter(({ id }) => ids.includes(id))
  const libraries = new Map([...near, library].map((one) => [one.id, one]))
  return { libraries, hasOtherLibraries: near.length < all.length }
}
