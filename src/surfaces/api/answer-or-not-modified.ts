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
 * Returns 304 if nothing has changed that this viewer could notice: the catalogue, their own data, what they may see.
 * The query is then not run. The last responses are cached under the same revision, for clients without a copy.
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
