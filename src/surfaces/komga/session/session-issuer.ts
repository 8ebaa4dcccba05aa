import type { FastifyReply, FastifyRequest } from 'fastify'
import { NO_REVISION } from '../../../store/cache/revision-cache.ts'
import { findSession } from '../../../store/session/read.ts'
import type { Viewer } from '../../../store/viewer.ts'
import type { AppContext } from '../../app-context.ts'
import type { Authenticator } from '../../authenticator.ts'
import { readCookie, serializeSetCookie } from '../../edge/cookies.ts'
import { contextPath } from '../context-path.ts'
import { readKomgaOnlySettings } from '../komga-settings.ts'
import type { KeySessionTokens } from './key-session-tokens.ts'
import { type KomgaAuthenticator, komgaRememberMeCookieName, komgaSessionCookieName } from './komga-authenticator.ts'

const DAY = 86_400
const SESSION_SECONDS = 30 * DAY

export interface SessionIssuer {
  /** Starts a session for a request with a password or a key. */
  (request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Sets the session as a cookie, for a page that has it as a token. */
  asCookie(request: FastifyRequest, reply: FastifyReply): void
  /** Ends the session, and removes the cookies. */
  takeBack(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

/**
 * Mihon's tracker sends no credentials at all, only the cookies its extension received; Komelia and KMReader sign in
 * once. So every response to a password or a key contains a session, in a cookie, or in `X-Auth-Token` if the request
 * has that.
 */
export function openSessionIssuer(
  context: AppContext,
  authenticator: Authenticator,
  credentials: KomgaAuthenticator,
  keyTokens: KeySessionTokens,
): SessionIssuer {
  const tokensCache = context.db.caches.create<string, string>('komga_sessions', { maxEntries: 10_000 })
  /** When a session was last checked. */
  const lookedAt = context.db.caches.create<number, number>('komga_sessions_looked_at', { maxEntries: 10_000 })

  const rememberedSeconds = async () => (await readKomgaOnlySettings(context.db)).rememberMeDurationDays * DAY

  /** For a key nothing is stored; for a password it is a session like any other, so that it ends with the password. */
  const start = async (viewer: Viewer, key: string | undefined, request: FastifyRequest, seconds: number) => {
    if (key !== undefined) return keyTokens.write({ key, until: Date.now() + seconds * 1000 })
    const from = { userAgent: agentOf(request), address: request.ip }
    const started = await authenticator.sessions.start({ id: viewer.userId, uid: viewer.uid }, from, seconds)
    return started.cookie.value
  }

  /** An app without a cookie jar gets the same session each time, not a new one with every page. */
  const startShared = async (viewer: Viewer, key: string | undefined, request: FastifyRequest) => {
    const name = `${viewer.userId} ${key ?? ''} ${agentOf(request)}`
    const startOne = () => start(viewer, key, request, SESSION_SECONDS)
    const known = await tokensCache.load(name, NO_REVISION, startOne)
    if (await isGood(known, viewer)) return known
    // Twenty covers are requested at once: each request uses a newer session, or one being started, if there is one.
    if (tokensCache.get(name, NO_REVISION) === known) tokensCache.delete(name)
    return tokensCache.load(name, NO_REVISION, startOne)
  }

  const isGood = async (token: string | undefined, viewer: Viewer): Promise<boolean> => {
    if (!token) return false
    try {
      return (await credentials.ofSession(token)).userId === viewer.userId
    } catch {
      return false
    }
  }

  const setSession = (request: FastifyRequest, reply: FastifyReply, token: string) => {
    if (request.headers['x-auth-token'] !== undefined) reply.header('x-auth-token', token)
    else setCookie(context, request, reply, komgaSessionCookieName, token)
  }

  /** A session in use doesn't end: it is checked once an hour, and extended once a day. */
  const prolong = async (request: FastifyRequest, reply: FastifyReply, viewer: Viewer, by: string) => {
    const { sessionId } = viewer
    if (sessionId === undefined || (lookedAt.get(sessionId, NO_REVISION) ?? 0) > Date.now() - 3_600_000) return
    lookedAt.set(sessionId, NO_REVISION, Date.now())
    const session = await findSession(context.db, { id: sessionId })
    const longer = session && (await authenticator.sessions.prolong(session, viewer.uid))
    if (!longer) return
    if (by === 'remember')
      setCookie(context, request, reply, komgaRememberMeCookieName, longer.value, await rememberedSeconds())
    else setSession(request, reply, longer.value)
  }

  const sessionIssuer = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { viewer } = request
    const { by, key } = credentials.presentedBy(request)
    if (!viewer || by === 'elsewhere') return
    if (by !== 'header') {
      await prolong(request, reply, viewer, by)
      const remembered = readCookie(request, komgaRememberMeCookieName)
      if (by === 'remember' && remembered) setSession(request, reply, remembered)
      return
    }
    if (viewer.via === 'jwt') return
    const signsIn = /\/users\/me$/.test(request.url.split('?', 1)[0]!)
    const given = request.headers['x-auth-token'] || readCookie(request, komgaSessionCookieName)
    if (!(await isGood(given as string | undefined, viewer))) {
      const token = signsIn
        ? await start(viewer, key, request, SESSION_SECONDS)
        : await startShared(viewer, key, request)
      setSession(request, reply, token)
    }
    if ((request.query as Record<string, unknown>)['remember-me'] !== 'true') return
    const seconds = await rememberedSeconds()
    const token = await start(viewer, key, request, seconds)
    setCookie(context, request, reply, komgaRememberMeCookieName, token, seconds)
  }

  return Object.assign(sessionIssuer, {
    asCookie(request: FastifyRequest, reply: FastifyReply) {
      const token = request.headers['x-auth-token']
      if (typeof token === 'string' && token !== '') {
        setCookie(context, request, reply, komgaSessionCookieName, token)
      }
    },
    async takeBack(request: FastifyRequest, reply: FastifyReply) {
      for (const token of [
        readCookie(request, komgaSessionCookieName),
        request.headers['x-auth-token'],
        readCookie(request, komgaRememberMeCookieName),
      ]) {
        if (typeof token !== 'string' || token === '') continue
        const viewer = await Promise.try(() => credentials.ofSession(token)).catch(() => undefined)
        if (viewer?.sessionId !== undefined) await authenticator.sessions.end(viewer.sessionId)
      }
      setCookie(context, request, reply, komgaSessionCookieName, '', 0)
      setCookie(context, request, reply, komgaRememberMeCookieName, '', 0)
    },
  })
}

/**
 * Paths as in Spring: the session's with a trailing slash, the other's without. Komelia keeps a cookie only if its path
 * is that of the typed URL, so together they cover both ways of typing it. The session's has no age: users who didn't
 * ask a web interface to remember them are signed out when the browser closes.
 */
function setCookie(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
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

const agentOf = (request: FastifyRequest): string | undefined => request.headers['user-agent']
