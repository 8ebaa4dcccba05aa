import { hash } from 'node:crypto'
import type { Db } from '../../store/open.ts'
import { type RevisionScope, revisionFor } from '../../store/revision.ts'
import { revisionGeneration } from '../../store/sync-revisions.ts'
import type { Viewer } from '../../store/viewer.ts'

/**
 * A name that moves with everything somebody could notice: the catalogue, what they did, what they may do and see.
 * `shape` says which surface presents it, and moves when it presents the same rows differently, so that nobody keeps an
 * answer of the old shape. There at once where no database has to be waited for: a promise each would cost more than the
 * rest of this.
 */
export function stateFor(db: Db, viewer: Viewer, shape: string, ...also: RevisionScope[]): string | Promise<string> {
  const generation = revisionGeneration(db)
  const known = generation === undefined ? undefined : statesOf(viewer).get(shape)
  if (known && known.generation === generation) return known.state
  const revision = revisionFor(db, viewer, 'catalog', `user:${viewer.userId}`, ...also)
  const name = (counted: string) => `${shape}.${viewer.userId}.${counted}.${rightsOf(viewer)}`
  if (typeof revision !== 'string') return revision.then(name)
  const state = name(revision)
  if (generation !== undefined) statesOf(viewer).set(shape, { generation, state })
  return state
}

interface Known {
  generation: number
  state: string
}

/** The viewer is the same with every request, until anything about them changes. */
function statesOf(viewer: Viewer): Map<string, Known> {
  let known = states.get(viewer)
  if (!known) {
    known = new Map()
    states.set(viewer, known)
  }
  return known
}

const states = new WeakMap<Viewer, Map<string, Known>>()

/** Hashed: what somebody sees is a list, and commas in a tag would end it. */
function rightsOf({ permissions, sees }: Viewer): string {
  const known = rights.get(permissions)
  if (known?.sees === sees.key) return known.name
  const name = hash('sha1', `${sees.key} ${[...permissions].join()}`, 'base64url').slice(0, 12)
  rights.set(permissions, { sees: sees.key, name })
  return name
}

const rights = new WeakMap<object, { sees: string; name: string }>()
