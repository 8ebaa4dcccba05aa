import type { Queryable, Tx } from '../open.ts'

/** A plugin's recommendations for one user, in the plugin's own format. */
export async function readRecommendations(
  db: Queryable,
  userPluginId: number,
): Promise<{ entries: unknown[]; generatedAt: number } | undefined> {
  const row = await db.query
    .selectFrom('recommendation_list')
    .selectAll()
    .where('user_plugin_id', '=', userPluginId)
    .executeTakeFirst()
  return row && { entries: JSON.parse(row.entries) as unknown[], generatedAt: row.generated_at }
}

export async function replaceRecommendations(
  tx: Tx,
  userPluginId: number,
  entries: readonly object[],
  now: number,
): Promise<void> {
  const values = { entries: JSON.stringify(entries), generated_at: now }
  await tx
    .insertInto('recommendation_list')
    .values({ user_plugin_id: userPluginId, ...values })
    .onConflict((conflict) => conflict.column('user_plugin_id').doUpdateSet(values))
    .execute()
}

/** Newest first, up to a limit: older ones are no longer in any list. */
export async function listDismissedRecommendationIds(db: Queryable, userPluginId: number): Promise<string[]> {
  const rows = await db.query
    .selectFrom('dismissed_recommendation')
    .select('external_id')
    .where('user_plugin_id', '=', userPluginId)
    .orderBy('created_at', 'desc')
    .limit(MAX_DISMISSED)
    .execute()
  return rows.map((row) => row.external_id)
}

export async function dismissRecommendation(
  tx: Tx,
  userPluginId: number,
  externalId: string,
  reason: string | null,
  now: number,
): Promise<void> {
  await tx
    .insertInto('dismissed_recommendation')
    .values({ user_plugin_id: userPluginId, external_id: externalId, reason, created_at: now })
    .onConflict((conflict) => conflict.columns(['user_plugin_id', 'external_id']).doUpdateSet({ reason }))
    .execute()
}

/** False: it was not dismissed. */
export async function restoreRecommendation(tx: Tx, userPluginId: number, externalId: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('dismissed_recommendation')
    .where('user_plugin_id', '=', userPluginId)
    .where('external_id', '=', externalId)
    .executeTakeFirst()
  return Number(gone.numDeletedRows) > 0
}

const MAX_DISMISSED = 5000
