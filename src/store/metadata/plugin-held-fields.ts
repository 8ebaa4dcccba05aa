/**
 * Fields that a plugin filled, kept among the locks as `held:<lock>`. What files say no longer replaces them; other plugins
 * and people may still change them, as no lock of theirs is set.
 */
export function addPluginHeldFields(locks: readonly string[], fields: readonly string[]): string[] {
  return [...new Set([...locks, ...fields.map((field) => PREFIX + field)])]
}

export function removePluginHeldFields(locks: readonly string[], fields: readonly string[]): string[] {
  return locks.filter((lock) => !fields.some((field) => lock === PREFIX + field))
}

/** What a file may not change: locked by people, or held. */
export function listFieldsClosedToFiles(locks: string | null): string[] {
  const names = JSON.parse(locks ?? '[]') as string[]
  return names.map((name) => (name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name))
}

const PREFIX = 'held:'
