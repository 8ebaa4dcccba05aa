import { permissions } from '../../contract/enum-values.ts'
import type { Permission } from '../../contract/permissions.ts'
import type { ForeignDatabase, ForeignValue } from '../../store/foreign/foreign-database.ts'
import { foreignJsonOf } from '../foreign-values.ts'

/** For a key whose limits can't be interpreted: it never gets more than this. */
export const readOnlyPermissions: readonly Permission[] = [
  'LibrariesRead',
  'SeriesRead',
  'BooksRead',
  'PagesRead',
  'ProgressRead',
]

/** The permissions part of a key's record: empty for program versions without limits of keys. */
type KeyLimits = { permissions?: string[] }

const isListOfTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/** Codex uses our names, as `books-read`. Its keys always list their permissions. */
export function codexKeyLimits(db: ForeignDatabase, value: ForeignValue): KeyLimits {
  if (!db.has('api_keys', 'permissions')) return {}
  const names = foreignJsonOf(value)
  if (!isListOfTexts(names)) return { permissions: [...readOnlyPermissions] }
  const given = new Set(names.map(plainNameOf))
  const ours = permissions.filter((name) => given.has(plainNameOf(name)))
  return { permissions: ours.length > 0 || names.length === 0 ? ours : [...readOnlyPermissions] }
}

/** The permissions of an account beyond its role, in our names, and those without an equivalent. */
export function codexPermissionsOf(value: ForeignValue | undefined): { known: string[]; unknown: string[] } {
  const names = foreignJsonOf(value ?? null)
  if (!isListOfTexts(names)) return { known: [], unknown: [] }
  const ours = new Map(permissions.map((name) => [plainNameOf(name), name as string]))
  const found = names.map((name) => ours.get(plainNameOf(name)))
  return {
    known: [...new Set(found.filter((name) => name !== undefined))],
    unknown: names.filter((_, index) => found[index] === undefined).slice(0, 100),
  }
}

/**
 * Stump's keys have their owner's permissions (`"inherit"`) or a list. All its users may read and sync their progress.
 * A key with a list never belongs to the server's owner, so its administrative permissions are ignored.
 */
export function stumpKeyLimits(db: ForeignDatabase, value: ForeignValue): KeyLimits {
  if (!db.has('api_keys', 'permissions')) return {}
  const names = foreignJsonOf(value)
  if (names === 'inherit') return {}
  if (!isListOfTexts(names)) return { permissions: [...readOnlyPermissions] }
  const managesKeys = names.some((name) => /^(feature|access)apikeys$/.test(plainNameOf(name)))
  const keys: readonly Permission[] = managesKeys ? ['ApiKeysRead', 'ApiKeysWrite'] : []
  return { permissions: [...readOnlyPermissions, 'ProgressWrite', ...keys] }
}

/** `books-read`, `BOOKS_READ` and `BooksRead` are the same. */
const plainNameOf = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')
