import { changeOwnAccount } from '../../catalog/access/change-own-account.ts'
import { invalid, Problem, problem } from '../../contract/problems.ts'
import { type OwnChange, users } from '../../contract/users.ts'
import { findUser, type UserView } from '../../store/user/read.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import type { Authenticator } from '../authenticator.ts'
import { addressKey } from '../edge/addresses.ts'
import { presentUser } from '../present/account.ts'
import { type OpenSurface, serve } from '../serve.ts'

export function mountOwnAccount(api: OpenSurface, { db }: AppContext, authenticator: Authenticator): void {
  serve(api, users.self, async ({ viewer }) => presentUser(await readSelf(viewer)))

  serve(api, users.changeSelf, async ({ body, viewer, request }) => {
    const user = await readSelf(viewer)
    await provePassword(user, viewer, body, addressKey(request.ip))
    await changeOwnAccount(db, user, body, { sessionId: viewer.sessionId, now: Date.now() })
    return presentUser(await readSelf(viewer))
  })

  async function readSelf(viewer: Viewer): Promise<UserView> {
    const user = await findUser(db, { id: viewer.userId })
    if (!user) throw problem('not_found', 'This account is gone.')
    return user
  }

  /** Somebody who found an unlocked screen, or a key, must not be able to take the account over. */
  async function provePassword(user: UserView, viewer: Viewer, change: OwnChange, address: string): Promise<void> {
    if (change.password === undefined && change.email === undefined) return
    if (!user.hasPassword) {
      if (viewer.sessionId !== undefined) return
      throw problem('permission_denied', 'Sign in through your provider to change this account.')
    }
    if (change.currentPassword === undefined) throw invalid([{ path: 'currentPassword', message: 'is required' }])
    try {
      await authenticator.logins.check(user.username, change.currentPassword, address)
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'invalid_credentials') throw error
      throw invalid([{ path: 'currentPassword', message: 'is wrong' }])
    }
  }
}
