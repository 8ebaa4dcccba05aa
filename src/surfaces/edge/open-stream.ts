import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Begins an answer of events that never ends; undefined where only its head was asked for. */
export function openStream(
  request: FastifyRequest,
  reply: FastifyReply,
  mediaType: string,
): ServerResponse | undefined {
  reply.hijack()
  const response = reply.raw
  response.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': mediaType,
    'cache-control': 'no-store',
    // nginx would otherwise hold the messages back.
    'x-accel-buffering': 'no',
  })
  if (request.method === 'HEAD') {
    response.end()
    return undefined
  }
  response.flushHeaders()
  request.socket.setNoDelay(true)
  return response
}
