import type { Permission } from '../../contract/permissions.ts'
import type { Db } from '../../store/open.ts'
import { type Account, findAccount } from '../../store/user/account.ts'
import type { Viewer } from '../../store/viewer.ts'
import { viewerOfAccount } from './viewer-of-user.ts'

/** A user with an active account, with their current rights. */
export interface ActiveUser {
  permissions: ReadonlySet<Permission>
  viewAs(how: Partial<Viewer> & Pick<Viewer, 'via'>): Viewer
}

export interface ActiveUsers {
  /** As of this revision of `access`; undefined if the account is missing or inactive. */
  find(revision: number, userId: number): Promise<ActiveUser | undefined>
  /** The account of a viewer that was created here. */
  accountOf(viewer: Viewer): Account
}

export function openActiveUsers(db: Db): ActiveUsers {
  const cache = db.caches.create<number, ActiveUser | undefined>('people', { maxEntries: 10_000 })
  /** By the set of permissions, which is created with each account or key, and stays when a viewer is copied. */
  const accounts = new WeakMap<Viewer['permissions'], Account>()

  const read = async (userId: number): Promise<ActiveUser | undefined> => {
    const account = await findAccount(db, userId)
    if (!account?.isActive) return undefined
    const base = await viewerOfAccount(db, account)
    return {
      permissions: base.permissions,
      viewAs(how) {
        const viewer = { ...base, ...how }
        accounts.set(viewer.permissions, account)
        return viewer
      },
    }
  }

  return {
    find: async (revision, userId) => cache.load(userId, revision, () => read(userId)),
    accountOf: (viewer) => accounts.get(viewer.permissions)!,
  }
}
