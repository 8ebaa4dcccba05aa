import type { Db } from '../../store/open.ts'
import { type Account, findAccount } from '../../store/user/account.ts'
import type { Viewer } from '../../store/viewer.ts'
import { readVisibility } from '../../store/visibility/read-visibility.ts'
import { effectivePermissions } from './effective-permissions.ts'

/** Who an account is, and what it may see and do now; how it signed in is up to the caller. */
export async function viewerOfAccount(db: Db, account: Account): Promise<Omit<Viewer, 'via'>> {
  const { id, uid, username, role, denied } = account
  const permissions = effectivePermissions(account)
  return { userId: id, uid, username, role, permissions, denied, sees: await readVisibility(db, account.rights) }
}

/** A user for whom the server works in the background; undefined if the account is missing or inactive. */
export async function findViewerOfUser(db: Db, userId: number): Promise<Viewer | undefined> {
  const account = await findAccount(db, userId)
  return account?.isActive ? { ...(await viewerOfAccount(db, account)), via: 'system' } : undefined
}
