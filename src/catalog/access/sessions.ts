import { hash, randomBytes } from 'node:crypto'
import type { Config } from '../../config/settings.ts'
import type { Db } from '../../store/open.ts'
import { extendSession, insertSession, revokeSession, rotateRefreshToken } from '../../store/session/write.ts'
import { bytesToUuid, type Uid } from '../../store/uid.ts'
import { recordLogin } from '../../store/user/write.ts'
import { badTokenProblem, type SessionTokens, tokenExpiredProblem } from './session-tokens.ts'

/** What a sign-in returns. The cookie is for browsers, the two tokens for apps. */
export interface StartedSession {
  userId: number
  accessToken: string
  expiresIn: number
  refreshToken: string
  cookie: SessionCookie
}

export interface SessionCookie {
  value: string
  maxAgeSeconds: number
}

export interface Sessions {
  /** `seconds`: how long it lasts without being used; by default as configured. */
  start(
    user: { id: number; uid: string },
    from: { userAgent?: string; address: string },
    seconds?: number,
  ): Promise<StartedSession>
  /** Throws if the token is invalid; a token that is used twice ends the session. */
  refresh(
    refreshToken: string,
    findUser: (userId: number) => Promise<{ uid: string } | undefined>,
  ): Promise<StartedSession>
  /** Extends the session of a returning browser: a new cookie, if the old one is a day old. */
  prolong(session: { id: number; uid: Uid; expiresAt: number }, userUid: string): Promise<SessionCookie | undefined>
  end(sessionId: number): Promise<void>
}

const dayMs = 86_400_000

export function openSessions(db: Db, tokens: SessionTokens, config: Config, now: () => number = Date.now): Sessions {
  const sessionSeconds = () => config.auth.refresh_token_days * 86_400
  const endOfSession = () => now() + sessionSeconds() * 1000

  const issue = async (
    userId: number,
    userUid: string,
    sessionUid: string,
    refreshToken: string,
    seconds = sessionSeconds(),
  ): Promise<StartedSession> => {
    const subject = { userUid, sessionUid }
    const expiresIn = config.auth.access_token_minutes * 60
    const cookie = { value: await tokens.sign('cookie', subject, seconds), maxAgeSeconds: seconds }
    return { userId, accessToken: await tokens.sign('access', subject, expiresIn), expiresIn, refreshToken, cookie }
  }

  return {
    start: async (user, from, seconds = sessionSeconds()) => {
      const refreshToken = makeRefreshToken()
      const session = await db.transaction(async (tx) => {
        await recordLogin(tx, user.id, now())
        return insertSession(tx, {
          userId: user.id,
          userAgent: from.userAgent?.slice(0, 300) ?? null,
          address: from.address,
          max: config.limits.sessions,
          refreshHash: hashOf(refreshToken),
          now: now(),
          expiresAt: now() + seconds * 1000,
        })
      })
      return issue(user.id, user.uid, bytesToUuid(session.uid), refreshToken, seconds)
    },

    refresh: async (refreshToken, findUser) => {
      const next = makeRefreshToken()
      // The transaction must not fail if the token was stolen: the end of the session has to be written.
      const rotation = await db.transaction((tx) =>
        rotateRefreshToken(tx, hashOf(refreshToken), { hash: hashOf(next), now: now(), expiresAt: endOfSession() }),
      )
      if (rotation.outcome === 'expired') throw tokenExpiredProblem()
      if (rotation.outcome !== 'rotated') throw badTokenProblem()
      const user = await findUser(rotation.userId)
      if (!user) throw badTokenProblem()
      return issue(rotation.userId, user.uid, bytesToUuid(rotation.sessionUid), next)
    },

    prolong: async (session, userUid) => {
      const end = endOfSession()
      if (end - session.expiresAt < dayMs) return undefined
      await db.transaction((tx) => extendSession(tx, session.id, end))
      const subject = { userUid, sessionUid: bytesToUuid(session.uid) }
      return { value: await tokens.sign('cookie', subject, sessionSeconds()), maxAgeSeconds: sessionSeconds() }
    },

    end: (sessionId) => db.transaction((tx) => revokeSession(tx, sessionId, now())),
  }
}

function makeRefreshToken(): string {
  return `lrt_${randomBytes(32).toString('base64url')}`
}

function hashOf(token: string): string {
  return hash('sha256', token, 'hex')
}
