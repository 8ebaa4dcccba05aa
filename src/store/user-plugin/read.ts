import type { Selectable } from 'kysely'
import type { Queryable } from '../open.ts'
import type { PluginHealth } from '../plugin/read.ts'
import type { Tables } from '../tables.ts'
import { bytesToUuid, type Uid } from '../uid.ts'

/** A user's use of a plugin: their settings and their account at the external service. */
export interface UserPlugin {
  id: number
  uid: string
  pluginId: number
  userId: number
  isEnabled: boolean
  config: Record<string, unknown>
  /** Encrypted. */
  secrets: string | null
  tokenExpiresAt: number | null
  autoSync: boolean
  health: PluginHealth
  failureCount: number
  healthReason: string | null
  externalUsername: string | null
  externalAvatarUrl: string | null
  lastSyncAt: number | null
  lastFullSyncAt: number | null
  lastSuccessAt: number | null
  lastFailureAt: number | null
  lastSyncResult: unknown
  createdAt: number
}

export async function listUserPlugins(db: Queryable, userId: number): Promise<UserPlugin[]> {
  const rows = await db.query
    .selectFrom('user_plugin')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(viewOf)
}

/** Those that sync automatically. */
export async function listAutoSyncedUserPlugins(db: Queryable, pluginId: number): Promise<UserPlugin[]> {
  const rows = await db.query
    .selectFrom('user_plugin')
    .selectAll()
    .where('plugin_id', '=', pluginId)
    .where('auto_sync', '=', 1)
    .where('is_enabled', '=', 1)
    .orderBy('id')
    .execute()
  return rows.map(viewOf)
}

export async function findUserPlugin(
  db: Pick<Queryable, 'query'>,
  which: { id: number } | { uid: Uid; userId: number } | { pluginId: number; userId: number },
): Promise<UserPlugin | undefined> {
  let query = db.query.selectFrom('user_plugin').selectAll()
  if ('id' in which) query = query.where('id', '=', which.id)
  else if ('uid' in which) query = query.where('uid', '=', which.uid).where('user_id', '=', which.userId)
  else query = query.where('plugin_id', '=', which.pluginId).where('user_id', '=', which.userId)
  const row = await query.executeTakeFirst()
  return row && viewOf(row)
}

/** Number of users per plugin. */
export async function countUsersOfPlugins(db: Queryable): Promise<Map<number, number>> {
  const rows = await db.query
    .selectFrom('user_plugin')
    .select('plugin_id')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .groupBy('plugin_id')
    .execute()
  return new Map(rows.map((row) => [row.plugin_id, Number(row.n)]))
}

function viewOf(row: Selectable<Tables['user_plugin']>): UserPlugin {
  return {
    id: row.id,
    uid: bytesToUuid(row.uid),
    pluginId: row.plugin_id,
    userId: row.user_id,
    isEnabled: row.is_enabled === 1,
    config: JSON.parse(row.config),
    secrets: row.secrets,
    tokenExpiresAt: row.token_expires_at,
    autoSync: row.auto_sync === 1,
    health: row.health as PluginHealth,
    failureCount: row.failure_count,
    healthReason: row.health_reason,
    externalUsername: row.external_username,
    externalAvatarUrl: row.external_avatar_url,
    lastSyncAt: row.last_sync_at,
    lastFullSyncAt: row.last_full_sync_at,
    lastSuccessAt: row.last_success_at,
    lastFailureAt: row.last_failure_at,
    lastSyncResult: row.last_sync_result === null ? null : JSON.parse(row.last_sync_result),
    createdAt: row.created_at,
  }
}
