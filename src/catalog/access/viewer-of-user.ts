import type { Db } from '../../store/open.ts'
import { findAccount } from '../../store/user/account.ts'
import type { Viewer } from '../../store/viewer.ts'
import { readVisibility } from '../../store/visibility/read-visibility.ts'
import { effectivePermissions } from './effective-permissions.ts'

/**
 * A user for whom the server works in the background, with their current rights; undefined if the account is missing or
 * inactive.
 */
export async function findViewerOfUser(db: Db, userId: number): Promise<Viewer | undefined> {
  const account = await findAccount(db, userId)
  if (!account?.isActive) return undefined
  const { id, uid, username, role, denied } = account
  const permissions = effectivePermissions(account)
  return {
    userId: id,
    uid,
    username,
    role,
    permissions,
    denied,
    sees: await readVisibility(db, account.rights),
    via: 'system',
  }
}
