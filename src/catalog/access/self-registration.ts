import type { Registration } from '../../contract/auth.ts'
import { problem } from '../../contract/problems.ts'
import type { Db } from '../../store/open.ts'
import { hasUsers } from '../../store/user/account.ts'
import { beginAccessChange, insertUser } from '../../store/user/write.ts'
import { hashNewPassword, requireFreeNames } from './manage-accounts.ts'

/** A user who registers starts as a reader. */
export async function createSelfRegisteredAccount(
  db: Db,
  registration: Registration,
  now: number,
): Promise<{ id: number }> {
  const passwordHash = await hashNewPassword(registration.password, [registration.username, registration.email])
  return db.transaction(async (tx) => {
    await beginAccessChange(tx)
    if (!(await hasUsers({ query: tx })))
      throw problem('conflict', 'The server is not set up yet. Create the first administrator first.')
    await requireFreeNames(tx, registration)
    const { username, email } = registration
    return insertUser(tx, { username, email, passwordHash, role: 'reader' }, now)
  })
}
