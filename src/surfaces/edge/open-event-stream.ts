import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../../contract/problems.ts'

/** Starts an endless response of events; undefined for a HEAD request. */
export function openEventStream(
  request: FastifyRequest,
  reply: FastifyReply,
  mediaType: string,
): ServerResponse | undefined {
  const { streams } = request.server.edge
  const userId = request.viewer?.userId ?? 0
  const already = streams.open.get(userId) ?? 0
  if (already >= streams.max) {
    throw problem('conflict', `You already have ${streams.max} event streams open. Close one first.`)
  }
  reply.hijack()
  const response = reply.raw
  response.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': mediaType,
    'cache-control': 'no-store',
    // Otherwise nginx would buffer the messages.
    'x-accel-buffering': 'no',
  })
  if (request.method === 'HEAD') {
    response.end()
    return undefined
  }
  streams.open.set(userId, already + 1)
  response.once('close', () => {
    const left = (streams.open.get(userId) ?? 1) - 1
    if (left > 0) streams.open.set(userId, left)
    else streams.open.delete(userId)
  })
  response.flushHeaders()
  request.socket.setNoDelay(true)
  return response
}
