import type { AvailablePlugin, UserPlugin as UserPluginAnswer } from '../../contract/user-plugins.ts'
import { readStoredManifest } from '../../plugins/host/plugin-health.ts'
import { DEFAULT_SYNC_CRON } from '../../plugins/sync/sync-handler.ts'
import { isConnected, requiresAuth } from '../../plugins/user/external-account.ts'
import { oauthClientOf } from '../../plugins/user/oauth.ts'
import type { ConnectDeps } from '../../plugins/user/user-plugin-connection.ts'
import type { PluginView } from '../../store/plugin/read.ts'
import type { UserPlugin } from '../../store/user-plugin/read.ts'
import { formatTimestamp, formatTimestampOrNull } from '../present/format-time.ts'

export function presentAvailablePlugin({ secrets }: ConnectDeps, plugin: PluginView): AvailablePlugin {
  const manifest = readStoredManifest(plugin)
  const { userReadSync = false, userRecommendationProvider = false } = manifest?.capabilities ?? {}
  const { wantsFullMetadata = false, wantsDetailedProgress = false } = manifest?.capabilities ?? {}
  return {
    pluginId: plugin.uid,
    pluginName: plugin.name,
    pluginDisplayName: plugin.displayName,
    description: manifest?.userDescription ?? plugin.description,
    userSetupInstructions: manifest?.userSetupInstructions ?? null,
    requiresAuth: requiresAuth(manifest),
    requiresOauth: manifest?.oauth !== undefined,
    oauthConfigured: isConfigured(),
    capabilities: { readSync: userReadSync, userRecommendationProvider, wantsFullMetadata, wantsDetailedProgress },
  }

  /** Unreadable secrets count as missing. */
  function isConfigured(): boolean {
    try {
      return oauthClientOf(secrets, plugin, manifest) !== undefined
    } catch {
      return false
    }
  }
}

export function presentUserPlugin(deps: ConnectDeps, plugin: PluginView, mine: UserPlugin): UserPluginAnswer {
  const manifest = readStoredManifest(plugin)
  return {
    ...presentAvailablePlugin(deps, plugin),
    id: mine.uid,
    pluginType: plugin.pluginType,
    enabled: mine.isEnabled,
    connected: isConnected(manifest, mine),
    healthStatus: mine.isEnabled ? mine.health : 'disabled',
    healthReason: mine.healthReason,
    failureCount: mine.failureCount,
    externalUsername: mine.externalUsername,
    externalAvatarUrl: mine.externalAvatarUrl,
    lastSyncAt: formatTimestampOrNull(mine.lastSyncAt),
    lastSuccessAt: formatTimestampOrNull(mine.lastSuccessAt),
    lastSyncResult: mine.lastSyncResult,
    config: mine.config,
    autoSync: mine.autoSync,
    syncCronSchedule: manifest?.capabilities.userReadSync ? (plugin.settings.syncCron ?? DEFAULT_SYNC_CRON) : null,
    userConfigSchema: manifest?.userConfigSchema ?? null,
    requiredCredentials: manifest?.requiredCredentials ?? [],
    createdAt: formatTimestamp(mine.createdAt),
  }
}
