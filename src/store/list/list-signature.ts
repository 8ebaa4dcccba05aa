import { createHash } from 'node:crypto'

/** A short key for everything that determines a list's content: equal keys, equal lists. */
export function listSignatureOf(...parts: unknown[]): string {
  const text = JSON.stringify(parts)
  return text.length <= 100 ? text : createHash('sha1').update(text).digest('base64url')
}

/**
 * Whether a filter depends on the viewer: then its results can't be shared with others. `except` is a flag that doesn't
 * count.
 */
export function dependsOnViewer(filter: unknown, except?: string): boolean {
  if (typeof filter !== 'object' || filter === null) return false
  if (Array.isArray(filter)) return filter.some((part) => dependsOnViewer(part, except))
  for (const [name, value] of Object.entries(filter)) {
    if (PERSONAL_PARTS.has(name)) return true
    if (
      typeof value === 'string' &&
      PERSONAL_VALUES.has(value) &&
      value !== except &&
      (name === 'flag' || name === 'number' || name === 'date')
    ) {
      return true
    }
    if (dependsOnViewer(value, except)) return true
  }
  return false
}

const PERSONAL_PARTS: ReadonlySet<string> = new Set(['readStatus', 'collection', 'readList'])
const PERSONAL_VALUES: ReadonlySet<string> = new Set([
  ...['hasUserRating', 'wantToRead', 'followed', 'hidden', 'userRating', 'read'],
])
