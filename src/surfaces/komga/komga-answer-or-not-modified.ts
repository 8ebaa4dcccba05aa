import type { Db } from '../../store/open.ts'
import { answerWithRevisionEtag, type NotModified } from '../edge/etag.ts'
import { cacheResponse } from '../edge/response-cache.ts'
import { responseRevision } from '../edge/response-revision.ts'
import type { ViewerRequest } from '../serve.ts'
import { queryOf, valuesOf } from './read-query.ts'

/**
 * Returns 304 without a query if nothing has changed that this viewer could notice. The last responses are cached under
 * the same revision, for clients without a copy; requests with a body are only cached.
 */
export async function komgaAnswerOrNotModified<Answer extends object | null>(
  db: Db,
  input: ViewerRequest,
  answer: () => Promise<Answer>,
): Promise<Answer | NotModified> {
  const { viewer, request } = input
  // A random order must differ each time.
  if (valuesOf(queryOf(request), 'sort').some((sort) => sort.startsWith('random'))) return answer()
  const revision = await responseRevision(db, viewer, SHAPE, 'access')
  if (request.method !== 'POST')
    return answerWithRevisionEtag(input, revision, () => cacheResponse(db, `${revision} ${request.url}`, answer))
  return cacheResponse(db, `${revision} ${request.url} ${JSON.stringify(request.body)}`, answer)
}

const SHAPE = 'k3'
