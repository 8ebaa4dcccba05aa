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
export function configToText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}

/** The value that JSON text means; undefined while it means nothing yet. */
export function configFromText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
