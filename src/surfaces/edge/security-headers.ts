import type { FastifyReply } from 'fastify'

/** For responses that no browser should ever render or run. */
export const answerSecurityHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
} as const

/** A response's own headers take precedence. One without a body can't be rendered. */
export function addSecurityHeaders(reply: FastifyReply): void {
  if (reply.statusCode === 304) return
  for (const [name, value] of listed) if (!reply.hasHeader(name)) reply.header(name, value)
}

const listed = Object.entries(answerSecurityHeaders)

/** For our own pages: scripts and data only from here; styles inline, because components set them at run time. */
export const webPageSecurityHeaders = {
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self' blob:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
} as const

/**
 * For the files that our pages load: a worker is bound by the policy of its own file. Short, because there are many.
 */
export const webFileSecurityHeaders = {
  'content-security-policy': "default-src 'self'; object-src 'none'; frame-ancestors 'none'",
} as const
