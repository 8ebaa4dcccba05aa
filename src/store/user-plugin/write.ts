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
