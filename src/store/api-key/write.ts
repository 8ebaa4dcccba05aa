import { sql } from 'kysely'
import type { Permission } from '../../contract/permissions.ts'
import { CLOCK_TOLERANCE_MS } from '../clock-tolerance.ts'
import type { Db, Tx } from '../open.ts'
import { bumpRevisions } from '../revision.ts'
import { newUid, type Uid } from '../uid.ts'

export interface NewApiKey {
  userId: number
  name: string
  prefix: string
  secretHash: Uint8Array
  syncHash: string
  permissions: readonly Permission[]
  expiresAt: number | null
  now: number
}

/** A new key is read by the first request that uses it, so no cache entry needs to be dropped. */
export async function insertApiKey(tx: Tx, key: NewApiKey): Promise<Uid> {
  const uid = newUid()
  await tx
    .insertInto('api_key')
    .values({
      uid,
      user_id: key.userId,
      name: key.name,
      prefix: key.prefix,
      secret_hash: key.secretHash,
      sync_hash: key.syncHash,
      permissions: JSON.stringify(key.permissions),
      expires_at: key.expiresAt,
      last_used_at: null,
      created_at: key.now,
      updated_at: key.now,
    })
    .execute()
  return uid
}

export interface ApiKeyUpdate {
  name?: string
  permissions?: readonly Permission[]
  expiresAt?: number | null
}

export async function updateApiKey(tx: Tx, id: number, change: ApiKeyUpdate, now: number): Promise<void> {
  await tx
    .updateTable('api_key')
    .set({
      name: change.name,
      permissions: change.permissions && JSON.stringify(change.permissions),
      expires_at: change.expiresAt,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
  await bumpRevisions(tx, 'access')
}

/** Returns whether the key existed. */
export async function deleteApiKey(tx: Tx, userId: number, uid: Uid): Promise<boolean> {
  const gone = await tx.deleteFrom('api_key').where('uid', '=', uid).where('user_id', '=', userId).executeTakeFirst()
  if (gone.numDeletedRows === 0n) return false
  await bumpRevisions(tx, 'access')
  return true
}

/** The caller bumps the revision. */
export async function deleteApiKeysOfUser(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('api_key').where('user_id', '=', userId).execute()
}

/**
 * Stores only later uses: two servers may write in any order. On SQLite in a group commit, because otherwise the write
 * thread would start each minute for this alone.
 */
export async function writeKeysLastUsed(
  db: Pick<Db, 'query' | 'transaction' | 'commitTogether'>,
  uses: ReadonlyMap<number, number>,
): Promise<void> {
  const updates = [...uses]
    .sort(([a], [b]) => a - b)
    .map(
      ([id, usedAt]) => sql`update api_key set last_used_at = ${usedAt}
        where id = ${id} and (last_used_at is null or last_used_at < ${usedAt} or last_used_at > ${usedAt + CLOCK_TOLERANCE_MS})`,
    )
  if (db.commitTogether) await db.commitTogether(updates.map((update) => update.compile(db.query)))
  else
    await db.transaction(async (tx) => {
      for (const update of updates) await update.execute(tx)
    })
}
