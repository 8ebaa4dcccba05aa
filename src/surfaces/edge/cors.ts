import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Allows configured origins to call the API. They send their credentials in a header: cookies are never allowed across
 * origins, so a foreign page can do nothing on behalf of a user who is signed in here.
 */
export function makeCorsHandler(origins: readonly string[]): (request: FastifyRequest, reply: FastifyReply) => void {
  if (origins.length === 0) return () => {}
  const allowed = new Set(origins)
  const any = allowed.has('*')
  return (request, reply) => {
    reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !(any || allowed.has(origin))) return
    reply.header('access-control-allow-origin', any ? '*' : origin)
    reply.header('cross-origin-resource-policy', 'cross-origin')
    reply.header('access-control-expose-headers', exposed)
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return
    reply.header('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE')
    reply.header('access-control-allow-headers', accepted)
    reply.header('access-control-max-age', '86400')
  }
}

const accepted =
  'Authorization, X-API-Key, Content-Type, If-None-Match, If-Match, Range, Last-Event-ID, X-Request-Id, X-Device-Time'
const exposed = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'ETag',
  'X-Request-Id',
  'Content-Disposition',
  'Content-Range',
].join(', ')
