import type { OwnAccountPatch } from '../../contract/users.ts'
import type { Db } from '../../store/open.ts'
import { revokeSessionsOfUser } from '../../store/session/write.ts'
import type { UserView } from '../../store/user/read.ts'
import { beginAccessChange, updateUser } from '../../store/user/write.ts'
import { hashNewPassword, requireFreeNames } from './manage-accounts.ts'

/**
 * Changes of users to their own account. A new password ends all other sessions: they may be the reason for the change.
 */
export async function changeOwnAccount(
  db: Db,
  user: UserView,
  change: OwnAccountPatch,
  { sessionId, now }: { sessionId: number | undefined; now: number },
): Promise<void> {
  const names = [user.username, change.email ?? user.email]
  const passwordHash = change.password === undefined ? undefined : await hashNewPassword(change.password, names)
  await db.transaction(async (tx) => {
    await beginAccessChange(tx)
    await requireFreeNames(tx, { email: change.email }, user.id)
    await updateUser(tx, user.id, { email: change.email, passwordHash }, now)
    if (passwordHash) await revokeSessionsOfUser(tx, user.id, now, sessionId)
  })
}
