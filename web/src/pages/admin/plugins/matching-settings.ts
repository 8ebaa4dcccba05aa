import { configValueFromJson, configValueToText } from './plugin-config-values.ts'
import type { Plugin } from './plugins-api.ts'

/** Settings of the automatic matching as the form edits them: shares in percent, no value as empty text. */
export type MatchingSettings = ReturnType<typeof matchingSettingsOf>

export function matchingSettingsOf(plugin: Plugin) {
  return {
    applyFrom: Math.round(plugin.applyFrom * 100),
    reviewFrom: Math.round(plugin.reviewFrom * 100),
    matchAfterScan: plugin.matchAfterScan,
    cron: plugin.matchCronSchedule ?? '',
    perMinute: (plugin.rateLimitRequestsPerMinute || '') as number | string,
    libraryIds: plugin.libraryIds,
    template: plugin.searchQueryTemplate ?? '',
    rules: plugin.searchPreprocessingRules ?? [],
    condition: configValueToText(plugin.autoMatchConditions),
  }
}

/** Undefined if the text isn't JSON, null without a condition. */
export const parseCondition = (text: string) => (text.trim() === '' ? null : configValueFromJson(text))

export function matchingChangeOf(settings: MatchingSettings) {
  return {
    applyFrom: settings.applyFrom / 100,
    reviewFrom: settings.reviewFrom / 100,
    matchAfterScan: settings.matchAfterScan,
    matchCronSchedule: settings.cron.trim() || null,
    rateLimitRequestsPerMinute: settings.perMinute === '' ? null : Number(settings.perMinute),
    libraryIds: settings.libraryIds,
    searchQueryTemplate: settings.template.trim() || null,
    searchPreprocessingRules: settings.rules.filter(({ pattern }) => pattern !== ''),
    autoMatchConditions: parseCondition(settings.condition),
  }
}
