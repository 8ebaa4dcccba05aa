import type { FastifyReply, FastifyRequest } from 'fastify'
import { type KnownBrowserCookies, knownBrowserSeconds } from '../../catalog/access/known-browser-cookies.ts'
import type { SessionCookie, StartedSession } from '../../catalog/access/sessions.ts'
import type { SignInResponse } from '../../contract/auth.ts'
import type { UserView } from '../../store/user/read.ts'
import { knownBrowserCookieName, readCookie, serializeSetCookie, sessionCookieName } from '../edge/cookies.ts'
import { presentCurrentUser } from '../present/user.ts'

/** Where a cookie is set: the request says whether it came by https and below which path. */
export interface RequestAndReply {
  request: FastifyRequest
  reply: FastifyReply
  href(path: string): string
}

/** The answer to everything that starts or renews a session; a browser also gets its cookie. */
export function setCookieAndPresentSignIn(
  exchange: RequestAndReply,
  started: StartedSession,
  user: UserView,
): SignInResponse {
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
  addCookie(reply, serializeSetCookie(sessionCookieName, value, { maxAgeSeconds, basePath: href(''), secure }))
}

export function clearSessionCookie(exchange: RequestAndReply): void {
  setSessionCookie(exchange, { value: '', maxAgeSeconds: 0 })
}

/** So that somebody else's wrong passwords never lock this browser out. Only sent where people sign in. */
export function setKnownBrowserCookie(
  { request, reply, href }: RequestAndReply,
  devices: KnownBrowserCookies,
  userUid: string,
): void {
  const secure = request.server.edge.basePath.publicUrl(request).startsWith('https:')
  const value = devices.remember(readCookie(request, knownBrowserCookieName), userUid)
  const options = { maxAgeSeconds: knownBrowserSeconds, basePath: href('/api/v1/auth'), secure }
  addCookie(reply, serializeSetCookie(knownBrowserCookieName, value, options))
}

function addCookie(reply: FastifyReply, line: string): void {
  const before = [reply.getHeader('set-cookie') ?? []].flat() as string[]
  reply.removeHeader('set-cookie')
  reply.header('set-cookie', [...before, line])
}
