import type { Updateable } from 'kysely'
import type { Db, Tx } from '../open.ts'
import type { Tables } from '../tables.ts'
import { newUid } from '../uid.ts'

export type UserPluginChange = Omit<
  Updateable<Tables['user_plugin']>,
  'id' | 'uid' | 'plugin_id' | 'user_id' | 'created_at'
>

/** Enables a plugin for a user, or reactivates their previous settings. */
export async function enableUserPlugin(tx: Tx, pluginId: number, userId: number, now: number): Promise<void> {
  await tx
    .insertInto('user_plugin')
    .values({ uid: newUid(), plugin_id: pluginId, user_id: userId, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['plugin_id', 'user_id']).doUpdateSet({ is_enabled: 1, updated_at: now }),
    )
    .execute()
}

export async function changeUserPlugin(tx: Tx, id: number, change: UserPluginChange): Promise<void> {
  await tx
    .updateTable('user_plugin')
    .set({ ...change, updated_at: Date.now() })
    .where('id', '=', id)
    .execute()
}

/**
 * Changes it only while its secrets are those that the caller knows. False when its user has disconnected or connected
 * again meanwhile.
 */
export async function changeUserPluginIfSame(
  tx: Tx,
  { id, secrets }: { id: number; secrets: string | null },
  change: UserPluginChange,
): Promise<boolean> {
  const changed = await tx
    .updateTable('user_plugin')
    .set({ ...change, updated_at: Date.now() })
    .where('id', '=', id)
    .where('secrets', secrets === null ? 'is' : '=', secrets)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** Records what a run for this user found out, unless they have disconnected meanwhile. */
export async function recordUserPluginRun(
  tx: Tx,
  { id, secrets }: { id: number; secrets: string | null },
  found: UserPluginChange,
): Promise<void> {
  await tx
    .updateTable('user_plugin')
    .set({ ...found, updated_at: Date.now() })
    .where('id', '=', id)
    .where('secrets', secrets === null ? 'is' : 'is not', null)
    .execute()
}

/**
 * Whose account it is. If it's another one than before, what is known about the other's entries says nothing about this
 * one's, and true is returned. A disconnected account is still remembered: usually it's the one that connects again.
 */
export async function recordExternalAccount(
  tx: Tx,
  mine: { id: number; secrets: string | null },
  account: { externalId: string | null; username: string | null; avatarUrl: string | null },
): Promise<boolean> {
  const { id } = mine
  const { externalId } = account
  const before = await tx.selectFrom('user_plugin').select('external_id').where('id', '=', id).executeTakeFirst()
  const known = before?.external_id ?? null
  const isOther = known !== null && externalId !== null && known !== externalId
  if (isOther) await tx.deleteFrom('synced_entry').where('user_plugin_id', '=', id).execute()
  await recordUserPluginRun(tx, mine, {
    external_id: externalId ?? known,
    external_username: account.username,
    external_avatar_url: account.avatarUrl,
    ...(isOther && { last_sync_at: null, last_full_sync_at: null, last_sync_result: null }),
  })
  return isOther
}

/** Deletes all its data, including what the plugin stored with us for this user. */
export async function deleteUserPlugin(
  tx: Tx,
  { id, pluginId, userId }: { id: number; pluginId: number; userId: number },
): Promise<void> {
  await tx.deleteFrom('plugin_storage').where('plugin_id', '=', pluginId).where('user_id', '=', userId).execute()
  await tx.deleteFrom('user_plugin').where('id', '=', id).execute()
}

/** Whether the caller that claimed the refresh is still at it. */
export async function isTokenRefreshClaimed(db: Db, id: number, now: number): Promise<boolean> {
  const row = await db.query
    .selectFrom('user_plugin')
    .select('refreshing_until')
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined && row.refreshing_until > now
}

/** True for one caller at a time across all servers: a refresh token can often be used only once. */
export async function claimTokenRefresh(db: Db, id: number, now: number, leaseMs: number): Promise<boolean> {
  const taken = await db.transaction((tx) =>
    tx
      .updateTable('user_plugin')
      .set({ refreshing_until: now + leaseMs })
      .where('id', '=', id)
      .where('refreshing_until', '<=', now)
      .executeTakeFirst(),
  )
  return taken.numUpdatedRows > 0n
}
