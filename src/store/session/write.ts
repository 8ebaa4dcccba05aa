import { CLOCK_TOLERANCE_MS } from '../clock-tolerance.ts'
import type { Tx } from '../open.ts'
import { bumpRevisions } from '../revision.ts'
import { newUid, type Uid } from '../uid.ts'

/** Only hashes of refresh tokens are stored: they can't be used by anyone who reads the database. */
export interface NewSession {
  userId: number
  userAgent: string | null
  /** The address at sign-in. */
  address?: string
  refreshHash: string
  now: number
  expiresAt: number
  /** The limit per user. */
  max: number
}

/** A stolen refresh token is still recognised within this time. */
const REVOKED_KEPT_MS = 86_400_000

/** Expired sessions are deleted when the next one is created. */
export async function insertSession(tx: Tx, session: NewSession): Promise<{ id: number; uid: Uid }> {
  await tx.deleteFrom('session').where('expires_at', '<', session.now).execute()
  await tx
    .deleteFrom('session')
    .where('user_id', '=', session.userId)
    .where('revoked_at', '<', session.now - REVOKED_KEPT_MS)
    .execute()
  await endOldest(tx, session.userId, session.max, session.now)
  const uid = newUid()
  const { id } = await tx
    .insertInto('session')
    .values({
      uid,
      user_id: session.userId,
      user_agent: session.userAgent,
      created_at: session.now,
      expires_at: session.expiresAt,
      revoked_at: null,
      address: session.address ?? null,
      last_seen_at: session.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertRefreshToken(tx, id, session)
  return { id, uid }
}

export type TokenRotation =
  | { outcome: 'rotated'; sessionUid: Uid; userId: number }
  | { outcome: 'unknown' | 'expired' | 'revoked' | 'reused' }

/**
 * Exchanges a refresh token for the next. A token used twice was copied: the whole session ends, for the thief and for
 * the owner, who signs in again.
 */
export async function rotateRefreshToken(
  tx: Tx,
  usedHash: string,
  next: { hash: string; now: number; expiresAt: number },
): Promise<TokenRotation> {
  const row = await tx
    .selectFrom('refresh_token')
    .innerJoin('session', 'session.id', 'session_id')
    .select(['session_id', 'session.uid', 'user_id', 'refresh_token.expires_at', 'revoked_at'])
    .where('hash', '=', usedHash)
    .executeTakeFirst()
  if (!row) return { outcome: 'unknown' }
  if (row.revoked_at !== null) return { outcome: 'revoked' }
  if (row.expires_at <= next.now) return { outcome: 'expired' }
  const taken = await tx
    .updateTable('refresh_token')
    .set({ used_at: next.now })
    .where('hash', '=', usedHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (taken.numUpdatedRows === 0n) {
    await revokeSession(tx, row.session_id, next.now)
    return { outcome: 'reused' }
  }
  await insertRefreshToken(tx, row.session_id, { refreshHash: next.hash, ...next })
  await extendSession(tx, row.session_id, next.expiresAt)
  return { outcome: 'rotated', sessionUid: row.uid, userId: row.user_id }
}

export async function extendSession(tx: Tx, id: number, expiresAt: number): Promise<void> {
  await tx.updateTable('session').set({ expires_at: expiresAt }).where('id', '=', id).execute()
}

export async function revokeSession(tx: Tx, id: number, now: number): Promise<void> {
  await tx
    .updateTable('session')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
  await bumpRevisions(tx, 'access')
}

/** Returns whether the user had such a session. */
export async function revokeSessionByUid(tx: Tx, userId: number, uid: Uid, now: number): Promise<boolean> {
  const ended = await tx
    .updateTable('session')
    .set({ revoked_at: now })
    .where('uid', '=', uid)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (ended.numUpdatedRows === 0n) return false
  await bumpRevisions(tx, 'access')
  return true
}

export async function recordSessionUse(tx: Tx, id: number, use: { at: number; address: string }): Promise<void> {
  await tx
    .updateTable('session')
    .set({ last_seen_at: use.at, address: use.address })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('last_seen_at', 'is', null),
        eb('last_seen_at', '<', use.at),
        eb('last_seen_at', '>', use.at + CLOCK_TOLERANCE_MS),
      ]),
    )
    .execute()
}

/** Above the limit, the least recently used sessions end: a sign-in must not fail because of forgotten browsers. */
async function endOldest(tx: Tx, userId: number, max: number, now: number): Promise<void> {
  const over = await tx
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy((eb) => eb.fn.coalesce('last_seen_at', 'created_at'), 'desc')
    .orderBy('id', 'desc')
    .limit(1000)
    .offset(max - 1)
    .execute()
  if (over.length === 0) return
  const ids = over.map((row) => row.id)
  await tx.updateTable('session').set({ revoked_at: now }).where('id', 'in', ids).execute()
  await bumpRevisions(tx, 'access')
}

/** Revokes all sessions of a user, except optionally the current one. The caller bumps the revision. */
export async function revokeSessionsOfUser(tx: Tx, userId: number, now: number, exceptId?: number): Promise<void> {
  await tx
    .updateTable('session')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(exceptId !== undefined, (q) => q.where('id', '<>', exceptId!))
    .execute()
}

async function insertRefreshToken(
  tx: Tx,
  sessionId: number,
  token: { refreshHash: string; now: number; expiresAt: number },
): Promise<void> {
  await tx
    .insertInto('refresh_token')
    .values({
      hash: token.refreshHash,
      session_id: sessionId,
      created_at: token.now,
      expires_at: token.expiresAt,
      used_at: null,
    })
    .execute()
}
