import { type DeniableAction, type Permission, permissionsOfRole, type Role } from '../../contract/permissions.ts'

/** What a user may do: the permissions of the role and the additional ones, without reading pages if that is denied. */
export function effectivePermissions({
  role,
  permissions,
  denied,
}: {
  role: Role
  permissions: readonly Permission[]
  denied: readonly DeniableAction[]
}): ReadonlySet<Permission> {
  const all = new Set([...permissionsOfRole[role], ...permissions])
  if (denied.includes('page_streaming')) all.delete('PagesRead')
  return all
}

/** What a key may do now: never more than its owner may do now, whatever was granted when it was created. */
export function permissionsOfKey(
  owner: ReadonlySet<Permission>,
  granted: readonly Permission[],
): ReadonlySet<Permission> {
  return new Set(granted.filter((name) => owner.has(name)))
}
