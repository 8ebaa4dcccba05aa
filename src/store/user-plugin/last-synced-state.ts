import { inChunks } from '../in-chunks.ts'
import type { Queryable, Tx } from '../open.ts'

/** The last known state of a series at the external service. */
export interface SyncedState {
  state: string
  appliedAt: number
}

export async function readLastSyncedStates(db: Queryable, userPluginId: number): Promise<Map<string, SyncedState>> {
  const rows = await db.query
    .selectFrom('synced_entry')
    .select(['external_id', 'state', 'applied_at'])
    .where('user_plugin_id', '=', userPluginId)
    .execute()
  return new Map(rows.map((row) => [row.external_id, { state: row.state, appliedAt: row.applied_at }]))
}

export async function writeLastSyncedStates(
  tx: Tx,
  userPluginId: number,
  entries: readonly { externalId: string; state: string }[],
  now: number,
): Promise<void> {
  for (const some of inChunks(entries, 100)) {
    await tx
      .insertInto('synced_entry')
      .values(
        some.map(({ externalId, state }) => ({
          user_plugin_id: userPluginId,
          external_id: externalId,
          state,
          applied_at: now,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['user_plugin_id', 'external_id']).doUpdateSet((eb) => ({
          state: eb.ref('excluded.state'),
          applied_at: eb.ref('excluded.applied_at'),
        })),
      )
      .execute()
  }
}
