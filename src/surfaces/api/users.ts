import { authorityOf } from '../../catalog/access/authority.ts'
import { changeAccount, createAccount, removeAccount } from '../../catalog/access/manage-accounts.ts'
import { removeAccountAndFontFiles } from '../../catalog/fonts/manage-fonts.ts'
import { limitAndOffsetOf, presentListPage } from '../../contract/paging.ts'
import { problem } from '../../contract/problems.ts'
import { users } from '../../contract/users.ts'
import { uuidToBytes } from '../../store/uid.ts'
import { findUser, listUsers, type UserView } from '../../store/user/read.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { recordAccountChange } from '../audit-recorder.ts'
import type { Authenticator } from '../authenticator.ts'
import { presentUser } from '../present/user.ts'
import { type OpenSurface, serve } from '../serve.ts'

export function mountUsers(api: OpenSurface, context: AppContext, authenticator: Authenticator): void {
  const { db } = context
  serve(api, users.list, async ({ query, request, href }) => {
    const { data, total } = await listUsers(db, query, limitAndOffsetOf(query))
    return presentListPage({ request, href }, query, { data: data.map(presentUser), total })
  })

  serve(api, users.create, async ({ body, viewer, request }) => {
    const uid = await createAccount(db, authority(viewer), body, Date.now())
    request.audited = { targetType: 'user', targetName: body.username, details: { role: body.role ?? 'reader' } }
    return presentUser((await findUser(db, { uid }))!)
  })

  serve(api, users.read, async ({ params }) => presentUser(await read(params.id)))

  serve(api, users.change, async ({ params, body, viewer, request }) => {
    const user = await read(params.id)
    await changeAccount(db, authority(viewer), user, body, Date.now())
    await recordAccountChange(authenticator.audit, request, user, body)
    return presentUser(await read(params.id))
  })

  serve(api, users.remove, async ({ params, viewer, request }) => {
    const user = await read(params.id)
    await removeAccountAndFontFiles(context, user.id, () => removeAccount(db, authority(viewer), user))
    request.audited = { targetType: 'user', targetName: user.username }
  })

  const authority = (viewer: Viewer) => authorityOf(viewer, authenticator.viewers.accountOf(viewer))

  async function read(id: string): Promise<UserView> {
    return readUser(db, id)
  }
}

export async function readUser(db: AppContext['db'], id: string): Promise<UserView> {
  const user = await findUser(db, { uid: uuidToBytes(id) })
  if (!user) throw problem('not_found', 'There is no such user.')
  return user
}
