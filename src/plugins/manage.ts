import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '../config/settings.ts'
import type { CreatePlugin, InstallPlugin, PluginUpdate, UpdatePlugin } from '../contract/plugins.ts'
import { invalid, problem } from '../contract/problems.ts'
import type { Events } from '../events/events.ts'
import type { Db } from '../store/open.ts'
import { deletePluginFailures } from '../store/plugin/failures.ts'
import { findPlugin, type PluginSettings, type PluginView } from '../store/plugin/read.ts'
import { deletePlugin, insertPlugin, notePluginHealth, type PluginFields, updatePlugin } from '../store/plugin/write.ts'
import { bytesToUuid, type Uid } from '../store/uid.ts'
import { cronFault } from '../tasks/schedule.ts'
import { knownManifest } from './host/health.ts'
import { dataDirOf } from './host/launch.ts'
import { type Installed, installPackage } from './install/install.ts'
import { packageFolder } from './install/package-folder.ts'
import type { PluginCalls } from './link/call-plugins.ts'
import { checkRules } from './matching/search-text.ts'
import { abilitiesOf, usualPermissions, usualScopes } from './permissions.ts'
import { checkCommand, checkEnvironment, splitNodeArgs } from './process/sandbox.ts'
import { PluginError } from './protocol/errors.ts'
import { type Manifest, pluginTypeOf } from './protocol/manifest.ts'
import type { PluginSecrets, SecretBox } from './secrets.ts'

/** What managing plugins works with. */
export interface PluginDeps {
  db: Db
  config: Config
  events: Pick<Events, 'emit'>
  plugins: PluginCalls
  secrets: SecretBox
}

export interface Tried {
  manifest: Manifest | undefined
  latencyMs: number | undefined
  error: string | undefined
}

type PluginEvent = 'plugin_created' | 'plugin_updated' | 'plugin_enabled' | 'plugin_disabled' | 'plugin_deleted'

export function emitPlugin({ events }: Pick<PluginDeps, 'events'>, type: PluginEvent, pluginId: string): void {
  events.emit({ type, pluginId }, { permission: 'PluginsManage' })
}

/** A plugin that the administrator starts by a command. */
export async function createPlugin(deps: PluginDeps, given: CreatePlugin): Promise<PluginView> {
  const { config, secrets } = deps
  checkCommand(given.command, config.plugins.allowed_commands)
  if (given.command === 'node') splitNodeArgs(given.args ?? [], undefined)
  const sealed = sealChange(secrets, null, given)
  const fields: PluginFields = {
    ...newFields(),
    ...fieldsOf({}, given),
    displayName: given.displayName,
    command: given.command,
    pluginType: given.pluginType ?? 'system',
    origin: { kind: 'command' },
    secrets: sealed === undefined ? null : sealed,
  }
  return insert(deps, given.name, fields)
}

/** Unpacks it, looks at it without a network, and leaves it switched off. */
export async function installPlugin(deps: PluginDeps, given: InstallPlugin): Promise<PluginView> {
  const { config, db, secrets } = deps
  if ((given.package === undefined) === (given.path === undefined)) {
    throw invalid([{ path: 'package', message: 'give either a package or a path' }])
  }
  const from = given.package !== undefined ? { package: given.package } : { path: given.path! }
  const installed = await installPackage(config, from, given.name)
  if (await findPlugin(db, { name: installed.name })) throw nameTaken(installed.name)
  const sealed = sealChange(secrets, null, given)
  const plugin = await insert(deps, installed.name, {
    ...newFields(),
    ...fieldsOfInstalled(installed),
    displayName: given.displayName ?? installed.name,
    description: installed.description,
    config: given.config ?? {},
    secrets: sealed === undefined ? null : sealed,
  })
  const { manifest } = await tryPlugin(deps, plugin)
  if (!manifest) return plugin
  await db.transaction((tx) =>
    updatePlugin(
      tx,
      plugin.id,
      {
        displayName: given.displayName ?? manifest.displayName,
        description: manifest.description ?? installed.description,
        permissions: usualPermissions(manifest),
        scopes: usualScopes(manifest),
        pluginType: pluginTypeOf(manifest),
      },
      Date.now(),
    ),
  )
  return readAgain(deps, plugin.id)
}

export async function changePlugin(deps: PluginDeps, plugin: PluginView, given: UpdatePlugin): Promise<PluginView> {
  const { config, db, secrets } = deps
  const command = given.command ?? plugin.command
  checkCommand(command, config.plugins.allowed_commands)
  if (command === 'node') splitNodeArgs(given.args ?? plugin.args, plugin.packageDir ?? undefined)
  const sealed = sealChange(secrets, plugin.secrets, given)
  const fields = { ...fieldsOf(plugin.settings, given), ...(sealed !== undefined && { secrets: sealed }) }
  await db.transaction((tx) => updatePlugin(tx, plugin.id, fields, Date.now()))
  emitPlugin(deps, 'plugin_updated', plugin.uid)
  if (plugin.isEnabled) follow(deps, plugin.id)
  return readAgain(deps, plugin.id)
}

/** Whoever enables a plugin has seen what it may do. */
export async function enablePlugin(
  deps: PluginDeps,
  plugin: PluginView,
): Promise<{ plugin: PluginView; tried: Tried }> {
  await deps.db.transaction(async (tx) => {
    await updatePlugin(tx, plugin.id, { isEnabled: true, reviewedAt: Date.now() }, Date.now())
    await notePluginHealth(tx, plugin.id, { health: 'unknown', failureCount: 0, reason: null })
  })
  const began = performance.now()
  let error: string | undefined
  try {
    await deps.plugins.call(plugin.id, 'host/follow')
  } catch (caught) {
    error = messageOf(caught)
  }
  emitPlugin(deps, 'plugin_enabled', plugin.uid)
  const now = await readAgain(deps, plugin.id)
  return {
    plugin: now,
    tried: { manifest: knownManifest(now), latencyMs: Math.round(performance.now() - began), error },
  }
}

export async function disablePlugin(deps: PluginDeps, plugin: PluginView): Promise<PluginView> {
  await deps.db.transaction(async (tx) => {
    await updatePlugin(tx, plugin.id, { isEnabled: false }, Date.now())
    await notePluginHealth(tx, plugin.id, { health: 'disabled', reason: null })
  })
  await deps.plugins.call(plugin.id, 'host/follow').catch(() => {})
  emitPlugin(deps, 'plugin_disabled', plugin.uid)
  return readAgain(deps, plugin.id)
}

export async function removePlugin(deps: PluginDeps, plugin: PluginView): Promise<void> {
  await deps.plugins.call(plugin.id, 'host/forget').catch(() => {})
  await deps.db.transaction((tx) => deletePlugin(tx, plugin.id))
  await rm(dataDirOf(deps.config, plugin.name), { recursive: true, force: true })
  if (plugin.packageDir) {
    await rm(dirname(packageFolder(deps.config, plugin.name, 'x')), { recursive: true, force: true })
  }
  emitPlugin(deps, 'plugin_deleted', plugin.uid)
}

/** Starts it beside whatever runs. What it says of itself is kept. */
export async function tryPlugin(deps: PluginDeps, plugin: PluginView): Promise<Tried> {
  try {
    const found = (await deps.plugins.call(plugin.id, 'host/test')) as { manifest: Manifest; latencyMs: number }
    const { manifest, latencyMs } = found
    await deps.db.transaction((tx) => notePluginHealth(tx, plugin.id, { manifest, pluginType: pluginTypeOf(manifest) }))
    return { manifest, latencyMs, error: undefined }
  } catch (error) {
    return { manifest: undefined, latencyMs: undefined, error: messageOf(error) }
  }
}

export async function resetPlugin(deps: PluginDeps, plugin: PluginView): Promise<PluginView> {
  await deps.db.transaction(async (tx) => {
    await deletePluginFailures(tx, plugin.id)
    const health = plugin.isEnabled ? ('unknown' as const) : ('disabled' as const)
    await notePluginHealth(tx, plugin.id, { health, failureCount: 0, reason: null })
  })
  emitPlugin(deps, 'plugin_updated', plugin.uid)
  return readAgain(deps, plugin.id)
}

/** Another version beside the one that runs: what it could do that this one cannot. */
export async function updateVersion(
  deps: PluginDeps,
  plugin: PluginView,
  { version = 'latest', apply = false }: { version?: string; apply?: boolean },
): Promise<Omit<PluginUpdate, 'plugin'> & { plugin: PluginView }> {
  const { origin } = plugin
  if (origin.kind === 'command' || origin.kind === 'built-in') {
    throw problem('unprocessable', 'This plugin was not installed, so there is nothing to update it from.')
  }
  const from = origin.kind === 'npm' ? { package: `${origin.package}@${version}` } : { path: origin.path }
  const installed = await installPackage(deps.config, from, plugin.name)
  const before = knownManifest(plugin)
  const { manifest: after, error } = await tryVersion(deps, plugin, installed)
  if (!after) throw problem('unprocessable', `Version ${installed.version} does not start: ${error}`)
  const [was, is] = [abilitiesOf(before), abilitiesOf(after)]
  const added = is.filter((one) => !was.includes(one))
  const fields = (manifest: Manifest | undefined) => manifest?.configSchema?.fields.map((field) => field.key) ?? []
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
    const change = { ...fieldsOfInstalled(installed), ...(mustBeSeen && { isEnabled: false, reviewedAt: null }) }
    await updatePlugin(tx, plugin.id, change, Date.now())
    await notePluginHealth(tx, plugin.id, { manifest: after, pluginType: pluginTypeOf(after) })
    if (mustBeSeen) await notePluginHealth(tx, plugin.id, { health: 'disabled', reason: NEW_PERMISSIONS })
  })
  await deps.plugins.call(plugin.id, 'host/follow').catch(() => {})
  emitPlugin(deps, 'plugin_updated', plugin.uid)
  return { ...difference, plugin: await readAgain(deps, plugin.id) }
}

const NEW_PERMISSIONS = 'The new version can do more than the one before. Look at its permissions and enable it again.'

async function tryVersion(deps: PluginDeps, plugin: PluginView, installed: Installed): Promise<Tried> {
  const params = { packageDir: installed.packageDir, args: [installed.entry], origin: installed.origin }
  try {
    const found = (await deps.plugins.call(plugin.id, 'host/test', params)) as { manifest: Manifest; latencyMs: number }
    return { ...found, error: undefined }
  } catch (error) {
    return { manifest: undefined, latencyMs: undefined, error: messageOf(error) }
  }
}

/** Nobody waits for a restart. */
function follow({ plugins }: PluginDeps, id: number): void {
  plugins.call(id, 'host/follow').catch(() => {})
}

async function insert(deps: PluginDeps, name: string, fields: PluginFields): Promise<PluginView> {
  if (await findPlugin(deps.db, { name })) throw nameTaken(name)
  const uid = await deps.db.transaction((tx) => insertPlugin(tx, name, fields, Date.now()))
  emitPlugin(deps, 'plugin_created', bytesToUuid(uid))
  return readPlugin(deps, uid)
}

const nameTaken = (name: string) => problem('conflict', `There is a plugin called “${name}” already.`)

async function readPlugin({ db }: PluginDeps, uid: Uid): Promise<PluginView> {
  return (await findPlugin(db, { uid }))!
}

async function readAgain({ db }: PluginDeps, id: number): Promise<PluginView> {
  const plugin = await findPlugin(db, { id })
  if (!plugin) throw problem('not_found', 'There is no such plugin.')
  return plugin
}

const messageOf = (error: unknown): string =>
  error instanceof PluginError || error instanceof Error ? error.message : String(error)

const newFields = (): Omit<PluginFields, 'displayName' | 'command' | 'origin'> => ({
  description: null,
  pluginType: 'system',
  args: [],
  packageDir: null,
  permissions: usualPermissions(undefined),
  scopes: usualScopes(undefined),
  libraryUids: [],
  secrets: null,
  credentialDelivery: 'init_message',
  config: {},
  settings: {},
  manifest: null,
  isEnabled: false,
  reviewedAt: null,
  rateLimit: 60,
  timeoutSeconds: null,
  logLevel: null,
})

const fieldsOfInstalled = ({ origin, packageDir, entry }: Installed) => ({
  origin,
  packageDir,
  command: 'node',
  args: [entry],
})

function fieldsOf(settings: PluginSettings, given: Partial<UpdatePlugin>): Partial<PluginFields> {
  for (const name of ['matchCronSchedule', 'syncCronSchedule'] as const) {
    const fault = given[name] && cronFault(given[name])
    if (fault) throw invalid([{ path: name, message: fault }])
  }
  if (given.searchPreprocessingRules) checkRules(given.searchPreprocessingRules)
  const fields: Partial<PluginFields> = {
    displayName: given.displayName,
    description: given.description,
    command: given.command,
    args: given.args,
    permissions: given.permissions,
    scopes: given.scopes,
    libraryUids: given.libraryIds,
    credentialDelivery: given.credentialDelivery,
    config: given.config,
    rateLimit: given.rateLimitRequestsPerMinute,
    timeoutSeconds: given.requestTimeoutSeconds,
    logLevel: given.logLevel,
  }
  const changed = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  return { ...changed, settings: settingsOf(settings, given) }
}

function settingsOf(before: PluginSettings, given: Partial<UpdatePlugin>): PluginSettings {
  const change: PluginSettings = {
    searchTemplate: given.searchQueryTemplate,
    searchRules: given.searchPreprocessingRules,
    matchCondition: given.autoMatchConditions as object | null | undefined,
    useExistingId: given.useExistingExternalId,
    targets: given.metadataTargets,
    applyFrom: given.applyFrom,
    reviewFrom: given.reviewFrom,
    matchAfterScan: given.matchAfterScan,
    matchCron: given.matchCronSchedule,
    syncCron: given.syncCronSchedule,
    resultLimit: given.internalConfig?.searchResultsLimit,
  }
  return { ...before, ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) }
}

/** The sealed text after a change of secrets; undefined where none was given. */
function sealChange(
  box: SecretBox,
  sealed: string | null,
  given: Pick<UpdatePlugin, 'env' | 'credentials' | 'oauthClientSecret'>,
): string | null | undefined {
  if (given.env === undefined && given.credentials === undefined && given.oauthClientSecret === undefined) {
    return undefined
  }
  const before = openOrNothing(box, sealed)
  const after: PluginSecrets = { ...before }
  if (given.env !== undefined) {
    const entries = Array.isArray(given.env)
      ? given.env.map(({ key, value }) => [key, value] as const)
      : Object.entries(given.env)
    // A value that was shown masked comes back unchanged.
    const env = Object.fromEntries(
      entries.map(([key, value]) => [key, value === MASK ? (before.env?.[key] ?? '') : value]),
    )
    checkEnvironment(env)
    after.env = env
  }
  if (given.credentials === null) after.credentials = {}
  else if (given.credentials !== undefined) after.credentials = mergeCredentials(before.credentials, given.credentials)
  if (given.oauthClientSecret !== undefined) after.oauthClientSecret = given.oauthClientSecret ?? undefined
  return box.seal(after)
}

/** What cannot be read any more is entered anew. */
function openOrNothing(box: SecretBox, sealed: string | null): PluginSecrets {
  try {
    return box.open(sealed)
  } catch {
    return {}
  }
}

function mergeCredentials(before: Record<string, string> = {}, given: Record<string, string | null>) {
  const after = { ...before }
  for (const [key, value] of Object.entries(given)) {
    if (value === null || value === '') delete after[key]
    else if (value !== MASK) after[key] = value
  }
  return after
}

/** Stands for a secret wherever one would be shown. */
export const MASK = '••••••'

/** Which secrets there are, never what they are. */
export function secretNames(box: SecretBox, plugin: PluginView) {
  const { credentials = {}, env = {}, oauthClientSecret } = openOrNothing(box, plugin.secrets)
  return {
    env: Object.fromEntries(Object.keys(env).map((key) => [key, MASK])),
    credentialKeys: Object.keys(credentials),
    hasOauthClientSecret: oauthClientSecret !== undefined,
  }
}
