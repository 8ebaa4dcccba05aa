import type { FastifyReply } from 'fastify'
import type { Lent } from '../../images/buffers.ts'

/** Sends bytes and gives their memory back. Not when the connection closes early: then nobody knows who still reads them. */
export function sendLent(reply: FastifyReply, { bytes, giveBack }: Lent): FastifyReply {
  reply.raw.once('finish', giveBack)
  return reply.send(bytes)
}
