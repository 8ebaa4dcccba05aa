import { hash } from 'node:crypto'
import { defineDerivedCache } from '../../store/cache/derived-cache.ts'
import { RevisionCache } from '../../store/cache/revision-cache.ts'
import type { Db } from '../../store/open.ts'
import { type RevisionScope, revisionForViewer } from '../../store/revision.ts'
import { revisionGeneration } from '../../store/synchronous-revisions.ts'
import type { Viewer } from '../../store/viewer.ts'

/**
 * Changes with everything a viewer could notice: the catalogue, their own data, what they may do and see. `shape`
 * identifies the surface, and changes when it presents the same rows differently, so that no client keeps a response of
 * the old shape. Synchronous if no database has to be awaited: a promise each would cost more than the rest of this.
 */
export function responseRevision(
  db: Db,
  viewer: Viewer,
  shape: string,
  ...also: RevisionScope[]
): string | Promise<string> {
  const generation = revisionGeneration(db)
  const cache = generation === undefined ? undefined : revisionsOf(db, viewer)
  const known = cache?.get(shape, generation!)
  if (known !== undefined) return known
  const counters = revisionForViewer(db, viewer, 'catalog', `user:${viewer.userId}`, ...also)
  const write = (counted: string) => `${shape}.${viewer.userId}.${counted}.${rightsHash(db, viewer)}`
  if (typeof counters !== 'string') return counters.then(write)
  const revision = write(counters)
  cache?.set(shape, generation!, revision)
  return revision
}

/** The viewer is the same object with every request, until anything about them changes. */
const revisionsOf = (db: Db, viewer: Viewer): RevisionCache<string, string> =>
  revisionsCache(db).make(viewer, () => new RevisionCache({ maxEntries: MAX_SHAPES }))

const revisionsCache = defineDerivedCache<Viewer, RevisionCache<string, string>>('response_revisions')
const MAX_SHAPES = 20

/** Hashed: what a viewer sees is a list, and a comma would end the ETag. */
function rightsHash(db: Db, { permissions, sees, role }: Viewer): string {
  const cache = rightsCache(db)
  const known = cache.get(permissions)
  if (known?.sees === sees.key && known.role === role) return known.hash
  const made = hash('sha1', `${sees.key} ${role} ${[...permissions].join()}`, 'base64url').slice(0, 12)
  cache.set(permissions, { sees: sees.key, role, hash: made })
  return made
}

const rightsCache = defineDerivedCache<object, { sees: string; role: string; hash: string }>('rights_hashes')
