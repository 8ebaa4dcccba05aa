import type { Queryable } from '../open.ts'
import { bytesToUuid, type Uid } from '../uid.ts'

export interface SessionRow {
  id: number
  uid: Uid
  userId: number
  createdAt: number
  expiresAt: number
  isRevoked: boolean
}

export async function findSession(db: Queryable, by: { uid: Uid } | { id: number }): Promise<SessionRow | undefined> {
  const row = await db.query
    .selectFrom('session')
    .select(['id', 'uid', 'user_id', 'created_at', 'expires_at', 'revoked_at'])
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('uid', '=', by.uid)))
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      uid: row.uid,
      userId: row.user_id,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      isRevoked: row.revoked_at !== null,
    }
  )
}

/** A session as its owner sees it. */
export interface SessionView {
  id: number
  uid: string
  userAgent: string | null
  address: string | null
  createdAt: number
  lastSeenAt: number | null
  expiresAt: number
}

/** Valid sessions, newest first. */
export async function listSessions(db: Queryable, userId: number, now: number): Promise<SessionView[]> {
  const rows = await db.query
    .selectFrom('session')
    .select(['id', 'uid', 'user_agent', 'address', 'created_at', 'last_seen_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1000)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    uid: bytesToUuid(row.uid),
    userAgent: row.user_agent,
    address: row.address,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
  }))
}
