import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../../contract/problems.ts'

/** Begins an answer of events that never ends; undefined where only its head was asked for. */
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
    // nginx would otherwise hold the messages back.
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
