import type { FastifyRequest } from 'fastify'
import { authorityOf } from '../../../catalog/access/authority.ts'
import { changeOwnAccount } from '../../../catalog/access/change-own-account.ts'
import { isEmailAddress } from '../../../catalog/access/is-email-address.ts'
import { changeAccount, createAccount, removeAccount } from '../../../catalog/access/manage-accounts.ts'
import { removeAccountAndFontFiles } from '../../../catalog/fonts/manage-fonts.ts'
import { deniableActions } from '../../../contract/enum-values.ts'
import { type UserUpdate, users } from '../../../contract/komga/users.ts'
import type { DeniableAction, Role } from '../../../contract/permissions.ts'
import { Problem, problem, validationProblem } from '../../../contract/problems.ts'
import type { UserPatch } from '../../../contract/users.ts'
import { findSession } from '../../../store/session/read.ts'
import { listSharingTags } from '../../../store/sharing-tag/sharing-tag.ts'
import { bytesToUuid, parseUid } from '../../../store/uid.ts'
import { findUser, listUsers, type UserView } from '../../../store/user/read.ts'
import type { Viewer } from '../../../store/viewer.ts'
import { recordAccountChange } from '../../audit-recorder.ts'
import { serve } from '../../serve.ts'
import { findOrCreateSharingTags } from '../edit/sharing-labels.ts'
import type { KomgaContext } from '../komga-context.ts'
import { komgaIdOf } from '../present/format-values.ts'
import { presentKomgaUser } from '../present/user.ts'
import { notFoundProblem, uidOrNotFound } from '../read-by-komga-id.ts'

/** Users, and what they may do and see. */
export function mountUsers({ surface, context, authenticator, credentials }: KomgaContext): void {
  const { db } = context
  serve(surface, users.list, async () => {
    const { data } = await listUsers(db, {}, { limit: 100_000, offset: 0 })
    return data.map((user) => presentKomgaUser(user))
  })

  serve(surface, users.create, async ({ body, viewer, request }) => {
    const change = await changeOf(body)
    const { email, password } = body
    if (!isEmailAddress(email)) {
      throw validationProblem([{ path: 'email', message: 'must be a well-formed email address' }])
    }
    const wanted = { ...change, username: email, password, email, role: change.role ?? 'reader' }
    const uid = await createAccount(db, authority(viewer), wanted, Date.now()).catch(asBadRequest)
    request.audited = { targetType: 'user', targetName: email, details: { role: wanted.role } }
    return presentKomgaUser((await findUser(db, { uid }))!)
  })

  serve(surface, users.change, async ({ params, body, viewer, request }) => {
    const user = await readUser(params.id)
    const change = await changeOf(body, user)
    await changeAccount(db, authority(viewer), user, change, Date.now())
    await recordAccountChange(authenticator.audit, request, user, change)
  })

  serve(surface, users.remove, async ({ params, viewer, request }) => {
    const user = await readUser(params.id)
    if (user.id === viewer.userId) throw problem('permission_denied', 'You can’t delete your own account.')
    await removeAccountAndFontFiles(context, user.id, () => removeAccount(db, authority(viewer), user))
    request.audited = { targetType: 'user', targetUid: user.uid, targetName: user.username }
  })

  serve(surface, users.password, async ({ params, body, viewer, request }) => {
    // Komga's interface lets users change their own password at this path.
    if (!viewer.permissions.has('UsersWrite')) {
      if (params.id === komgaIdOf(viewer.uid)) return changeOwn(viewer, request, body.password)
      throw problem('permission_denied', 'You need the permission UsersWrite for this.')
    }
    const user = await readUser(params.id)
    await changeAccount(db, authority(viewer), user, { password: body.password }, Date.now())
    request.audited = { targetType: 'user', targetUid: user.uid, targetName: user.username }
  })

  serve(surface, users.ownPassword, ({ body, viewer, request }) => changeOwn(viewer, request, body.password))

  async function changeOwn(viewer: Viewer, request: FastifyRequest, password: string): Promise<void> {
    await proveOwner(viewer, credentials.presentedBy(request).by === 'header')
    const user = await findUser(db, { id: viewer.userId })
    if (!user) throw notFoundProblem('user')
    request.audited = { targetType: 'user', targetUid: user.uid, targetName: user.username }
    await changeOwnAccount(db, user, { password }, { sessionId: viewer.sessionId, now: Date.now() })
  }

  /** A stolen key, or an unlocked screen, must not suffice to take over the account. */
  async function proveOwner(viewer: Viewer, byHeader: boolean): Promise<void> {
    if (byHeader && viewer.via === 'basic') return
    const session = viewer.sessionId === undefined ? undefined : await findSession(db, { id: viewer.sessionId })
    if (session && session.createdAt > Date.now() - FRESH_MS) return
    throw problem('permission_denied', 'Sign in with your current password again before you change it.')
  }

  const authority = (viewer: Viewer) => authorityOf(viewer, authenticator.viewers.accountOf(viewer))

  async function readUser(id: string): Promise<UserView> {
    const user = await findUser(db, { uid: uidOrNotFound(id, 'user') })
    if (!user) throw notFoundProblem('user')
    return user
  }

  async function changeOf(given: UserUpdate, before?: UserView): Promise<UserPatch> {
    const change: UserPatch = {}
    if (given.roles) Object.assign(change, { role: roleOf(given.roles, before?.role), denied: deniedBy(given.roles) })
    if (given.sharedLibraries) {
      const ids = (given.sharedLibraries.libraryIds ?? []).flatMap((id) => parseUid(id) ?? []).map(bytesToUuid)
      change.allLibraries = given.sharedLibraries.all
      change.libraryIds = given.sharedLibraries.all ? [] : ids
    }
    if (given.ageRestriction !== undefined) Object.assign(change, ageLimitOf(given.ageRestriction))
    if (given.labelsAllow !== undefined || given.labelsExclude !== undefined) {
      const names = (mode: 'allow' | 'deny') =>
        before?.sharingTags.filter((tag) => tag.mode === mode).map((tag) => tag.name) ?? []
      const allow = given.labelsAllow === undefined ? names('allow') : (given.labelsAllow ?? [])
      const deny = given.labelsExclude === undefined ? names('deny') : (given.labelsExclude ?? [])
      change.sharingTags = [...(await tagsOf(allow, 'allow')), ...(await tagsOf(deny, 'deny'))]
    }
    return change
  }

  /** A new label becomes a sharing tag: it may be meant for a series that gets it later. */
  async function tagsOf(names: readonly string[], accessMode: 'allow' | 'deny') {
    const ids = await db.transaction((tx) => findOrCreateSharingTags(tx, names, Date.now()))
    const { data } = await listSharingTags(db, { limit: 100_000, offset: 0 })
    return data.filter((tag) => ids.includes(tag.id)).map((tag) => ({ sharingTagId: tag.uid, accessMode }))
  }
}

/** A name that is taken is a 400 for Komga's apps. */
function asBadRequest(error: unknown): never {
  if (error instanceof Problem && error.code === 'conflict') throw problem('validation_failed', error.message)
  throw error
}

const FRESH_MS = 15 * 60_000

/** Komga only has admins and others; a maintainer who isn't made an admin stays one. */
function roleOf(roles: readonly string[], before: Role | undefined): Role {
  if (roles.some((role) => role.toUpperCase() === 'ADMIN')) return 'admin'
  return before === 'maintainer' ? 'maintainer' : 'reader'
}

/** Komga lists what a user may do; everything else is denied. */
const deniedBy = (roles: readonly string[]): DeniableAction[] =>
  deniableActions.filter((action) => !roles.some((role) => role.toLowerCase() === action))

function ageLimitOf(
  given: UserUpdate['ageRestriction'],
): Pick<UserPatch, 'ageLimit' | 'allowUnrated' | 'tagsOverrideAge'> {
  if (!given || given.restriction === 'NONE') return { ageLimit: null, allowUnrated: true }
  if (given.restriction === 'ALLOW_ONLY') return { ageLimit: given.age, allowUnrated: false, tagsOverrideAge: true }
  return { ageLimit: Math.max(0, given.age - 1), allowUnrated: true }
}
