import { mkdirSync } from 'node:fs'
import type { Config } from '../../config/settings.ts'
import type { PluginView } from '../../store/plugin/read.ts'
import { packageFolderOf, pluginDataDirOf, pluginUserDataDirOf } from '../plugin-folders.ts'
import { watchDataFolder } from '../process/data-folder-limit.ts'
import { PluginLog } from '../process/plugin-log.ts'
import { PluginProcess } from '../process/plugin-process.ts'
import { planSpawn } from '../process/sandbox.ts'
import type { PluginError } from '../protocol/errors.ts'
import { type PluginManifest, parsePluginManifest } from '../protocol/manifest.ts'
import { type PluginSecrets, type SecretBox, secretValues, secretValuesInResults } from '../secrets.ts'
import { splitAdminConfig } from '../split-admin-config.ts'
import { readStoredManifest } from './plugin-health.ts'

export interface LaunchDeps {
  config: Config
  secrets: SecretBox
  /** Answers the plugin's requests; `manifest` resolves once the plugin has responded to `initialize`. */
  answer: (method: string, params: unknown, manifest: Promise<PluginManifest>) => Promise<unknown>
}

/** One user's use of a plugin. */
export interface PluginUser {
  userId: string
  userPluginId: string
  config: object
  secrets: PluginSecrets
}

export interface LaunchedPlugin {
  process: PluginProcess
  /** Rejects when the plugin doesn't respond to `initialize` with a valid manifest. */
  manifest: Promise<PluginManifest>
}

export const DEFAULT_TIMEOUT_MS = 30_000
export const timeoutOf = (plugin: PluginView) => (plugin.timeoutSeconds ?? 0) * 1000 || DEFAULT_TIMEOUT_MS

/** Starts the process and sends it `initialize`. */
export function launchPlugin(
  { config, secrets, answer }: LaunchDeps,
  plugin: PluginView,
  options: {
    log: PluginLog
    onExit: (reason: PluginError | undefined) => void
    user?: PluginUser
    isOffline?: boolean
    startMs?: number
  },
): LaunchedPlugin {
  const { log, user } = options
  const opened = secrets.open(plugin.secrets)
  const credentials = { ...opened.credentials, ...user?.secrets.credentials }
  if (user?.secrets.accessToken) credentials.access_token = user.secrets.accessToken
  log.hide([...secretValues(opened), ...(user ? secretValues(user.secrets) : [])])
  // A folder per user: users of the same plugin must not see each other's files.
  const dataDir = user
    ? pluginUserDataDirOf(config, plugin.name, user.userPluginId)
    : pluginDataDirOf(config, plugin.name)
  mkdirSync(dataDir, { recursive: true })
  const spawn = planSpawn({
    command: plugin.command,
    args: plugin.args,
    env: { ...opened.env, ...(plugin.credentialDelivery !== 'init_message' && asEnvironment(credentials)) },
    packageDir: packageFolderOf(config, plugin),
    dataDir,
    heapMegabytes: config.plugins.heap_megabytes,
    isOffline: options.isOffline,
    allowedCommands: config.plugins.allowed_commands,
  })
  let introduce: (manifest: Promise<PluginManifest>) => void = () => {}
  const manifest = new Promise<PluginManifest>((resolve) => {
    introduce = resolve
  })
  // The caller gets the failure; without this, a rejection that nobody awaits yet would count as unhandled.
  manifest.catch(() => {})
  const process = new PluginProcess({
    spawn,
    log,
    answer: (method, params) => answer(method, params, manifest),
    onExit: options.onExit,
    maxResidentBytes: (config.plugins.heap_megabytes + 256) << 20,
  })
  watchDataFolder(process, config, plugin)
  const { plugin: adminConfig } = splitAdminConfig(plugin.config)
  const params = {
    adminConfig,
    ...(user && { userConfig: user.config, userId: user.userId, userPluginId: user.userPluginId }),
    config: { ...adminConfig, ...user?.config },
    ...(Object.keys(credentials).length > 0 && { credentials }),
    dataDir,
    logLevel: plugin.logLevel ?? 'info',
  }
  const startMs = options.startMs ?? Math.max(config.plugins.start_seconds * 1000, timeoutOf(plugin))
  const hideInResults = (known: PluginManifest | undefined) =>
    log.hideInResults([opened, user?.secrets ?? {}].flatMap((one) => secretValuesInResults(one, known)))
  hideInResults(readStoredManifest(plugin))
  manifest.then(hideInResults, () => {})
  introduce(process.call('initialize', params, startMs).then(parsePluginManifest))
  return { process, manifest }
}

/** Starts a process beside the one that may be running, reads its manifest and stops it. */
export async function launchPluginForTest(
  deps: LaunchDeps,
  plugin: PluginView,
): Promise<{ manifest: PluginManifest; latencyMs: number; log: PluginLog }> {
  const log = new PluginLog()
  const began = performance.now()
  // An administrator may not have reviewed it yet.
  const isOffline = plugin.reviewedAt === null
  const { process, manifest } = launchPlugin(deps, plugin, {
    log,
    onExit: () => {},
    isOffline,
    // Not longer if calls may take longer, because an administrator waits for the result.
    startMs: deps.config.plugins.start_seconds * 1000,
  })
  try {
    const found = await manifest
    return { manifest: found, latencyMs: Math.round(performance.now() - began), log }
  } finally {
    await process.stop(1000)
  }
}

const asEnvironment = (credentials: Record<string, string>) =>
  Object.fromEntries(Object.entries(credentials).map(([name, value]) => [name.toUpperCase(), value]))
