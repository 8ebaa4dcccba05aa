import { isPermission, type Permission, sortPermissions } from '../../contract/permissions.ts'
import { invalid, problem } from '../../contract/problems.ts'

/**
 * The permissions a key gets. Names that do not exist are the caller's mistake (all are told at once); a name the
 * caller lacks is refused, so that nobody makes a key that can do more than they can.
 */
export function grantToKey(
  caller: ReadonlySet<Permission>,
  wanted: readonly string[] | null | undefined,
): Permission[] {
  if (wanted === undefined || wanted === null) return sortPermissions(caller)
  const known = requireKnownPermissions(wanted)
  for (const name of known) {
    if (!caller.has(name)) {
      throw problem('permission_denied', `You do not have ${name}, so you cannot give it to a key.`, {
        permission: name,
      })
    }
  }
  return known
}

export function requireKnownPermissions(names: readonly string[]): Permission[] {
  const faults = names.flatMap((name, i) =>
    isPermission(name) ? [] : [{ path: `permissions/${i}`, message: `"${name}" is not a permission` }],
  )
  if (faults.length > 0) throw invalid(faults)
  return sortPermissions(names.filter(isPermission))
}
