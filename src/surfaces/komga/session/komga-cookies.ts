import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { readCookie, serializeSetCookie } from '../../edge/cookies.ts'
import { contextPath } from '../context-path.ts'

export const komgaSessionCookieName = 'KOMGA-SESSION'
export const komgaRememberMeCookieName = 'komga-remember-me'

export interface SentSession {
  token: string
  by: 'session' | 'remember'
}

/** The sessions of a request, in the three ways in which apps made for Komga send one. */
export function* sessionsOf(request: FastifyRequest): Generator<SentSession> {
  const header = request.headers['x-auth-token']
  if (typeof header === 'string' && header !== '') yield { token: header, by: 'session' }
  const session = readCookie(request, komgaSessionCookieName)
  if (session) yield { token: session, by: 'session' }
  const remembered = readCookie(request, komgaRememberMeCookieName)
  if (remembered) yield { token: remembered, by: 'remember' }
}

/**
 * Paths as in Spring: the session's with a trailing slash, the other's without. Komelia keeps a cookie only if its path
 * is that of the typed URL, so together they cover both ways of typing it. The session's has no age: users who didn't
 * ask a web interface to remember them are signed out when the browser closes.
 */
export function setKomgaCookie(
  context: AppContext,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  name: typeof komgaSessionCookieName | typeof komgaRememberMeCookieName,
  value: string,
  maxAgeSeconds?: number,
): void {
  const path = contextPath(context, request)
  const basePath = name === komgaSessionCookieName ? `${path}/` : path
  const secure = request.server.edge.basePath.publicUrl(request).startsWith('https:')
  const age = maxAgeSeconds === undefined ? {} : { maxAgeSeconds }
  const line = serializeSetCookie(name, value, { ...age, basePath, secure })
  const before = [reply.getHeader('set-cookie') ?? []].flat() as string[]
  reply.removeHeader('set-cookie')
  reply.header('set-cookie', [...before.filter((one) => !one.startsWith(`${name}=`)), line])
}
