import type { FastifyRequest } from 'fastify'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a write that carries a cookie comes from our own page. Browsers send the cookie along with any form of any page
 * (SameSite=Lax stops most, not all), but they cannot be made to lie in these headers. A client that sends neither is no
 * browser.
 */
export function comesFromOurPage(request: FastifyRequest, publicUrl: string): boolean {
  if (safe.has(request.method)) return true
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = request.headers
  if (origin === undefined) return true
  // It may be made of a Host header that is none.
  return origin === URL.parse(publicUrl)?.origin
}
