import type { Db } from '../../store/open.ts'
import { answerWithRevisionEtag, type NotModified } from '../edge/etag.ts'
import { cacheResponse } from '../edge/response-cache.ts'
import { responseRevision } from '../edge/response-revision.ts'
import type { ViewerRequest } from '../serve.ts'

/**
 * Returns 304 if nothing has changed that this viewer could notice: the catalogue, their own data, what they may see.
 * The query is then not run. The last responses are cached under the same revision, for clients without a copy.
 */
export function answerOrNotModified<Answer extends object | null>(
  db: Db,
  input: ViewerRequest,
  answer: () => Promise<Answer>,
): Answer | NotModified | Promise<Answer | NotModified> {
  const under = (revision: string) =>
    answerWithRevisionEtag(input, revision, () =>
      cacheResponse(db, `${revision} ${input.href(input.request.url)}`, answer),
    )
  const revision = responseRevision(db, input.viewer, SHAPE)
  return typeof revision === 'string' ? under(revision) : revision.then(under)
}

const SHAPE = 'a3'
