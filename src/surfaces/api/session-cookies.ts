import type { FastifyReply, FastifyRequest } from 'fastify'
import { type KnownBrowserCookies, knownBrowserSeconds } from '../../catalog/access/known-browser-cookies.ts'
import type { SessionCookie, StartedSession } from '../../catalog/access/sessions.ts'
import type { SignInResponse } from '../../contract/auth.ts'
import type { UserView } from '../../store/user/read.ts'
import { knownBrowserCookieName, readCookie, serializeSetCookie, sessionCookieName } from '../edge/cookies.ts'
import { presentCurrentUser } from '../present/user.ts'

/** A request on which a cookie is set: it determines whether it came by https and below which path. */
export interface RequestAndReply {
  request: FastifyRequest
  reply: FastifyReply
  href(path: string): string
}

/** The response to everything that starts or renews a session; a browser also gets its cookie. */
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

/** Keeps another person's wrong passwords from locking this browser out. Only sent to the sign-in routes. */
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
