import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../store/open.ts'
import { readRevision } from '../../store/revision.ts'
import type { Viewer } from '../../store/viewer.ts'
import { type NotModified, withRevision } from '../edge/etag.ts'
import { queryOf, valuesOf } from './read-query.ts'

interface Asked {
  viewer: Viewer
  request: FastifyRequest
  reply: FastifyReply
}

/** Answers 304 without a question when nothing has changed that this viewer could notice. */
export async function unlessUnchanged<Answer>(
  db: Db,
  asked: Asked,
  answer: () => Promise<Answer>,
): Promise<Answer | NotModified> {
  const isByChance = valuesOf(queryOf(asked.request), 'sort').some((sort) => sort.startsWith('random'))
  if (isByChance) return answer()
  const { viewer } = asked
  const revision = await readRevision(db, 'catalog', 'access', `user:${viewer.userId}`)
  const rights = createHash('sha1')
    .update(`${viewer.sees.key} ${[...viewer.permissions].join()}`)
    .digest('base64url')
  return withRevision(asked, `${SHAPE}.${viewer.userId}.${revision}.${rights.slice(0, 12)}`, answer)
}

/** Moves when the same rows are presented differently, so that nobody keeps an answer of the old shape. */
const SHAPE = 'k1'
