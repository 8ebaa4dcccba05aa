import type { Queryable } from '../open.ts'
import type { Uid } from '../uid.ts'

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
