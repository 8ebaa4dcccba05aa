import type { ServerResponse } from 'node:http'
import { auth } from '../../contract/auth.ts'
import type { AppContext } from '../app-context.ts'
import type { Authenticator } from '../authenticator.ts'
import { type FindDirectAnswer, isPlainRequest } from '../edge/answer-without-router.ts'
import { answerSecurityHeaders } from '../edge/security-headers.ts'
import { serializedAnswerOf } from '../edge/serialized-answer.ts'
import type { OpenSurface } from '../serve.ts'
import { currentUserOf } from './auth.ts'

/**
 * For `GET /api/v1/auth/me` with a key or a token, by which apps check that they are still signed in. A cookie is the
 * route's, which may extend the session, and so is the web interface's request, which wants long responses compressed.
 */
export function currentUserFinder(
  { app: { edge } }: OpenSurface,
  { db }: AppContext,
  authenticator: Authenticator,
): FindDirectAnswer {
  const noteTime = edge.times.of('GET', auth.me.path)
  return (request) => {
    const { headers } = request
    if (!request.url?.endsWith('/me') || edge.basePath.rewriteUrl(request) !== auth.me.path) return undefined
    if (headers['if-none-match'] !== undefined || headers['x-reasons'] !== undefined) return undefined
    if (!isPlainRequest(request)) return undefined
    const viewer = authenticator.cached(headers)
    if (!viewer || viewer.via === 'cookie') return undefined
    const written = serializedAnswerOf(currentUserOf(db, authenticator, viewer))
    const send = (response: ServerResponse, all: string[]) => {
      response.writeHead(200, all).end(written.body)
    }
    const length = `${Buffer.byteLength(written.body)}`
    const etag = `W/"${written.revision()}"`
    return { viewer, status: 200, headers: ['etag', etag, ...OTHER_HEADERS, 'content-length', length], noteTime, send }
  }
}

const OTHER_HEADERS = [
  ...['cache-control', 'private, no-cache', 'content-type', 'application/json; charset=utf-8'],
  ...Object.entries(answerSecurityHeaders).flat(),
]
