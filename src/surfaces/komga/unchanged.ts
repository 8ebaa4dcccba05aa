import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../store/open.ts'
import { revisionNow } from '../../store/revision.ts'
import type { Viewer } from '../../store/viewer.ts'
import { type NotModified, withRevision } from '../edge/etag.ts'
import { keeping } from '../edge/kept-answers.ts'
import { queryOf, valuesOf } from './read-query.ts'

interface Asked {
  viewer: Viewer
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Answers 304 without a question when nothing has changed that this viewer could notice. The last answers are kept
 * under the same name, for whoever has no copy of their own; what was asked by a body is only kept.
 */
export async function unlessUnchanged<Answer>(
  db: Db,
  asked: Asked,
  answer: () => Promise<Answer>,
): Promise<Answer | NotModified> {
  const { viewer, request } = asked
  // By chance it is to be another one each time.
  if (valuesOf(queryOf(request), 'sort').some((sort) => sort.startsWith('random'))) return answer()
  const revision = await revisionNow(db, 'catalog', 'access', `user:${viewer.userId}`)
  const state = `${SHAPE}.${viewer.userId}.${revision}.${rightsOf(viewer)}`
  if (request.method !== 'POST') return withRevision(asked, state, () => keeping(db, `${state} ${request.url}`, answer))
  return keeping(db, `${state} ${request.url} ${JSON.stringify(request.body)}`, answer)
}

/** Moves when the same rows are presented differently, so that nobody keeps an answer of the old shape. */
const SHAPE = 'k1'

/** A short name of what somebody may do and see. */
function rightsOf(viewer: Viewer): string {
  const known = rights.get(viewer.permissions)
  if (known?.sees === viewer.sees.key) return known.name
  const name = hash('sha1', `${viewer.sees.key} ${[...viewer.permissions].join()}`, 'base64url').slice(0, 12)
  rights.set(viewer.permissions, { sees: viewer.sees.key, name })
  return name
}

const rights = new WeakMap<object, { sees: string; name: string }>()
