import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Viewer } from '../../store/viewer.ts'
import { isAmbiguousRequest } from './ambiguous-requests.ts'
import type { App } from './app.ts'
import type { RateLimitVerdict } from './rate-limit-buckets.ts'
import type { RecordRequestDuration } from './request-durations.ts'
import type { Surface } from './surface.ts'

/** A response that is available at once, for a viewer whose credential is known to be valid. */
export interface DirectAnswer {
  viewer: Viewer
  status: number
  /** Alternating names and values, sent after the request id and the rate limit headers. */
  headers: readonly string[]
  noteTime: RecordRequestDuration
  /** `headers` is the complete list. */
  send(response: ServerResponse, headers: string[]): void
  /** Called if it isn't sent after all. */
  drop?(): void
}

export type FindDirectAnswer = (request: IncomingMessage) => DirectAnswer | undefined

/**
 * The shortest path for the most frequent requests: router, hooks and reply objects cost as much as the rest of such a
 * request. Anything that isn't plain, or has to be awaited, goes to the route, which returns the same response.
 */
export function answerWithoutRouter(app: App, surface: Surface, finders: readonly FindDirectAnswer[]): void {
  const { edge } = app
  const find = (request: IncomingMessage): DirectAnswer | undefined => {
    try {
      for (const one of finders) {
        const found = one(request)
        if (found) return found
      }
    } catch {
      // The route fails too, and reports why.
    }
    return undefined
  }
  edge.answerDirectly = (request, response) => {
    if (request.method !== 'GET') return false
    const began = performance.now()
    const found = find(request)
    if (!found) return false
    const answer = (verdict: RateLimitVerdict | undefined): boolean => {
      if (verdict?.allowed === false) {
        found.drop?.()
        return false
      }
      const headers = ['x-request-id', edge.requestId(request)]
      if (verdict) {
        headers.push('x-ratelimit-limit', `${verdict.limit}`, 'x-ratelimit-remaining', `${verdict.remaining}`)
        headers.push('x-ratelimit-reset', `${verdict.resetSeconds}`)
      }
      headers.push(...found.headers)
      found.noteTime(found.status, began)
      found.send(response, headers)
      return true
    }
    const verdict = surface.limiter?.take(found.viewer.uid, 'authenticated')
    if (!(verdict instanceof Promise)) return answer(verdict)
    verdict.then((later) => answer(later) || app.routing(request, response))
    return true
  }
}

/** Whether it has no body and isn't ambiguous. */
export function isPlainRequest(request: IncomingMessage): boolean {
  const { headers } = request
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false
  return !isAmbiguousRequest(request)
}
