import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../store/open.ts'
import type { Viewer } from '../../store/viewer.ts'
import { answerWithRevisionEtag, type NotModified } from '../edge/etag.ts'
import { cacheResponse } from '../edge/response-cache.ts'
import { responseRevision } from '../edge/response-revision.ts'
import { queryOf, valuesOf } from './read-query.ts'

interface Asked {
  viewer: Viewer
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Answers 304 without a question when nothing has changed that this viewer could notice. The last answers are cached
 * under the same name, for whoever has no copy of their own; what was asked by a body is only cached.
 */
export async function komgaAnswerOrNotModified<Answer extends object | null>(
  db: Db,
  asked: Asked,
  answer: () => Promise<Answer>,
): Promise<Answer | NotModified> {
  const { viewer, request } = asked
  // By chance it is to be another one each time.
  if (valuesOf(queryOf(request), 'sort').some((sort) => sort.startsWith('random'))) return answer()
  const revision = await responseRevision(db, viewer, SHAPE, 'access')
  if (request.method !== 'POST')
    return answerWithRevisionEtag(asked, revision, () => cacheResponse(db, `${revision} ${request.url}`, answer))
  return cacheResponse(db, `${revision} ${request.url} ${JSON.stringify(request.body)}`, answer)
}

const SHAPE = 'k3'
