import { parseCondition } from '../catalog/filters/parse-condition.ts'
import { seriesConditionParsers } from '../catalog/filters/parse-series-condition.ts'
import type { UpdatePlugin } from '../contract/plugin-schemas.ts'
import { validationProblem } from '../contract/problems.ts'
import { withoutUndefined } from '../formats/values/without-undefined.ts'
import type { PluginMatchAndSyncSettings } from '../store/plugin/read.ts'
import type { PluginFields } from '../store/plugin/write.ts'
import { cronFault } from '../tasks/schedule.ts'
import type { InstalledPlugin } from './install/install-package.ts'
import { DEFAULT_APPLY_FROM, DEFAULT_REVIEW_FROM } from './matching/decide-match.ts'
import { checkSearchRules } from './matching/search-rules.ts'
import { defaultPluginPermissions, defaultPluginScopes } from './permissions.ts'

export const defaultPluginFields = (): Omit<PluginFields, 'displayName' | 'command' | 'origin'> => ({
  description: null,
  pluginType: 'system',
  args: [],
  packageDir: null,
  permissions: defaultPluginPermissions(undefined),
  scopes: defaultPluginScopes(undefined),
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

export const fieldsOfInstalledPlugin = ({ origin, packageDir, entry }: InstalledPlugin) => ({
  origin,
  packageDir,
  command: 'node',
  args: [entry],
})

export function pluginFieldsOfRequest(
  settings: PluginMatchAndSyncSettings,
  given: Partial<UpdatePlugin>,
): Partial<PluginFields> {
  for (const name of ['matchCronSchedule', 'syncCronSchedule'] as const) {
    const fault = given[name] && cronFault(given[name])
    if (fault) throw validationProblem([{ path: name, message: fault }])
  }
  if (given.searchPreprocessingRules) checkSearchRules(given.searchPreprocessingRules)
  if (given.autoMatchConditions) parseCondition(given.autoMatchConditions, seriesConditionParsers)
  checkThresholds({ ...settings, ...settingsOf({}, given) })
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
  const changed = withoutUndefined(fields)
  return { ...changed, settings: settingsOf(settings, given) }
}

function settingsOf(before: PluginMatchAndSyncSettings, given: Partial<UpdatePlugin>): PluginMatchAndSyncSettings {
  const change: PluginMatchAndSyncSettings = {
    searchTemplate: given.searchQueryTemplate,
    searchRules: given.searchPreprocessingRules,
    matchCondition: given.autoMatchConditions as object | null | undefined,
    useExistingId: given.useExistingExternalId,
    targets: given.metadataTargets,
    applyFrom: given.applyFrom,
    reviewFrom: given.reviewFrom,
    matchAfterScan: given.matchAfterScan,
    matchAfterScanSince: given.matchAfterScan && !before.matchAfterScan ? Date.now() : undefined,
    matchCron: given.matchCronSchedule,
    matchCronSince: given.matchCronSchedule && given.matchCronSchedule !== before.matchCron ? Date.now() : undefined,
    syncCron: given.syncCronSchedule,
    resultLimit: given.internalConfig?.searchResultsLimit,
  }
  return { ...before, ...withoutUndefined(change) }
}

function checkThresholds({ applyFrom, reviewFrom }: PluginMatchAndSyncSettings): void {
  if ((applyFrom ?? DEFAULT_APPLY_FROM) >= (reviewFrom ?? DEFAULT_REVIEW_FROM)) return
  throw validationProblem([{ path: 'reviewFrom', message: 'must not be greater than applyFrom' }])
}
