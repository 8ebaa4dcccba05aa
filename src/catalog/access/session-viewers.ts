import type { Db } from '../../store/open.ts'
import { findSession, type SessionRow } from '../../store/session/read.ts'
import { parseUid } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { ActiveUsers } from './active-users.ts'
import { badTokenProblem, type TokenUse, tokenExpiredProblem } from './session-tokens.ts'

/** Sessions whose token was verified → viewers, as of a revision of `access`. */
export interface SessionViewers {
  find(revision: number, sessionUid: string, use: TokenUse): Viewer | Promise<Viewer>
  /** Undefined doesn't mean that the session is invalid. */
  cached(revision: number, sessionUid: string, use: TokenUse): Viewer | undefined
}

export function openSessionViewers(db: Db, users: ActiveUsers, now: () => number): SessionViewers {
  const cache = db.caches.create<string, { session: SessionRow; viewer: Viewer }>('sessions', { maxEntries: 10_000 })

  const lookUp = async (revision: number, sessionUid: string, use: TokenUse): Promise<Viewer> => {
    const uid = parseUid(sessionUid)
    const session = uid && (await findSession(db, { uid }))
    if (!session || session.isRevoked) throw badTokenProblem()
    if (session.expiresAt <= now()) throw tokenExpiredProblem()
    const user = await users.find(revision, session.userId)
    if (!user) throw badTokenProblem()
    const viewer = user.viewAs({ via: use === 'cookie' ? 'cookie' : 'jwt', sessionId: session.id })
    cache.set(`${use} ${sessionUid}`, revision, { session, viewer })
    return viewer
  }

  const cached: SessionViewers['cached'] = (revision, sessionUid, use) => {
    const known = cache.get(`${use} ${sessionUid}`, revision)
    // An expired session may have been extended since: only the database knows.
    return known && known.session.expiresAt > now() ? known.viewer : undefined
  }

  return {
    find: (revision, sessionUid, use) => cached(revision, sessionUid, use) ?? lookUp(revision, sessionUid, use),
    cached,
  }
}
