import type { Selectable } from 'kysely'
import type { Queryable } from '../open.ts'
import type { Tables } from '../tables.ts'
import { bytesToUuid, type Uid } from '../uid.ts'

export type PluginRow = Selectable<Tables['plugin']>

/** The origin of a plugin's code. */
export type PluginOrigin =
  | { kind: 'npm'; package: string; version: string; integrity: string }
  | { kind: 'folder' | 'tarball'; package: string; version: string; path: string; integrity?: string }
  | { kind: 'command' }
  | { kind: 'built-in' }

/** How the server uses a plugin, besides running it. */
export interface PluginMatchAndSyncSettings {
  searchTemplate?: string | null
  searchRules?: SearchRule[] | null
  /** In the condition syntax of series lists. */
  matchCondition?: object | null
  useExistingId?: boolean
  targets?: ('series' | 'book')[] | null
  resultLimit?: number | null
  /** From this similarity on, a match is applied automatically; from `reviewFrom` on, it is queued for review. */
  applyFrom?: number
  reviewFrom?: number
  matchCron?: string | null
  /** When that was set: earlier times of the schedule aren't made up for. */
  matchCronSince?: number
  matchAfterScan?: boolean
  /** When that was turned on: what was there before isn't new. */
  matchAfterScanSince?: number
  syncCron?: string | null
}

export interface SearchRule {
  pattern: string
  replacement: string
  description?: string | null
  enabled?: boolean
}

export interface PluginView {
  id: number
  uid: string
  name: string
  displayName: string
  description: string | null
  pluginType: 'system' | 'user'
  origin: PluginOrigin
  command: string
  args: string[]
  packageDir: string | null
  permissions: string[]
  scopes: string[]
  libraryUids: string[]
  /** Encrypted. */
  secrets: string | null
  credentialDelivery: 'env' | 'init_message' | 'both'
  config: Record<string, unknown>
  settings: PluginMatchAndSyncSettings
  /** The manifest of its last successful start. */
  manifest: unknown
  isEnabled: boolean
  reviewedAt: number | null
  rateLimit: number | null
  timeoutSeconds: number | null
  logLevel: string | null
  health: PluginHealth
  failureCount: number
  healthReason: string | null
  lastSuccessAt: number | null
  lastFailureAt: number | null
  owner: string | null
  ownerUntil: number
  generation: number
  createdAt: number
  updatedAt: number
}

export type PluginHealth = 'unknown' | 'healthy' | 'degraded' | 'unhealthy' | 'disabled'

export async function listPlugins(db: Queryable): Promise<PluginView[]> {
  const rows = await db.query.selectFrom('plugin').selectAll().orderBy('display_name').orderBy('id').execute()
  return rows.map(toPluginView)
}

export async function hasPlugins(db: Queryable): Promise<boolean> {
  return (await db.query.selectFrom('plugin').select('id').limit(1).executeTakeFirst()) !== undefined
}

export async function findPlugin(db: Queryable, which: { id: number } | { uid: Uid } | { name: string }) {
  const [column, value] = Object.entries(which)[0] as ['id' | 'uid' | 'name', never]
  const row = await db.query.selectFrom('plugin').selectAll().where(column, '=', value).executeTakeFirst()
  return row && toPluginView(row)
}

export function toPluginView(row: PluginRow): PluginView {
  return {
    id: row.id,
    uid: bytesToUuid(row.uid),
    name: row.name,
    displayName: row.display_name,
    description: row.description,
    pluginType: row.plugin_type as PluginView['pluginType'],
    origin: JSON.parse(row.origin),
    command: row.command,
    args: JSON.parse(row.args),
    packageDir: row.package_dir,
    permissions: JSON.parse(row.permissions),
    scopes: JSON.parse(row.scopes),
    libraryUids: JSON.parse(row.library_uids),
    secrets: row.secrets,
    credentialDelivery: row.credential_delivery as PluginView['credentialDelivery'],
    config: JSON.parse(row.config),
    settings: JSON.parse(row.settings),
    manifest: row.manifest === null ? undefined : JSON.parse(row.manifest),
    isEnabled: row.is_enabled === 1,
    reviewedAt: row.reviewed_at,
    rateLimit: row.rate_limit,
    timeoutSeconds: row.timeout_seconds,
    logLevel: row.log_level,
    health: row.health as PluginHealth,
    failureCount: row.failure_count,
    healthReason: row.health_reason,
    lastSuccessAt: row.last_success_at,
    lastFailureAt: row.last_failure_at,
    owner: row.owner,
    ownerUntil: row.owner_until,
    generation: row.generation,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
