import type { FastifyReply } from 'fastify'
import type { PooledBuffer } from '../../images/buffer-pool.ts'

/** Sends bytes and gives their memory back. Not when the connection closes early: then nobody knows who still reads them. */
export function sendPooledBuffer(reply: FastifyReply, { bytes, release }: PooledBuffer): FastifyReply {
  reply.raw.once('finish', release)
  return reply.send(bytes)
}
