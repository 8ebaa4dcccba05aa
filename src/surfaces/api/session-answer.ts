import type { FastifyReply, FastifyRequest } from 'fastify'
import { type KnownBrowsers, knownBrowserSeconds } from '../../catalog/access/known-browsers.ts'
import type { SessionCookie, StartedSession } from '../../catalog/access/sessions.ts'
import type { SignedIn } from '../../contract/auth.ts'
import type { UserView } from '../../store/user/read.ts'
import { knownBrowserCookieName, readCookie, sessionCookieName, writeCookie } from '../edge/cookies.ts'
import { presentCurrentUser } from '../present/account.ts'

/** Where a cookie is set: the request says whether it came by https and below which path. */
export interface RequestAndReply {
  request: FastifyRequest
  reply: FastifyReply
  href(path: string): string
}

/** The answer to everything that starts or renews a session; a browser also gets its cookie. */
export function presentSignedIn(exchange: RequestAndReply, started: StartedSession, user: UserView): SignedIn {
  setSessionCookie(exchange, started.cookie)
  return {
    accessToken: started.accessToken,
    tokenType: 'Bearer',
    expiresIn: started.expiresIn,
    refreshToken: started.refreshToken,
    user: presentCurrentUser(user),
  }
}

export function setSessionCookie(
  { request, reply, href }: RequestAndReply,
  { value, maxAgeSeconds }: SessionCookie,
): void {
  const secure = request.server.edge.basePath.publicUrl(request).startsWith('https:')
  addCookie(reply, writeCookie(sessionCookieName, value, { maxAgeSeconds, basePath: href(''), secure }))
}

export function clearSessionCookie(exchange: RequestAndReply): void {
  setSessionCookie(exchange, { value: '', maxAgeSeconds: 0 })
}

/** So that somebody else's wrong passwords never lock this browser out. Only sent where people sign in. */
export function setKnownBrowserCookie(
  { request, reply, href }: RequestAndReply,
  devices: KnownBrowsers,
  userUid: string,
): void {
  const secure = request.server.edge.basePath.publicUrl(request).startsWith('https:')
  const value = devices.remember(readCookie(request, knownBrowserCookieName), userUid)
  const options = { maxAgeSeconds: knownBrowserSeconds, basePath: href('/api/v1/auth'), secure }
  addCookie(reply, writeCookie(knownBrowserCookieName, value, options))
}

function addCookie(reply: FastifyReply, line: string): void {
  const before = [reply.getHeader('set-cookie') ?? []].flat() as string[]
  reply.removeHeader('set-cookie')
  reply.header('set-cookie', [...before, line])
}
