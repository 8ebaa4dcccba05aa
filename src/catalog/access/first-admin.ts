import type { Config } from '../../config/settings.ts'
import type { Registration } from '../../contract/auth.ts'
import { Problem, problem } from '../../contract/problems.ts'
import type { Db } from '../../store/open.ts'
import { hasUsers } from '../../store/user/account.ts'
import { beginAccessChange, insertUser } from '../../store/user/write.ts'
import { hashNewPassword, requireFreeNames } from './manage-accounts.ts'

type NewAccount = { id: number }

/** Creates the first admin. Of two concurrent requests, one succeeds. */
export async function createFirstAdmin(db: Db, registration: Registration, now: number): Promise<NewAccount> {
  if (await hasUsers(db)) throw alreadySetUpProblem()
  const passwordHash = await hashNewPassword(registration.password, [registration.username, registration.email])
  return db.transaction(async (tx) => {
    await beginAccessChange(tx)
    if (await hasUsers({ query: tx })) throw alreadySetUpProblem()
    await requireFreeNames(tx, registration)
    const { username, email } = registration
    return insertUser(tx, { username, email, passwordHash, role: 'admin' }, now)
  })
}

/** For setting up the server without a browser. Returns whether the admin was created. */
export async function createConfiguredAdmin(db: Db, admin: Config['admin'], now: number): Promise<boolean> {
  const { username, password } = admin
  if (username === null || password === null || (await hasUsers(db))) return false
  try {
    await createFirstAdmin(db, { username, password }, now)
    return true
  } catch (error) {
    // Another server on the same database was faster.
    if (error instanceof Problem && error.code === 'conflict') return false
    throw error
  }
}

export const alreadySetUpProblem = () => problem('conflict', 'This server is already set up.')
