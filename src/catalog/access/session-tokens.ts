import { problem } from '../../contract/problems.ts'
import { Caches } from '../../store/cache/caches.ts'

/** `access` goes into a header, `cookie` into the browser's session cookie; they aren't interchangeable. */
export type TokenUse = 'access' | 'cookie'

export interface TokenClaims {
  userUid: string
  sessionUid: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

export interface SessionTokens {
  sign(use: TokenUse, of: { userUid: string; sessionUid: string }, lifetimeSeconds: number): Promise<string>
  /** Throws a problem if the token is not ours or has expired. A cached token needs no cryptography. */
  verify(use: TokenUse, token: string): TokenClaims | Promise<TokenClaims>
  /** The claims of a token, if it is cached and has not expired. */
  cached(use: TokenUse, token: string): TokenClaims | undefined
}

const issuer = 'lectern'

/**
 * A token only identifies the session. Whether it is still valid, and what its owner may do, is stored in the database.
 */
export function openSessionTokens(secret: string, now: () => number = Date.now, caches = new Caches()): SessionTokens {
  const key = new TextEncoder().encode(secret)
  const cache = caches.create<string, TokenClaims>('tokens', { maxEntries: 5000 })

  const check = async (use: TokenUse, token: string): Promise<TokenClaims> => {
    const claims = await readClaims(token, key, use, now())
    cache.set(token, use, claims)
    return claims
  }

  return {
    sign: async (use, of, lifetimeSeconds) => {
      const { SignJWT } = await loadJose()
      const issuedAt = Math.floor(now() / 1000)
      return new SignJWT({ sid: of.sessionUid })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(use)
        .setSubject(of.userUid)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeSeconds)
        .sign(key)
    },
    verify: (use, token) => {
      const known = cache.get(token, use)
      if (!known) return check(use, token)
      if (known.expiresAt <= now()) throw tokenExpiredProblem()
      return known
    },
    cached: (use, token) => {
      const known = cache.get(token, use)
      return known && known.expiresAt > now() ? known : undefined
    },
  }
}

export const badTokenProblem = () => problem('invalid_token', 'Your sign-in is no longer valid. Sign in again.')
export const tokenExpiredProblem = () =>
  problem('token_expired', 'This token has expired. Refresh it, or sign in again.')

/** Loaded with the first token: a server without sign-ins doesn't need it. */
const loadJose = () => import('jose')

async function readClaims(token: string, key: Uint8Array, use: TokenUse, now: number): Promise<TokenClaims> {
  const { errors, jwtVerify } = await loadJose()
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer,
      audience: use,
      currentDate: new Date(now),
      requiredClaims: ['sub', 'sid', 'exp', 'iat'],
    })
    if (typeof payload.sid !== 'string') throw badTokenProblem()
    return { userUid: payload.sub!, sessionUid: payload.sid, expiresAt: payload.exp! * 1000 }
  } catch (error) {
    throw error instanceof errors.JWTExpired ? tokenExpiredProblem() : badTokenProblem()
  }
}
