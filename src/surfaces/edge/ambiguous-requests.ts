import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import { problem } from '../../contract/problems.ts'
import { addSecurityHeaders } from './security-headers.ts'

/**
 * What a proxy in front of us may interpret differently: whose request it is, or where it ends. Node refuses most of it
 * itself (two lengths, a length beside chunks, folded lines, bare line feeds); this is the rest (RFC 9112, 3.2 and
 * 6.1).
 */
export function isAmbiguousRequest({ url = '', rawHeaders, httpVersionMinor }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === 'host') {
      if (++hosts > 1 || !HOST.test(rawHeaders[at + 1]!)) return true
    } else if (name.length === 17 && name.toLowerCase() === 'transfer-encoding') {
      if (httpVersionMinor === 0 || rawHeaders[at + 1]!.toLowerCase() !== 'chunked') return true
    }
  }
  // An absolute URL with its own host beside the header: we aren't a proxy.
  return !url.startsWith('/') && url !== '*'
}

/** No characters that could end a name, start a path or join two names. */
const HOST = /^[^\s,/\\?#@<>"{}|^`]*$/

/** What follows on the same connection may be part of it, so it is closed. */
export function refuseAmbiguousRequest(reply: FastifyReply, done: (error: Error) => void): void {
  addSecurityHeaders(reply)
  const message = 'The request is ambiguous.'
  done(problem('validation_failed', message, undefined, { connection: 'close' }))
}
