import type { KomgaCondition } from './search-condition.ts'

/** The one collection or read list that all results must be on: then they can be sorted by its order. */
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
