import type { Db } from '../../store/open.ts'
import { findAccount } from '../../store/user/account.ts'
import type { Viewer } from '../../store/viewer.ts'
import { readVisibility } from '../../store/visibility/read-visibility.ts'
import { effectivePermissions } from './effective-permissions.ts'

/** Somebody for whom the server works while they are away, as they are now; undefined when the account does not count. */
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
