import { type Role, roles } from '../../contract/permissions.ts'

export type RoleMapping = Partial<Record<Role, readonly string[]>>

/**
 * The highest role that one of the groups gives. undefined: the provider does not decide, because no mapping is set or
 * it says nothing of groups.
 */
export function roleFromGroups(mapping: RoleMapping | undefined, groups: unknown, otherwise: Role): Role | undefined {
  if (!mapping || Object.keys(mapping).length === 0) return undefined
  const names = typeof groups === 'string' ? [groups] : groups
  if (!Array.isArray(names)) return undefined
  return roles.toReversed().find((role) => mapping[role]?.some((group) => names.includes(group))) ?? otherwise
}
