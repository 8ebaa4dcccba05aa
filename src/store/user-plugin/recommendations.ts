import { inChunks } from '../in-chunks.ts'
import type { Queryable, Tx } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'

/** A plugin's recommendations for one user, in the plugin's own format. */
export interface StoredRecommendations {
  entries: readonly object[]
  /** The series that the plugin was told about: its reasons may name any of them. */
  seedIds: readonly number[]
}

/** Undefined as well if the viewer may no longer see a series that a reason may name: the list is then out of date. */
export async function readRecommendations(
  db: Queryable,
  viewer: Viewer,
  userPluginId: number,
): Promise<{ entries: readonly object[]; generatedAt: number } | undefined> {
  const row = await db.query
    .selectFrom('recommendation_list')
    .selectAll()
    .where('user_plugin_id', '=', userPluginId)
    .executeTakeFirst()
  if (!row) return undefined
  const { entries, seedIds } = JSON.parse(row.entries) as StoredRecommendations
  // Lists stored by earlier versions have no ids.
  if (!seedIds || !(await areAllVisible(db, viewer, seedIds))) return undefined
  return { entries, generatedAt: row.generated_at }
}

async function areAllVisible(db: Queryable, viewer: Viewer, seriesIds: readonly number[]): Promise<boolean> {
  for (const some of inChunks(seriesIds)) {
    const { visible } = await db.query
      .selectFrom('series as s')
      .where('s.id', 'in', some)
      .where(visibilityCondition(db.kind, viewer.sees, 's.class'))
      .select((eb) => eb.fn.countAll().as('visible'))
      .executeTakeFirstOrThrow()
    if (Number(visible) < some.length) return false
  }
  return true
}

export async function replaceRecommendations(
  tx: Tx,
  userPluginId: number,
  found: StoredRecommendations,
  now: number,
): Promise<void> {
  const values = { entries: JSON.stringify(found), generated_at: now }
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
