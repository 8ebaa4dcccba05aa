import { rm } from 'node:fs/promises'
import type { Config } from '../config/settings.ts'
import type { CreatePlugin, InstallPlugin, UpdatePlugin } from '../contract/plugin-schemas.ts'
import { problem, validationProblem } from '../contract/problems.ts'
import type { Events } from '../events/events.ts'
import type { Db } from '../store/open.ts'
import { deletePluginFailures } from '../store/plugin/failures.ts'
import { findPlugin, type PluginView } from '../store/plugin/read.ts'
import {
  deletePlugin,
  insertPlugin,
  type PluginFields,
  recordPluginHealth,
  updatePlugin,
} from '../store/plugin/write.ts'
import { bytesToUuid, type Uid } from '../store/uid.ts'
import type { PluginCalls } from './bus-calls/plugin-bus.ts'
import { readStoredManifest } from './host/plugin-health.ts'
import { installPackage } from './install/install-package.ts'
import { defaultPluginPermissions, defaultPluginScopes } from './permissions.ts'
import { defaultPluginFields, fieldsOfInstalledPlugin, pluginFieldsOfRequest } from './plugin-fields-to-store.ts'
import { packageFolderOf, packagesFolder, pluginDataDirOf } from './plugin-folders.ts'
import { checkCommand, splitNodeArgs } from './process/sandbox.ts'
import { PluginError } from './protocol/errors.ts'
import { type PluginManifest, pluginTypeOf } from './protocol/manifest.ts'
import { type SecretBox, sealChangedSecrets, withClientSecretOutOfConfig } from './secrets.ts'

export interface PluginDeps {
  db: Db
  config: Config
  events: Pick<Events, 'emit'>
  plugins: PluginCalls
  secrets: SecretBox
}

export interface PluginTestResult {
  manifest: PluginManifest | undefined
  latencyMs: number | undefined
  error: string | undefined
}

type PluginEvent = 'plugin_created' | 'plugin_updated' | 'plugin_enabled' | 'plugin_disabled' | 'plugin_deleted'

export function emitPluginEvent({ events }: Pick<PluginDeps, 'events'>, type: PluginEvent, pluginId: string): void {
  events.emit({ type, pluginId }, { permission: 'PluginsManage' })
}

/** Adds a plugin that is started with a command the administrator enters. */
export async function createPlugin(deps: PluginDeps, request: CreatePlugin): Promise<PluginView> {
  const given = withClientSecretOutOfConfig(request)
  const { config, secrets } = deps
  checkCommand(given.command, config.plugins.allowed_commands)
  if (given.command === 'node') splitNodeArgs(given.args ?? [], undefined)
  const sealed = sealChangedSecrets(secrets, null, given)
  const fields: PluginFields = {
    ...defaultPluginFields(),
    ...pluginFieldsOfRequest({}, given),
    displayName: given.displayName,
    command: given.command,
    pluginType: given.pluginType ?? 'system',
    origin: { kind: 'command' },
    secrets: sealed === undefined ? null : sealed,
  }
  return insert(deps, given.name, fields)
}

/** Unpacks the package, reads its manifest without network access, and leaves the plugin disabled. */
export async function installPlugin(deps: PluginDeps, request: InstallPlugin): Promise<PluginView> {
  const given = withClientSecretOutOfConfig(request)
  const { config, secrets } = deps
  if ((given.package === undefined) === (given.path === undefined)) {
    throw validationProblem([{ path: 'package', message: 'give either a package or a path' }])
  }
  const from = given.package !== undefined ? { package: given.package } : { path: given.path! }
  const installed = await installPackage(config, from, given.name)
  const sealed = sealChangedSecrets(secrets, null, given)
  const plugin = await insert(deps, installed.name, {
    ...defaultPluginFields(),
    ...fieldsOfInstalledPlugin(installed),
    displayName: given.displayName ?? installed.name,
    description: installed.description,
    config: given.config ?? {},
    secrets: sealed === undefined ? null : sealed,
  }).catch(async (error: unknown) => {
    await rm(packageFolderOf(config, installed)!, { recursive: true, force: true })
    throw error
  })
  const { manifest } = await testPlugin(deps, plugin)
  return manifest ? followManifest(deps, plugin, manifest) : plugin
}

/** Adopts the manifest's values where the administrator hasn't set others. */
async function followManifest(deps: PluginDeps, plugin: PluginView, manifest: PluginManifest): Promise<PluginView> {
  const isUnlimited = String(plugin.permissions) === String(defaultPluginPermissions(undefined))
  const named = plugin.displayName === plugin.name ? { displayName: manifest.displayName } : {}
  const limits = { permissions: defaultPluginPermissions(manifest), scopes: defaultPluginScopes(manifest) }
  const description = manifest.description ?? plugin.description
  const fields = { ...named, description, ...(isUnlimited && limits), pluginType: pluginTypeOf(manifest) }
  await deps.db.transaction((tx) => updatePlugin(tx, plugin.id, fields, Date.now()))
  return readPluginOrThrow(deps, plugin.id)
}

export async function changePlugin(deps: PluginDeps, plugin: PluginView, request: UpdatePlugin): Promise<PluginView> {
  const given = withClientSecretOutOfConfig(request)
  const { config, db, secrets } = deps
  const command = given.command ?? plugin.command
  checkCommand(command, config.plugins.allowed_commands)
  if (command === 'node') splitNodeArgs(given.args ?? plugin.args, packageFolderOf(config, plugin))
  const manifest = readStoredManifest(plugin)
  if (given.syncCronSchedule && manifest && !manifest.capabilities.userReadSync) {
    throw validationProblem([{ path: 'syncCronSchedule', message: 'is only for plugins that sync progress' }])
  }
  const sealed = sealChangedSecrets(secrets, plugin.secrets, given)
  const fields = { ...pluginFieldsOfRequest(plugin.settings, given), ...(sealed !== undefined && { secrets: sealed }) }
  await db.transaction((tx) => updatePlugin(tx, plugin.id, fields, Date.now()))
  emitPluginEvent(deps, 'plugin_updated', plugin.uid)
  if (plugin.isEnabled) follow(deps, plugin.id)
  return readPluginOrThrow(deps, plugin.id)
}

/** Enabling a plugin also marks it as reviewed: the administrator has seen what it may do. */
export async function enablePlugin(
  deps: PluginDeps,
  plugin: PluginView,
): Promise<{ plugin: PluginView; tried: PluginTestResult }> {
  await deps.db.transaction(async (tx) => {
    await updatePlugin(tx, plugin.id, { isEnabled: true, reviewedAt: Date.now() }, Date.now())
    await recordPluginHealth(tx, plugin.id, { health: 'unknown', failureCount: 0, reason: null })
  })
  const began = performance.now()
  let error: string | undefined
  try {
    await deps.plugins.call(plugin.id, 'host/follow')
  } catch (caught) {
    error = pluginErrorMessage(caught)
  }
  emitPluginEvent(deps, 'plugin_enabled', plugin.uid)
  let now = await readPluginOrThrow(deps, plugin.id)
  const manifest = readStoredManifest(now)
  // A plugin that didn't start when it was installed has a manifest only now.
  if (manifest && !readStoredManifest(plugin) && plugin.packageDir !== null)
    now = await followManifest(deps, now, manifest)
  return {
    plugin: now,
    tried: { manifest: readStoredManifest(now), latencyMs: Math.round(performance.now() - began), error },
  }
}

export async function disablePlugin(deps: PluginDeps, plugin: PluginView): Promise<PluginView> {
  await deps.db.transaction(async (tx) => {
    await updatePlugin(tx, plugin.id, { isEnabled: false }, Date.now())
    await recordPluginHealth(tx, plugin.id, { health: 'disabled', reason: null })
  })
  await deps.plugins.call(plugin.id, 'host/follow').catch(() => {})
  emitPluginEvent(deps, 'plugin_disabled', plugin.uid)
  return readPluginOrThrow(deps, plugin.id)
}

export async function removePlugin(deps: PluginDeps, plugin: PluginView): Promise<void> {
  await deps.plugins.call(plugin.id, 'host/forget').catch(() => {})
  await deps.db.transaction((tx) => deletePlugin(tx, plugin.id))
  await rm(pluginDataDirOf(deps.config, plugin.name), { recursive: true, force: true })
  if (plugin.packageDir) {
    await rm(packagesFolder(deps.config, plugin.name), { recursive: true, force: true })
  }
  emitPluginEvent(deps, 'plugin_deleted', plugin.uid)
}

/** Starts a second process of the plugin for a moment and stores the manifest it returns. */
export async function testPlugin(deps: PluginDeps, plugin: PluginView): Promise<PluginTestResult> {
  try {
    const found = (await deps.plugins.call(plugin.id, 'host/test')) as { manifest: PluginManifest; latencyMs: number }
    const { manifest, latencyMs } = found
    await deps.db.transaction((tx) =>
      recordPluginHealth(tx, plugin.id, { manifest, pluginType: pluginTypeOf(manifest) }),
    )
    return { manifest, latencyMs, error: undefined }
  } catch (error) {
    return { manifest: undefined, latencyMs: undefined, error: pluginErrorMessage(error) }
  }
}

export async function resetPlugin(deps: PluginDeps, plugin: PluginView): Promise<PluginView> {
  await deps.db.transaction(async (tx) => {
    await deletePluginFailures(tx, plugin.id)
    const health = plugin.isEnabled ? ('unknown' as const) : ('disabled' as const)
    await recordPluginHealth(tx, plugin.id, { health, failureCount: 0, reason: null })
  })
  // Its host knows whether it runs.
  if (plugin.isEnabled) await deps.plugins.call(plugin.id, 'host/reset').catch(() => {})
  emitPluginEvent(deps, 'plugin_updated', plugin.uid)
  return readPluginOrThrow(deps, plugin.id)
}

/** In the background: no request waits for a restart. */
function follow({ plugins }: PluginDeps, id: number): void {
  plugins.call(id, 'host/follow').catch(() => {})
}

async function insert(deps: PluginDeps, name: string, fields: PluginFields): Promise<PluginView> {
  const uid = await deps.db.transaction((tx) => insertPlugin(tx, name, fields, Date.now()))
  if (!uid) throw problem('conflict', `A plugin called “${name}” already exists.`)
  emitPluginEvent(deps, 'plugin_created', bytesToUuid(uid))
  return readPlugin(deps, uid)
}

async function readPlugin({ db }: PluginDeps, uid: Uid): Promise<PluginView> {
  return (await findPlugin(db, { uid }))!
}

export async function readPluginOrThrow({ db }: PluginDeps, id: number): Promise<PluginView> {
  const plugin = await findPlugin(db, { id })
  if (!plugin) throw problem('not_found', 'There is no such plugin.')
  return plugin
}

export const pluginErrorMessage = (error: unknown): string =>
  error instanceof PluginError || error instanceof Error ? error.message : String(error)
