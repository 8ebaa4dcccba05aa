import { changeOwnAccount } from '../../catalog/access/change-own-account.ts'
import { problem } from '../../contract/problems.ts'
import { users } from '../../contract/users.ts'
import { findUser, type UserView } from '../../store/user/read.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import type { Authenticator } from '../authenticator.ts'
import { presentUser } from '../present/user.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { confirmCurrentPassword } from './confirm-current-password.ts'

export function mountOwnAccount(api: OpenSurface, { db }: AppContext, authenticator: Authenticator): void {
  serve(api, users.self, async ({ viewer }) => presentUser(await readSelf(viewer)))

  serve(api, users.changeSelf, async ({ body, viewer, request }) => {
    const user = await readSelf(viewer)
    if (body.password !== undefined || body.email !== undefined) {
      await confirmCurrentPassword(authenticator, { user, viewer, given: body.currentPassword }, request)
    }
    await changeOwnAccount(db, user, body, { sessionId: viewer.sessionId, now: Date.now() })
    const about = { targetType: 'user', targetUid: user.uid, targetName: user.username }
    if (body.password !== undefined) await authenticator.audit.record('password_changed', request, about)
    if (body.email !== undefined)
      await authenticator.audit.record('account_changed', request, { ...about, details: { fields: ['email'] } })
    return presentUser(await readSelf(viewer))
  })

  async function readSelf(viewer: Viewer): Promise<UserView> {
    const user = await findUser(db, { id: viewer.userId })
    if (!user) throw problem('not_found', 'This account no longer exists.')
    return user
  }
}
