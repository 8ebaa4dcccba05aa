import type { FastifyReply } from 'fastify'
import type { PooledBuffer } from '../../images/buffer-pool.ts'

/** Sends bytes and releases their memory. Not if the connection closes early: then the bytes may still be in use. */
export function sendPooledBuffer(reply: FastifyReply, { bytes, release }: PooledBuffer): FastifyReply {
  reply.raw.once('finish', release)
  return reply.send(bytes)
}
