import type { Insertable, Updateable } from 'kysely'
import { withoutUndefined } from '../../formats/values/without-undefined.ts'
import type { Tx } from '../open.ts'
import type { Tables } from '../tables.ts'
import { newUid, type Uid } from '../uid.ts'
import type { PluginHealth, PluginMatchAndSyncSettings, PluginOrigin, PluginView } from './read.ts'

export interface PluginFields {
  displayName: string
  description: string | null
  pluginType: PluginView['pluginType']
  origin: PluginOrigin
  command: string
  args: readonly string[]
  packageDir: string | null
  permissions: readonly string[]
  scopes: readonly string[]
  libraryUids: readonly string[]
  secrets: string | null
  credentialDelivery: PluginView['credentialDelivery']
  config: object
  settings: PluginMatchAndSyncSettings
  manifest: object | null
  isEnabled: boolean
  reviewedAt: number | null
  rateLimit: number | null
  timeoutSeconds: number | null
  logLevel: string | null
}

/** Undefined if the name is taken. */
export async function insertPlugin(tx: Tx, name: string, fields: PluginFields, now: number): Promise<Uid | undefined> {
  const row = { ...rowOf(fields), uid: newUid(), name, created_at: now, updated_at: now }
  const added = await tx
    .insertInto('plugin')
    .values(row as Insertable<Tables['plugin']>)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('uid')
    .executeTakeFirst()
  return added?.uid
}

/** Increases the generation, so that a running process picks up the change. */
export async function updatePlugin(tx: Tx, id: number, fields: Partial<PluginFields>, now: number): Promise<void> {
  await tx
    .updateTable('plugin')
    .set({ ...rowOf(fields), updated_at: now })
    .set((eb) => ({ generation: eb('generation', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function deletePlugin(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('plugin').where('id', '=', id).execute()
}

export interface PluginHealthUpdate {
  health?: PluginHealth
  failureCount?: number
  reason?: string | null
  lastSuccessAt?: number
  lastFailureAt?: number
  manifest?: object
  pluginType?: PluginView['pluginType']
  displayName?: string
}

/** Stores the plugin's health, which a running process needn't pick up. */
export async function recordPluginHealth(tx: Tx, id: number, note: PluginHealthUpdate): Promise<void> {
  const row: Updateable<Tables['plugin']> = {
    ...(note.health !== undefined && { health: note.health }),
    ...(note.failureCount !== undefined && { failure_count: note.failureCount }),
    ...(note.reason !== undefined && { health_reason: note.reason }),
    ...(note.lastSuccessAt !== undefined && { last_success_at: note.lastSuccessAt }),
    ...(note.lastFailureAt !== undefined && { last_failure_at: note.lastFailureAt }),
    ...(note.manifest !== undefined && { manifest: JSON.stringify(note.manifest) }),
    ...(note.pluginType !== undefined && { plugin_type: note.pluginType }),
  }
  if (Object.keys(row).length > 0) await tx.updateTable('plugin').set(row).where('id', '=', id).execute()
}

function rowOf(fields: Partial<PluginFields>): Updateable<Tables['plugin']> {
  const { displayName, description, pluginType, origin, command, args, packageDir, permissions, scopes } = fields
  const row = {
    display_name: displayName,
    description,
    plugin_type: pluginType,
    origin: json(origin),
    command,
    args: json(args),
    package_dir: packageDir,
    permissions: json(permissions),
    scopes: json(scopes),
    library_uids: json(fields.libraryUids),
    secrets: fields.secrets,
    credential_delivery: fields.credentialDelivery,
    config: json(fields.config),
    settings: json(fields.settings),
    manifest: fields.manifest === null ? null : json(fields.manifest),
    is_enabled: fields.isEnabled === undefined ? undefined : Number(fields.isEnabled),
    reviewed_at: fields.reviewedAt,
    rate_limit: fields.rateLimit,
    timeout_seconds: fields.timeoutSeconds,
    log_level: fields.logLevel,
  }
  return withoutUndefined(row)
}

const json = (value: unknown): string | undefined => (value === undefined ? undefined : JSON.stringify(value))
