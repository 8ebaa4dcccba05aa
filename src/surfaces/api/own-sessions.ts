import { authorityOf, requireAuthority } from '../../catalog/access/authority.ts'
import { ownSessions, type Session } from '../../contract/own-sessions.ts'
import { problem } from '../../contract/problems.ts'
import { listSessions, type SessionView } from '../../store/session/read.ts'
import { revokeSessionByUid, revokeSessionsOfUser } from '../../store/session/write.ts'
import { uuidToBytes } from '../../store/uid.ts'
import { beginAccessChange } from '../../store/user/write.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import type { Authenticator } from '../authenticator.ts'
import { formatTimestamp } from '../present/format-time.ts'
import { type OpenSurface, serve } from '../serve.ts'

/** The user's sessions. Apps with a key are listed with the API keys. */
export function mountOwnSessions(api: OpenSurface, { db }: AppContext, authenticator: Authenticator): void {
  serve(api, ownSessions.sessions, async ({ viewer }) => {
    const sessions = await listSessions(db, viewer.userId, Date.now())
    return sessions.map((session) => present(session, viewer))
  })

  /** A session may do all that its owner may: a key with fewer permissions can't end it. */
  const requireWholeAccount = (viewer: Viewer) => {
    const account = authenticator.viewers.accountOf(viewer)
    requireAuthority(authorityOf(viewer, account), account)
  }

  serve(api, ownSessions.endSession, async ({ params, viewer }) => {
    requireWholeAccount(viewer)
    const uid = uuidToBytes(params.id)
    const ended = await db.transaction((tx) => revokeSessionByUid(tx, viewer.userId, uid, Date.now()))
    if (!ended) throw problem('not_found', 'You have no such session.')
  })

  serve(api, ownSessions.endOtherSessions, async ({ viewer }) => {
    requireWholeAccount(viewer)
    await db.transaction(async (tx) => {
      await beginAccessChange(tx)
      await revokeSessionsOfUser(tx, viewer.userId, Date.now(), viewer.sessionId)
    })
  })

  function present(session: SessionView, viewer: Viewer): Session {
    const seen = authenticator.sessionUses.lastSeen(session.id)
    return {
      id: session.uid,
      userAgent: session.userAgent,
      address: seen?.address ?? session.address,
      createdAt: formatTimestamp(session.createdAt),
      lastSeenAt: formatTimestamp(Math.max(seen?.at ?? 0, session.lastSeenAt ?? session.createdAt)),
      expiresAt: formatTimestamp(session.expiresAt),
      isCurrent: session.id === viewer.sessionId,
    }
  }
}
