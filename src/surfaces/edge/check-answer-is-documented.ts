import type { FastifyReply, FastifyRequest } from 'fastify'
import { mediaTypesOf, possibleStatusesOf, type Route } from '../../contract/route.ts'

/** Whether the API document contains it. */
export function isDocumentedRoute({ path }: Route): boolean {
  return path.startsWith('/api/v1/') || path === '/health' || path === '/metrics'
}

/** For tests: a status or media type that the API document doesn't contain becomes a fault. */
export function makeDocumentedAnswerCheck(route: Route) {
  const statuses = new Set(possibleStatusesOf(route))
  const { response, alternatives = [] } = route
  const successTypes = (mediaTypesOf(response) ?? [json, ...alternatives]).map(essenceOf)
  const faultOf = (reply: FastifyReply, payload: unknown): string | undefined => {
    const { statusCode: status } = reply
    // The method belongs to another path; see `refuseUnsupportedMethod`.
    if (status === 405) return undefined
    if (!statuses.has(status)) return `${status}`
    if (payload === undefined || payload === null || payload === '') return undefined
    if (status < 400 && !response) return `a body with ${status}`
    const given = essenceOf(String(reply.getHeader('content-type') ?? 'no media type'))
    const isGood = status < 400 ? successTypes.some((each) => covers(each, given)) : given === json
    return isGood ? undefined : `${given} with ${status}`
  }
  return (
    _: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
    done: (error?: Error | null, body?: unknown) => void,
  ) => {
    const fault = faultOf(reply, payload)
    if (fault === undefined) return done(null, payload)
    done(new Error(`${route.method} ${route.path} answered ${fault}, which its route does not say`))
  }
}

const json = 'application/json'

/** `text/html; charset=utf-8` → `text/html` */
function essenceOf(mediaType: string): string {
  return mediaType.split(';', 1)[0]!.trim().toLowerCase()
}

/** `image/*` covers `image/png`. */
function covers(documented: string, given: string): boolean {
  return documented.endsWith('/*') ? given.startsWith(documented.slice(0, -1)) : documented === given
}
