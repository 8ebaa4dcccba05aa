import { hash } from 'node:crypto'
import type { Db } from '../../store/open.ts'
import { revisionFor, type Scope } from '../../store/revision.ts'
import type { Viewer } from '../../store/viewer.ts'

/**
 * A name that moves with everything somebody could notice: the catalogue, what they did, what they may do and see.
 * `shape` moves when the same rows are presented differently, so that nobody keeps an answer of the old shape.
 * There at once where no database has to be waited for: a promise each would cost more than the rest of this.
 */
export function stateFor(db: Db, viewer: Viewer, shape: string, ...also: Scope[]): string | Promise<string> {
  const revision = revisionFor(db, viewer, 'catalog', `user:${viewer.userId}`, ...also)
  const name = (known: string) => `${shape}.${viewer.userId}.${known}.${rightsOf(viewer)}`
  return typeof revision === 'string' ? name(revision) : revision.then(name)
}

/** Hashed: what somebody sees is a list, and commas in a tag would end it. */
function rightsOf({ permissions, sees }: Viewer): string {
  const known = rights.get(permissions)
  if (known?.sees === sees.key) return known.name
  const name = hash('sha1', `${sees.key} ${[...permissions].join()}`, 'base64url').slice(0, 12)
  rights.set(permissions, { sees: sees.key, name })
  return name
}

const rights = new WeakMap<object, { sees: string; name: string }>()
