import { manifestOf } from './plugin-manifest.ts'

/** The value as text for an input; objects and lists as JSON. */
export function configValueToText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}

/** The parsed value; undefined while the text is not valid JSON. */
export function configValueFromJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The entries of a list that somebody pastes: as JSON, one per line, or separated by commas. */
export function configListFromText(text: string): string[] {
  const json = configValueFromJson(text)
  const entries = Array.isArray(json) ? json.map(String) : text.split(/[,\n]/)
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '')
}

/** The entries, where a new one can hold several: keyboards of phones don't report that a comma was pressed. */
export function splitNewEntries(entries: readonly string[], before: readonly string[]): string[] {
  return [...new Set(entries.flatMap((entry) => (before.includes(entry) ? entry : configListFromText(entry))))]
}

/** Labels of the required settings and credentials that are still empty. */
export function missingPluginSettings(plugin: {
  config: Record<string, unknown>
  credentialKeys: readonly string[]
  manifest?: unknown
}): string[] {
  const { configSchema, requiredCredentials = [] } = manifestOf(plugin)
  const isEmpty = (value: unknown) => value === undefined || value === null || configValueToText(value).trim() === ''
  const settings = configSchema?.fields.filter((one) => one.required && isEmpty(plugin.config[one.key] ?? one.default))
  const secrets = requiredCredentials.filter(
    (one) => one.required !== false && !plugin.credentialKeys.includes(one.key),
  )
  return [...(settings ?? []), ...secrets].map((one) => one.label)
}
