import type { FastifyReply, FastifyRequest } from 'fastify'

/** What a handler gives back when the client already has the answer. */
export const notModified = Symbol('304')
export type NotModified = typeof notModified

/**
 * Answers 304 without asking the database when the client's copy is still good. `revision` must change with everything
 * the answer depends on: the counters of the store, and the viewer. The URL need not be part of it.
 */
export function withRevision<Answer>(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  revision: string,
  answer: () => Answer | Promise<Answer>,
): Answer | NotModified | Promise<Answer | NotModified> {
  return mark(request, reply, revision) ? notModified : answer()
}

/** For answers that no counter stands for (users, tasks, lists of one's own): the text itself is the revision. */
export function isKnown(reply: FastifyReply, revision: string): boolean {
  return mark(reply.request, reply, revision)
}

/** If-None-Match compares weakly (RFC 9110, 13.1.2). */
export function matches(header: string | undefined, tag: string): boolean {
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
function mark(request: FastifyRequest, reply: FastifyReply, revision: string): boolean {
  const tag = `W/"${revision}"`
  reply.header('etag', tag)
  reply.header('cache-control', 'private, no-cache')
  return matches(request.headers['if-none-match'], tag)
}

function opaque(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag
}
