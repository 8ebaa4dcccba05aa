import type { ServerResponse } from 'node:http'
import type { Authenticator } from '../authenticator.ts'
import { type FindDirectAnswer, isPlainRequest } from '../edge/answer-without-router.ts'
import type { OpenSurface } from '../serve.ts'

/**
 * For clients that revalidate their copy: lists and details of the API that the route has found unchanged for the same
 * user, if nothing was committed since.
 */
export function notModifiedFinder(
  { app: { edge }, surface }: OpenSurface,
  authenticator: Authenticator,
): FindDirectAnswer {
  return (request) => {
    const ifNoneMatch = request.headers['if-none-match']
    if (ifNoneMatch === undefined || !request.url?.includes(API) || !isPlainRequest(request)) return undefined
    const url = edge.basePath.rewriteUrl(request)
    if (!url.startsWith(API) || surface.exempt?.has(url)) return undefined
    const viewer = authenticator.cached(request.headers)
    const known = viewer && edge.notModified.findGood(viewer, url, ifNoneMatch)
    if (!known) return undefined
    const headers = ['etag', known.tag, 'cache-control', 'private, no-cache']
    return { viewer, status: 304, headers, noteTime: edge.times.of('GET', known.route), send: sendEmpty }
  }
}

const API = '/api/v1/'

function sendEmpty(response: ServerResponse, headers: string[]): void {
  response.writeHead(304, headers).end()
}
