/**
 * Fields set by a plugin, stored among the locks as `held:<lock>`. Files no longer replace them; other plugins and
 * users can still change them, as the field isn't locked.
 */
export function addPluginHeldFields(locks: readonly string[], fields: readonly string[]): string[] {
  return [...new Set([...locks, ...fields.map((field) => PREFIX + field)])]
}

export function removePluginHeldFields(locks: readonly string[], fields: readonly string[]): string[] {
  return locks.filter((lock) => !fields.some((field) => lock === PREFIX + field))
}

/** Fields that files may not change: locked by users, or held by plugins. */
export function listFieldsClosedToFiles(locks: string | null): string[] {
  const names = JSON.parse(locks ?? '[]') as string[]
  return names.map((name) => (name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name))
}

const PREFIX = 'held:'
