import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../store/open.ts'
import { revisionNow } from '../../store/revision.ts'
import type { Viewer } from '../../store/viewer.ts'
import { type NotModified, withRevision } from '../edge/etag.ts'
import { keeping } from '../edge/kept-answers.ts'

interface Asked {
  viewer: Viewer
  request: FastifyRequest
  reply: FastifyReply
  href(path: string): string
}

/**
 * Answers 304 when nothing has changed that this viewer could notice: the catalogue, what they did, what they may see.
 * The query behind the answer is then never asked. The last answers are kept under the same name, for whoever has no
 * copy of their own.
 */
export function unlessUnchanged<Answer>(
  db: Db,
  asked: Asked,
  answer: () => Promise<Answer>,
): Answer | NotModified | Promise<Answer | NotModified> {
  const revision = revisionNow(db, 'catalog', `user:${asked.viewer.userId}`)
  // Not async: where nothing has changed and nobody waits for a database, there is no promise to be made.
  if (revision instanceof Promise) return revision.then((known) => answerUnder(known, db, asked, answer))
  return answerUnder(revision, db, asked, answer)
}

function answerUnder<Answer>(
  revision: string,
  db: Db,
  asked: Asked,
  answer: () => Promise<Answer>,
): Answer | NotModified | Promise<Answer | NotModified> {
  const { viewer, request } = asked
  const state = `${SHAPE}.${viewer.userId}.${revision}.${shortened(viewer.sees.key)}`
  return withRevision(asked, state, () => keeping(db, `${state} ${asked.href(request.url)}`, answer))
}

/** Moves when the same rows are presented differently, so that nobody keeps an answer of the old shape. */
const SHAPE = 'a'

function shortened(key: string): string {
  return key === '*' ? '' : createHash('sha1').update(key).digest('base64url').slice(0, 12)
}
