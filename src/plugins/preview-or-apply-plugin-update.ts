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

interface UpdateRequest {
  version?: string
  path?: string
  apply?: boolean
}

/** Unpacks another version beside the current one and compares what the two can do. */
export async function previewOrApplyPluginUpdate(
  deps: PluginDeps,
  plugin: PluginView,
  request: UpdateRequest,
): Promise<Omit<PluginVersionUpdate, 'plugin'> & { plugin: PluginView }> {
  const isApplied = request.apply === true
  const { installed, currentVersion } = await unpackOtherVersion(deps, plugin, request)
  const { manifest, error } = await tryVersion(deps, plugin, installed)
  if (!manifest || !isApplied) await removePackage(deps, installed)
  if (!manifest) throw problem('unprocessable', `Version ${installed.version} doesn’t start: ${error}`)
  const difference = differenceBetween(readStoredManifest(plugin), manifest)
  const versions = { currentVersion, version: installed.version, isApplied }
  if (!isApplied) return { ...versions, ...difference, plugin }
  await adoptVersion(deps, plugin, { installed, manifest, mustBeReviewed: difference.permissionsAdded.length > 0 })
  return { ...versions, ...difference, plugin: await readPluginOrThrow(deps, plugin.id) }
}

async function unpackOtherVersion(
  deps: PluginDeps,
  { name, origin }: PluginView,
  { version = 'latest', path }: UpdateRequest,
): Promise<{ installed: InstalledPlugin; currentVersion: string }> {
  if (origin.kind === 'command' || origin.kind === 'built-in') {
    throw problem('unprocessable', 'This plugin wasn’t installed from a package, so it can’t be updated here.')
  }
  const from =
    path === undefined && origin.kind === 'npm'
      ? { package: `${origin.package}@${version}` }
      : { path: path ?? (origin as { path: string }).path }
  const installed = await installPackage(deps.config, from, name)
  const { package: found } = installed.origin as { package: string }
  if (found === origin.package) return { installed, currentVersion: origin.version }
  await removePackage(deps, installed)
  throw problem('unprocessable', `This is another package: ${found}.`)
}

async function removePackage({ config }: PluginDeps, of: Parameters<typeof packageFolderOf>[1]): Promise<void> {
  const folder = packageFolderOf(config, of)
  if (folder) await rm(folder, { recursive: true, force: true })
}

function differenceBetween(before: PluginManifest | undefined, after: PluginManifest) {
  const [was, is] = [listPluginAbilities(before), listPluginAbilities(after)]
  const [hadFields, hasFields] = [configKeysOf(before), configKeysOf(after)]
  return {
    permissionsAdded: is.filter((one) => !was.includes(one)),
    permissionsRemoved: was.filter((one) => !is.includes(one)),
    configAdded: hasFields.filter((key) => !hadFields.includes(key)),
    configRemoved: hadFields.filter((key) => !hasFields.includes(key)),
  }
}

const configKeysOf = (manifest: PluginManifest | undefined): string[] =>
  manifest?.configSchema?.fields.map((field) => field.key) ?? []

/** Replaces the former version and its files. What may do more than it could is off until it has been reviewed. */
async function adoptVersion(
  deps: PluginDeps,
  plugin: PluginView,
  version: { installed: InstalledPlugin; manifest: PluginManifest; mustBeReviewed: boolean },
): Promise<void> {
  const { installed, manifest, mustBeReviewed } = version
  await deps.db.transaction(async (tx) => {
    const turnedOff = mustBeReviewed && { isEnabled: false, reviewedAt: null }
    await updatePlugin(tx, plugin.id, { ...fieldsOfInstalledPlugin(installed), ...turnedOff }, Date.now())
    await recordPluginHealth(tx, plugin.id, { manifest, pluginType: pluginTypeOf(manifest) })
    if (mustBeReviewed) await recordPluginHealth(tx, plugin.id, { health: 'disabled', reason: NEW_PERMISSIONS })
  })
  await deps.plugins.call(plugin.id, 'host/follow').catch(() => {})
  await removePackage(deps, plugin)
  emitPluginEvent(deps, 'plugin_updated', plugin.uid)
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
