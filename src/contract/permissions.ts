import type { Static } from 'typebox'
import { deniableActions, maintainerPermissions, permissions, readerPermissions } from './enum-values.ts'
import Type from './typebox.ts'

export type Permission = (typeof permissions)[number]
export const Permission = Type.Enum([...permissions], { title: 'Permission' })

export type DeniableAction = (typeof deniableActions)[number]
export const DeniableAction = Type.Enum([...deniableActions], { title: 'DeniableAction' })

export const roles = ['reader', 'maintainer', 'admin'] as const
export const Role = Type.Enum([...roles], { title: 'Role' })
export type Role = Static<typeof Role>

export const permissionsOfRole: Readonly<Record<Role, readonly Permission[]>> = {
  reader: readerPermissions,
  maintainer: maintainerPermissions,
  admin: permissions,
}

export function isPermission(name: unknown): name is Permission {
  return typeof name === 'string' && known.has(name)
}

/** In the order of the list, so that two equal sets are sent alike. */
export function sortPermissions(names: Iterable<Permission>): Permission[] {
  const given = new Set(names)
  return permissions.filter((name) => given.has(name))
}

const known: ReadonlySet<string> = new Set(permissions)
