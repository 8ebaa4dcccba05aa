import { rm } from 'node:fs/promises'
import type { PluginVersionUpdate } from '../contract/plugin-schemas.ts'
import { problem } from '../contract/problems.ts'
import type { PluginView } from '../store/plugin/read.ts'
import { recordPluginHealth, updatePlugin } from '../store/plugin/write.ts'
import { readStoredManifest } from './host/plugin-health.ts'
import { type InstalledPlugin, installPackage } from './install/install-package.ts'
import {
  emitPluginEvent,
  type PluginDeps,
  type PluginTestResult,
  pluginErrorMessage,
  readPluginOrThrow,
} from './manage-plugins.ts'
import { listPluginAbilities } from './permissions.ts'
import { fieldsOfInstalledPlugin } from './plugin-fields-to-store.ts'
import { packageFolderOf } from './plugin-folders.ts'
import { type PluginManifest, pluginTypeOf } from './protocol/manifest.ts'

/** Unpacks another version beside the current one and compares what the two can do. */
export async function previewOrApplyPluginUpdate(
  deps: PluginDeps,
  plugin: PluginView,
  { version = 'latest', path, apply = false }: { version?: string; path?: string; apply?: boolean },
): Promise<Omit<PluginVersionUpdate, 'plugin'> & { plugin: PluginView }> {
  const { origin } = plugin
  if (origin.kind === 'command' || origin.kind === 'built-in') {
    throw problem('unprocessable', 'This plugin wasn’t installed from a package, so it can’t be updated here.')
  }
  const from =
    path === undefined && origin.kind === 'npm'
      ? { package: `${origin.package}@${version}` }
      : { path: path ?? (origin as { path: string }).path }
  const installed = await installPackage(deps.config, from, plugin.name)
  const { package: name } = installed.origin as { package: string }
  if (name !== origin.package) {
    await rm(packageFolderOf(deps.config, installed)!, { recursive: true, force: true })
    throw problem('unprocessable', `This is another package: ${name}.`)
  }
  const before = readStoredManifest(plugin)
  const { manifest: after, error } = await tryVersion(deps, plugin, installed)
  if (!after || !apply) await rm(packageFolderOf(deps.config, installed)!, { recursive: true, force: true })
  if (!after) throw problem('unprocessable', `Version ${installed.version} doesn’t start: ${error}`)
  const [was, is] = [listPluginAbilities(before), listPluginAbilities(after)]
  const added = is.filter((one) => !was.includes(one))
  const fields = (manifest: PluginManifest | undefined) =>
    manifest?.configSchema?.fields.map((field) => field.key) ?? []
  const difference = {
    currentVersion: origin.version,
    version: installed.version,
    isApplied: apply,
    permissionsAdded: added,
    permissionsRemoved: was.filter((one) => !is.includes(one)),
    configAdded: fields(after).filter((key) => !fields(before).includes(key)),
    configRemoved: fields(before).filter((key) => !fields(after).includes(key)),
  }
  if (!apply) return { ...difference, plugin }
  const mustBeSeen = added.length > 0
  await deps.db.transaction(async (tx) => {
    const change = { ...fieldsOfInstalledPlugin(installed), ...(mustBeSeen && { isEnabled: false, reviewedAt: null }) }
    await updatePlugin(tx, plugin.id, change, Date.now())
    await recordPluginHealth(tx, plugin.id, { manifest: after, pluginType: pluginTypeOf(after) })
    if (mustBeSeen) await recordPluginHealth(tx, plugin.id, { health: 'disabled', reason: NEW_PERMISSIONS })
  })
  await deps.plugins.call(plugin.id, 'host/follow').catch(() => {})
  const former = packageFolderOf(deps.config, plugin)
  if (former) await rm(former, { recursive: true, force: true })
  emitPluginEvent(deps, 'plugin_updated', plugin.uid)
  return { ...difference, plugin: await readPluginOrThrow(deps, plugin.id) }
}

const NEW_PERMISSIONS = 'The new version needs more permissions. Review them, then enable the plugin again.'

async function tryVersion(deps: PluginDeps, plugin: PluginView, installed: InstalledPlugin): Promise<PluginTestResult> {
  const { packageDir, entry, origin } = installed
  // Nobody has reviewed this version yet: like a new plugin, it is started without network access.
  const params = { packageDir, args: [entry], origin, reviewedAt: null }
  try {
    const found = (await deps.plugins.call(plugin.id, 'host/test', params)) as {
      manifest: PluginManifest
      latencyMs: number
    }
    return { ...found, error: undefined }
  } catch (error) {
    return { manifest: undefined, latencyMs: undefined, error: pluginErrorMessage(error) }
  }
}
