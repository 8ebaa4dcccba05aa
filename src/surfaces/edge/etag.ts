import type { FastifyReply, FastifyRequest } from 'fastify'

/** What a handler gives back when the client already has the answer. */
export const notModified = Symbol('304')
export type NotModified = typeof notModified

/**
 * Answers 304 without asking the database when the client's copy is still good. `revision` must change with everything
 * the answer depends on: the counters of the store, and the viewer. The URL need not be part of it.
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

/** For answers that no counter stands for (users, tasks, lists of one's own): the text itself is the revision. */
export function setEtagAndCheckMatch(reply: FastifyReply, revision: string): boolean {
  return mark(reply.request, reply, `W/"${revision}"`)
}

/**
 * What a browser may keep without asking again it keeps for whoever was signed in: the next person at it has another
 * cookie.
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
 * Names this state of the answer, and says whether the client has it. No `vary`: whoever keeps the answer asks each time,
 * and the name fits only what this viewer would be told.
 */
function mark(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  name(reply, tag)
  return etagMatches(request.headers['if-none-match'], tag)
}

/** For a request whose copy is known to be good: nothing else about it need be looked at. */
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
