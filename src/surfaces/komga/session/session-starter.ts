import type { FastifyRequest } from 'fastify'
import { NO_REVISION } from '../../../store/cache/revision-cache.ts'
import type { Db } from '../../../store/open.ts'
import type { Viewer } from '../../../store/viewer.ts'
import type { Authenticator } from '../../authenticator.ts'
import { clientAddress } from '../../edge/ip-address-key.ts'
import type { KeySessionTokens } from './key-session-tokens.ts'
import type { KomgaAuthenticator } from './komga-authenticator.ts'

/** Who signed in, with which API key, if any. */
export interface SignedIn {
  viewer: Viewer
  key: string | undefined
  request: FastifyRequest
}

/** Makes the tokens of sessions. */
export interface SessionStarter {
  start(by: SignedIn, seconds: number): Promise<string>
  /** An app without a cookie jar gets the same session each time, not a new one with every page. */
  startShared(by: SignedIn, seconds: number): Promise<string>
  isValid(token: string, viewer: Viewer): Promise<boolean>
}

export function openSessionStarter(
  db: Db,
  authenticator: Authenticator,
  credentials: KomgaAuthenticator,
  keyTokens: KeySessionTokens,
): SessionStarter {
  const sharedCache = db.caches.create<string, string>('komga_sessions', { maxEntries: 10_000 })

  /** For a key nothing is stored; for a password it is a session like any other, so that it ends with the password. */
  const start: SessionStarter['start'] = async ({ viewer, key, request }, seconds) => {
    if (key !== undefined) return keyTokens.write({ key, until: Date.now() + seconds * 1000 })
    const from = { userAgent: request.headers['user-agent'], address: clientAddress(request) }
    const started = await authenticator.sessions.start({ id: viewer.userId, uid: viewer.uid }, from, seconds)
    return started.cookie.value
  }

  const isValid: SessionStarter['isValid'] = async (token, viewer) => {
    try {
      return (await credentials.ofSession(token)).userId === viewer.userId
    } catch {
      return false
    }
  }

  return {
    start,
    isValid,
    async startShared(by, seconds) {
      const name = `${by.viewer.userId} ${by.key ?? ''} ${by.request.headers['user-agent']}`
      const startOne = () => start(by, seconds)
      const known = await sharedCache.load(name, NO_REVISION, startOne)
      if (await isValid(known, by.viewer)) return known
      // Twenty covers are requested at once: each request uses a newer session, or one being started, if there is one.
      if (sharedCache.get(name, NO_REVISION) === known) sharedCache.delete(name)
      return sharedCache.load(name, NO_REVISION, startOne)
    },
  }
}
