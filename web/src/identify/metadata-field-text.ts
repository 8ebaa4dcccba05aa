import { joinList, languageName } from '../messages/format-values.ts'
import { hasMessage, t } from '../messages/t.ts'

/** The translated name of a field; without a translation, one made from the field's key. */
export function metadataFieldName(field: string): string {
  const key = `fields.${field}`
  if (hasMessage(key)) return t(key as 'fields.title')
  const words = field
    .replace(/Url$/, '')
    .replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Any value of a field as a short text. */
export function metadataValueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return '–'
  if (Array.isArray(value)) {
    const all = [...new Set(value.filter((one) => !isIdOfPluginForSite(one, value)).map(partText))]
    return joinList(all.slice(0, MAX_SHOWN)) + (all.length > MAX_SHOWN ? ` +${all.length - MAX_SHOWN}` : '')
  }
  if (typeof value === 'object') return partText(value)
  if (field === 'language') return languageName(String(value))
  return knownWord(`${messageGroups.get(field)}.${String(value)}`) ?? String(value)
}

/** A plugin's own id repeats that of its site: “openlibrary 1” says enough without “metadata-openlibrary 1”. */
function isIdOfPluginForSite(one: unknown, all: readonly unknown[]): boolean {
  const { source, externalId } = (one ?? {}) as { source?: unknown; externalId?: unknown }
  if (externalId === undefined || !String(source).startsWith('plugin:')) return false
  return all.some((other) => other !== one && (other as { externalId?: unknown } | null)?.externalId === externalId)
}

/** Fields with one of a few known values, and the group of messages that names these. */
const messageGroups = new Map([
  ['status', 'status'],
  ['readingDirection', 'direction'],
  ['bookType', 'bookType'],
])

const knownWord = (key: string) => (hasMessage(key) ? t(key as 'status.ended') : undefined)

function partText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const { name, title, label, source, externalId, score, voteCount, kind, role } = value as Record<string, unknown>
  if (score !== undefined)
    return `${String(source)} ${String(score)}${voteCount === undefined ? '' : ` (${String(voteCount)})`}`
  const relation = knownWord(`relation.${String(kind)}`)
  if (relation) return `${relation}: ${String(title)}`
  const roleName = knownWord(`role.${String(role)}`)
  if (roleName) return `${String(name)} (${roleName})`
  // “api:anilist” and “plugin:anilist” are the same site.
  if (externalId !== undefined) return `${String(source).replace(/^(?:api|plugin):/, '')} ${String(externalId)}`
  return String(name ?? title ?? label ?? source ?? JSON.stringify(value))
}

const MAX_SHOWN = 8
