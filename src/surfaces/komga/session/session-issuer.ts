import type { FastifyReply, FastifyRequest } from 'fastify'
import { NO_REVISION } from '../../../store/cache/revision-cache.ts'
import { findSession } from '../../../store/session/read.ts'
import type { Viewer } from '../../../store/viewer.ts'
import type { AppContext } from '../../app-context.ts'
import type { Authenticator } from '../../authenticator.ts'
import { readCookie } from '../../edge/cookies.ts'
import { readKomgaOnlySettings } from '../komga-settings.ts'
import type { KeySessionTokens } from './key-session-tokens.ts'
import type { KomgaAuthenticator } from './komga-authenticator.ts'
import { komgaRememberMeCookieName, komgaSessionCookieName, sessionsOf, setKomgaCookie } from './komga-cookies.ts'
import { openSessionStarter } from './session-starter.ts'

const DAY = 86_400
const SESSION_SECONDS = 30 * DAY

export interface SessionIssuer {
  /** Starts a session for a request with a password or a key, and extends one in use. */
  issue(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Sets the session as a cookie, for a page that has it as a token. */
  setAsCookie(request: FastifyRequest, reply: FastifyReply): void
  /** Ends the session, and removes the cookies. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
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
  const { db } = context
  const starter = openSessionStarter(db, authenticator, credentials, keyTokens)
  /** When a session was last checked. */
  const lookedAt = db.caches.create<number, number>('komga_sessions_looked_at', { maxEntries: 10_000 })

  const setSession = (exchange: Exchange, token: string) => {
    if (exchange.request.headers['x-auth-token'] !== undefined) exchange.reply.header('x-auth-token', token)
    else setKomgaCookie(context, exchange, komgaSessionCookieName, token)
  }

  const setRemembered = (exchange: Exchange, token: string, seconds: number) =>
    setKomgaCookie(context, exchange, komgaRememberMeCookieName, token, seconds)

  const rememberedSeconds = async () => (await readKomgaOnlySettings(db)).rememberMeDurationDays * DAY

  /** A session in use doesn't end: it is checked once an hour, and extended once a day. */
  const extend = async (exchange: Exchange, viewer: Viewer, by: 'session' | 'remember') => {
    const { sessionId } = viewer
    if (sessionId === undefined || (lookedAt.get(sessionId, NO_REVISION) ?? 0) > Date.now() - 3_600_000) return
    lookedAt.set(sessionId, NO_REVISION, Date.now())
    const session = await findSession(db, { id: sessionId })
    const longer = session && (await authenticator.sessions.prolong(session, viewer.uid))
    if (!longer) return
    if (by === 'remember') setRemembered(exchange, longer.value, await rememberedSeconds())
    else setSession(exchange, longer.value)
  }

  /** For a request with a password or a key. */
  const startSessions = async (exchange: Exchange, viewer: Viewer, key: string | undefined) => {
    const { request } = exchange
    const by = { viewer, key, request }
    const sent = request.headers['x-auth-token'] || readCookie(request, komgaSessionCookieName)
    if (!sent || !(await starter.isValid(String(sent), viewer))) {
      const signsIn = /\/users\/me$/.test(request.url.split('?', 1)[0]!)
      setSession(exchange, await (signsIn ? starter.start : starter.startShared)(by, SESSION_SECONDS))
    }
    if ((request.query as Record<string, unknown>)['remember-me'] !== 'true') return
    const seconds = await rememberedSeconds()
    setRemembered(exchange, await starter.start(by, seconds), seconds)
  }

  return {
    async issue(request, reply) {
      const { viewer } = request
      const { by, key } = credentials.presentedBy(request)
      if (!viewer || by === 'elsewhere') return
      if (by === 'header') {
        if (viewer.via !== 'jwt') await startSessions({ request, reply }, viewer, key)
        return
      }
      await extend({ request, reply }, viewer, by)
      const remembered = readCookie(request, komgaRememberMeCookieName)
      if (by === 'remember' && remembered) setSession({ request, reply }, remembered)
    },
    setAsCookie(request, reply) {
      const token = request.headers['x-auth-token']
      if (typeof token === 'string' && token !== '') {
        setKomgaCookie(context, { request, reply }, komgaSessionCookieName, token)
      }
    },
    async end(request, reply) {
      for (const { token } of sessionsOf(request)) {
        const viewer = await Promise.try(() => credentials.ofSession(token)).catch(() => undefined)
        if (viewer?.sessionId !== undefined) await authenticator.sessions.end(viewer.sessionId)
      }
      setKomgaCookie(context, { request, reply }, komgaSessionCookieName, '', 0)
      setKomgaCookie(context, { request, reply }, komgaRememberMeCookieName, '', 0)
    },
  }
}
