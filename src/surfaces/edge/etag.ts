import type { FastifyReply, FastifyRequest } from 'fastify'

/** Returned by a handler if the client already has the response. */
export const notModified = Symbol('304')
export type NotModified = typeof notModified

/**
 * Returns 304 without a query if the client's copy is still valid. `revision` must change with everything the response
 * depends on: the counters of the store, and the viewer. The URL need not be part of it.
 */
export function answerWithRevisionEtag<Answer>(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  revision: string,
  answer: () => Answer | Promise<Answer>,
): Answer | NotModified | Promise<Answer | NotModified> {
  const tag = `W/"${revision}"`
  if (!mark(request, reply, tag)) return answer()
  request.server.edge.notModified.note(request, tag)
  return notModified
}

/** For responses that no counter covers (users, tasks, one's own lists): the revision is a hash of the text. */
export function setEtagAndCheckMatch(reply: FastifyReply, revision: string): boolean {
  return mark(reply.request, reply, `W/"${revision}"`)
}

/**
 * What a browser may cache without revalidation belongs to the user who was signed in: the next user of the browser has
 * another cookie.
 */
export const varyByCaller = 'Cookie, Authorization'

/** If-None-Match compares weakly (RFC 9110, 13.1.2). */
export function etagMatches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  if (header === tag) return true
  if (header.trim() === '*') return true
  const wanted = opaque(tag)
  return header.split(',').some((candidate) => opaque(candidate.trim()) === wanted)
}

/**
 * Sets the ETag, and returns whether the client has this version. No `vary`: clients revalidate each time, and the tag
 * matches only what this viewer would receive.
 */
function mark(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  name(reply, tag)
  return etagMatches(request.headers['if-none-match'], tag)
}

/** For a request whose copy is known to be valid: nothing else has to be checked. */
export function sendNotModified(reply: FastifyReply, tag: string): void {
  name(reply, tag)
  reply.code(304).send()
}

function name(reply: FastifyReply, tag: string): void {
  reply.header('etag', tag)
  reply.header('cache-control', 'private, no-cache')
}

function opaque(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag
}
