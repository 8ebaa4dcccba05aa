import type { KomgaCondition } from './search-condition.ts'

/** The one collection or read list that everything asked for is on: its order may be asked for then. */
export function requiredListIdOf(
  condition: KomgaCondition | undefined,
  key: 'collectionid' | 'readlistid',
): string | undefined {
  if (!condition) return undefined
  if ('key' in condition) {
    return condition.key === key && condition.operator === 'is' ? String(condition.value) : undefined
  }
  const parts = 'all' in condition ? condition.all : condition.any.length === 1 ? condition.any : []
  return parts.map((part) => requiredListIdOf(part, key)).find((id) => id !== undefined)
}
