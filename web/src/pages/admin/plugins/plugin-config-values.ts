/** One setting as a plugin declares it. */
export type PluginSettingField = {
  key: string
  label: string
  description?: string
  type: string
  required?: boolean
  default?: unknown
  example?: unknown
}

/** How a value is shown in a line of text; objects and lists as JSON. */
export function configValueToText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}

/** The value that JSON text means; undefined while it means nothing yet. */
export function configValueFromJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Labels of what a plugin says it cannot work without, and nobody has filled in. */
export function missingPluginSettings(plugin: {
  config: Record<string, unknown>
  credentialKeys: readonly string[]
  manifest?: unknown
}): string[] {
  const { configSchema, requiredCredentials = [] } = (plugin.manifest ?? {}) as {
    configSchema?: { fields: PluginSettingField[] }
    requiredCredentials?: { key: string; label: string; required?: boolean }[]
  }
  const isEmpty = (value: unknown) => value === undefined || value === null || configValueToText(value).trim() === ''
  const settings = configSchema?.fields.filter((one) => one.required && isEmpty(plugin.config[one.key] ?? one.default))
  const secrets = requiredCredentials.filter(
    (one) => one.required !== false && !plugin.credentialKeys.includes(one.key),
  )
  return [...(settings ?? []), ...secrets].map((one) => one.label)
}
