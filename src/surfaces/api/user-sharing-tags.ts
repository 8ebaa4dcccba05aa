import { authorityOf } from '../../catalog/access/authority.ts'
import { changeWithinAuthority } from '../../catalog/access/manage-accounts.ts'
import { problem } from '../../contract/problems.ts'
import { users } from '../../contract/users.ts'
import { findSharingTag } from '../../store/sharing-tag/sharing-tag.ts'
import { uuidToBytes } from '../../store/uid.ts'
import { findUser } from '../../store/user/read.ts'
import { deleteUserSharingTag, setUserSharingTag } from '../../store/user/sharing-tag-grants.ts'
import type { AppContext } from '../app-context.ts'
import type { Authenticator } from '../authenticator.ts'
import { presentSharingTagGrants } from '../present/user.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { readUser } from './users.ts'

/** The tags a user may, or may not, see. A change applies from their next request on. */
export function mountUserSharingTags(api: OpenSurface, { db }: AppContext, authenticator: Authenticator): void {
  serve(api, users.sharingTags, async ({ params }) => {
    const user = await readUser(db, params.id)
    return { userId: user.uid, grants: presentSharingTagGrants(user) }
  })

  serve(api, users.ownSharingTags, async ({ viewer }) => {
    const user = await findUser(db, { id: viewer.userId })
    return { userId: viewer.uid, grants: user ? presentSharingTagGrants(user) : [] }
  })

  serve(api, users.setSharingTag, async ({ params, body, viewer, request }) => {
    const user = await readUser(db, params.id)
    const tag = await findSharingTag(db, uuidToBytes(body.sharingTagId))
    if (!tag) throw noSuchTag()
    request.audited = auditedOf(user, { sharingTag: tag.name, accessMode: body.accessMode })
    const grant = { userId: user.id, tagId: tag.id, mode: body.accessMode }
    const authority = authorityOf(viewer, authenticator.viewers.accountOf(viewer))
    await changeWithinAuthority(db, authority, user.id, (tx) => setUserSharingTag(tx, grant, Date.now()))
    const grants = presentSharingTagGrants(await readUser(db, params.id))
    return grants.find((grant) => grant.sharingTagId === tag.uid)!
  })

  serve(api, users.removeSharingTag, async ({ params, viewer, request }) => {
    const user = await readUser(db, params.id)
    const tag = await findSharingTag(db, uuidToBytes(params.tagId))
    const gone =
      tag &&
      (await changeWithinAuthority(db, authorityOf(viewer, authenticator.viewers.accountOf(viewer)), user.id, (tx) =>
        deleteUserSharingTag(tx, user.id, tag.id),
      ))
    if (!gone) throw noSuchTag()
    request.audited = auditedOf(user, { sharingTag: tag?.name, accessMode: null })
  })
}

const auditedOf = (user: { username: string }, details: Record<string, unknown>) => ({
  targetType: 'user',
  targetName: user.username,
  details,
})

const noSuchTag = () => problem('not_found', 'There is no such sharing tag.')
