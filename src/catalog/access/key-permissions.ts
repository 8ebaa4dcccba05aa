import { type Permission, sortPermissions } from '../../contract/permissions.ts'
import { problem } from '../../contract/problems.ts'

/** The permissions a key gets. One the caller lacks is refused: nobody makes a key that can do more than they can. */
export function grantToKey(
  caller: ReadonlySet<Permission>,
  wanted: readonly Permission[] | null | undefined,
): Permission[] {
  const granted = sortPermissions(wanted ?? caller)
  const beyond = granted.find((name) => !caller.has(name))
  if (beyond) {
    throw problem('permission_denied', `You do not have ${beyond}, so you cannot give it to a key.`, {
      permission: beyond,
    })
  }
  return granted
}
