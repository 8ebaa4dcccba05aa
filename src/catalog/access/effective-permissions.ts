import { type Permission, permissionsOfRole, type Role } from '../../contract/permissions.ts'

/** What a person may do: what the role gives, and what was given to them besides. Custom permissions only add. */
export function effectivePermissions(role: Role, custom: readonly Permission[]): ReadonlySet<Permission> {
  return new Set([...permissionsOfRole[role], ...custom])
}

/** What a key may do now: never more than its owner may do now, whatever was granted when it was made. */
export function permissionsOfKey(
  owner: ReadonlySet<Permission>,
  granted: readonly Permission[],
): ReadonlySet<Permission> {
  return new Set(granted.filter((name) => owner.has(name)))
}
