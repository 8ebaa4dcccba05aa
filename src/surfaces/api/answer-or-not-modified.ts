import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../store/open.ts'
import type { Viewer } from '../../store/viewer.ts'
import { answerWithRevisionEtag, type NotModified } from '../edge/etag.ts'
import { cacheResponse } from '../edge/response-cache.ts'
import { responseRevision } from '../edge/response-revision.ts'

interface Asked {
  viewer: Viewer
  request: FastifyRequest
  reply: FastifyReply
  href(path: string): string
}

/**
 * Answers 304 when nothing has changed that this viewer could notice: the catalogue, what they did, what they may see.
 * The query behind the answer is then never asked. The last answers are cached under the same name, for whoever has no
 * copy of their own.
 */
export function answerOrNotModified<Answer extends object | null>(
  db: Db,
  asked: Asked,
  answer: () => Promise<Answer>,
): Answer | NotModified | Promise<Answer | NotModified> {
  const under = (revision: string) =>
    answerWithRevisionEtag(asked, revision, () =>
      cacheResponse(db, `${revision} ${asked.href(asked.request.url)}`, answer),
    )
  const revision = responseRevision(db, asked.viewer, SHAPE)
  return typeof revision === 'string' ? under(revision) : revision.then(under)
}

const SHAPE = 'a3'
