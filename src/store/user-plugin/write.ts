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

/** Deletes all its data, including what the plugin stored with us for this user. */
export async function deleteUserPlugin(
  tx: Tx,
  { id, pluginId, userId }: { id: number; pluginId: number; userId: number },
): Promise<void> {
  await tx.deleteFrom('plugin_storage').where('plugin_id', '=', pluginId).where('user_id', '=', userId).execute()
  await tx.deleteFrom('user_plugin').where('id', '=', id).execute()
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
