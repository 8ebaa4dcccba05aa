import { permissions as allPermissions } from '../../contract/enum-values.ts'
import type { DeniableAction, Permission } from '../../contract/permissions.ts'
import { problem } from '../../contract/problems.ts'
import type { Account } from '../../store/user/account.ts'
import type { Viewer } from '../../store/viewer.ts'
import { tagsOverrideAgeLimit, type ViewingRights } from '../../store/visibility/visible-classes.ts'
import { effectivePermissions } from './effective-permissions.ts'

/** What a credential may do and see: the limit for everything it creates, edits, grants or resets. */
export interface Authority {
  /** Those of the credential, not of its owner: a key with few permissions manages little. */
  permissions: ReadonlySet<Permission>
  denied?: readonly DeniableAction[]
  rights: ViewingRights
  /** The current session, which stays when its user changes their own password. */
  sessionId?: number
}

/** What an account may do and see. */
export type AccountGrants = Pick<Account, 'role' | 'permissions' | 'denied' | 'rights'>

export function authorityOf(viewer: Viewer, account: Account): Authority {
  return {
    permissions: viewer.permissions,
    denied: account.denied,
    rights: account.rights,
    sessionId: viewer.sessionId,
  }
}

/** Anyone who can run a command on the server can read the database anyway. */
export const commandLineAuthority: Authority = {
  permissions: new Set(allPermissions),
  rights: { allowTagIds: [], denyTagIds: [], ageLimit: null, allowUnrated: true },
}

/**
 * The one rule for everything a credential does to an account: check it for the account as it is, and for the account
 * as it would become. A credential that could change an account with more permissions or visibility would only have to
 * reset its password.
 */
export function requireAuthority(authority: Authority, account: AccountGrants): void {
  requirePermissions(authority.permissions, effectivePermissions(account))
  for (const action of authority.denied ?? []) {
    if (account.denied.includes(action)) continue
    throw problem('permission_denied', 'You can’t manage an account that has more permissions than you.', { action })
  }
  if (seesNoMoreThan(account.rights, authority.rights)) return
  throw problem('permission_denied', 'You can’t manage an account that can see more than you can.')
}

function requirePermissions(own: ReadonlySet<Permission>, wanted: ReadonlySet<Permission>): void {
  for (const permission of wanted) {
    if (own.has(permission)) continue
    throw problem(
      'permission_denied',
      `You can’t manage an account with the permission ${permission}, which you don’t have.`,
      {
        permission,
      },
    )
  }
}

/** Whether one sees nothing that the other does not, whatever the libraries may contain later. */
export function seesNoMoreThan(one: ViewingRights, other: ViewingRights): boolean {
  // Visible by age or tags is more than visible by both.
  if (
    tagsOverrideAgeLimit(one) &&
    !tagsOverrideAgeLimit(other) &&
    (other.ageLimit !== null || other.allowTagIds.length > 0)
  )
    return false
  const isLibraryWithin =
    other.libraryIds === undefined || (one.libraryIds !== undefined && isSubset(one.libraryIds, other.libraryIds))
  const isAgeWithin = other.ageLimit === null || (one.ageLimit !== null && one.ageLimit <= other.ageLimit)
  const isUnratedWithin = other.allowUnrated || !one.allowUnrated
  const isDeniedToo = isSubset(other.denyTagIds, one.denyTagIds)
  const isAllowedWithin =
    other.allowTagIds.length === 0 || (one.allowTagIds.length > 0 && isSubset(one.allowTagIds, other.allowTagIds))
  return isLibraryWithin && isAgeWithin && isUnratedWithin && isDeniedToo && isAllowedWithin
}

function isSubset(part: readonly number[], whole: readonly number[]): boolean {
  return part.every((one) => whole.includes(one))
}
