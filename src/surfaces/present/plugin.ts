import type { Plugin } from '../../contract/plugin-schemas.ts'
import { readStoredManifest } from '../../plugins/host/plugin-health.ts'
import { DEFAULT_APPLY_FROM, DEFAULT_REVIEW_FROM } from '../../plugins/matching/decide-match.ts'
import { describeStoredSecrets, type SecretBox } from '../../plugins/secrets.ts'
import type { PluginView } from '../../store/plugin/read.ts'
import { formatTimestamp, formatTimestampOrNull } from './format-time.ts'

export function presentPlugin(box: SecretBox, plugin: PluginView, userCount: number): Plugin {
  const { settings, origin } = plugin
  const manifest = readStoredManifest(plugin)
  const names = describeStoredSecrets(box, plugin)
  return {
    id: plugin.uid,
    name: plugin.name,
    displayName: plugin.displayName,
    description: plugin.description,
    pluginType: plugin.pluginType,
    version: ('version' in origin ? origin.version : undefined) ?? manifest?.version ?? null,
    origin,
    command: plugin.command,
    args: plugin.args,
    ...names,
    permissions: plugin.permissions as Plugin['permissions'],
    scopes: plugin.scopes as Plugin['scopes'],
    libraryIds: plugin.libraryUids,
    credentialDelivery: plugin.credentialDelivery,
    config: plugin.config,
    rateLimitRequestsPerMinute: plugin.rateLimit,
    requestTimeoutSeconds: plugin.timeoutSeconds,
    logLevel: plugin.logLevel as Plugin['logLevel'],
    searchQueryTemplate: settings.searchTemplate ?? null,
    searchPreprocessingRules: settings.searchRules ?? null,
    autoMatchConditions: settings.matchCondition ?? null,
    useExistingExternalId: settings.useExistingId ?? true,
    metadataTargets: settings.targets ?? null,
    applyFrom: settings.applyFrom ?? DEFAULT_APPLY_FROM,
    reviewFrom: settings.reviewFrom ?? DEFAULT_REVIEW_FROM,
    matchAfterScan: settings.matchAfterScan ?? false,
    matchCronSchedule: settings.matchCron ?? null,
    syncCronSchedule: settings.syncCron ?? null,
    internalConfig: { searchResultsLimit: settings.resultLimit ?? null },
    enabled: plugin.isEnabled,
    permissionsReviewedAt: formatTimestampOrNull(plugin.reviewedAt),
    isSandboxed: plugin.command === 'node',
    hasCredentials: names.credentialKeys.length > 0,
    manifest: manifest ? { ...manifest } : null,
    healthStatus: plugin.isEnabled ? plugin.health : 'disabled',
    failureCount: plugin.failureCount,
    disabledReason: plugin.healthReason,
    lastSuccessAt: formatTimestampOrNull(plugin.lastSuccessAt),
    lastFailureAt: formatTimestampOrNull(plugin.lastFailureAt),
    userCount,
    createdAt: formatTimestamp(plugin.createdAt),
    updatedAt: formatTimestamp(plugin.updatedAt),
  }
}
