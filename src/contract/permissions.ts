import type { Static } from 'typebox'
import Type from './type.ts'

/** The closed list: a new feature uses these, it does not add to them. */
export const permissions = [
  'LibrariesRead',
  'LibrariesWrite',
  'LibrariesDelete',
  'SeriesRead',
  'SeriesWrite',
  'SeriesDelete',
  'BooksRead',
  'BooksWrite',
  'BooksDelete',
  'PagesRead',
  'ProgressRead',
  'ProgressWrite',
  'UsersRead',
  'UsersWrite',
  'UsersDelete',
  'ApiKeysRead',
  'ApiKeysWrite',
  'TasksRead',
  'TasksWrite',
  'PluginsManage',
  'SystemAdmin',
] as const

export type Permission = (typeof permissions)[number]
export const Permission = Type.Enum([...permissions], { title: 'Permission' })

/** What an account can be kept from although its permissions allow it. */
export const deniableActions = ['file_download', 'page_streaming', 'koreader_sync'] as const
export type DeniableAction = (typeof deniableActions)[number]
export const DeniableAction = Type.Enum([...deniableActions], { title: 'DeniableAction' })

export const roles = ['reader', 'maintainer', 'admin'] as const
export const Role = Type.Enum([...roles], { title: 'Role' })
export type Role = Static<typeof Role>

const reader: readonly Permission[] = [
  'LibrariesRead',
  'SeriesRead',
  'BooksRead',
  'PagesRead',
  'ProgressRead',
  'ProgressWrite',
  'ApiKeysRead',
  'ApiKeysWrite',
]

const maintainer: readonly Permission[] = [
  ...reader,
  'LibrariesWrite',
  'SeriesWrite',
  'SeriesDelete',
  'BooksWrite',
  'BooksDelete',
  'TasksRead',
  'TasksWrite',
]

export const permissionsOfRole: Readonly<Record<Role, readonly Permission[]>> = {
  reader,
  maintainer,
  admin: permissions,
}

export function isPermission(name: unknown): name is Permission {
  return typeof name === 'string' && known.has(name)
}

/** In the order of the list, so that two equal sets look equal on the wire. */
export function sortPermissions(names: Iterable<Permission>): Permission[] {
  const given = new Set(names)
  return permissions.filter((name) => given.has(name))
}

const known: ReadonlySet<string> = new Set(permissions)
