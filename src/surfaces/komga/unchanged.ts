import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../store/open.ts'
import { revisionNow } from '../../store/revision.ts'
import type { Viewer } from '../../store/viewer.ts'
import { type NotModified, withRevision } from '../edge/etag.ts'
import { writeOnce } from '../edge/written.ts'
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
  if (request.method !== 'POST')
    return withRevision(asked, state, () => keepingIt(db, `${state} ${request.url}`, answer))
  return keepingIt(db, `${state} ${request.url} ${JSON.stringify(request.body)}`, answer)
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

async function keepingIt<Answer>(db: Db, name: string, answer: () => Promise<Answer>): Promise<Answer> {
  const answers = kept.get(db) ?? new Map<string, object>()
  kept.set(db, answers)
  const known = answers.get(name) as Answer | undefined
  if (known) {
    answers.delete(name)
    answers.set(name, known)
    return known
  }
  const made = await answer()
  if (name.length < LONGEST_NAME && isWorthKeeping(made)) {
    answers.set(name, writeOnce(made))
    if (answers.size > MOST_KEPT) answers.delete(answers.keys().next().value!)
  }
  return made
}

const kept = new WeakMap<Db, Map<string, object>>()
const MOST_KEPT = 100
const LONGEST_NAME = 4000
const MOST_ITEMS = 100

/** A long list is asked for once, by somebody who wants everything. */
function isWorthKeeping(answer: unknown): answer is object {
  if (typeof answer !== 'object' || answer === null) return false
  const items = Array.isArray(answer) ? answer : 'content' in answer ? answer.content : []
  return Array.isArray(items) && items.length <= MOST_ITEMS
}
