import { type DeniableAction, type Permission, permissionsOfRole, type Role } from '../../contract/permissions.ts'

/** What a person may do: what the role gives, and what was given to them besides, without the pages they were denied. */
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

/** What a key may do now: never more than its owner may do now, whatever was granted when it was made. */
export function permissionsOfKey(
  owner: ReadonlySet<Permission>,
  granted: readonly Permission[],
): ReadonlySet<Permission> {
  return new Set(granted.filter((name) => owner.has(name)))
}
