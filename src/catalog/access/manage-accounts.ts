import { usernamePattern } from '../../contract/auth.ts'
import { type Fault, problem, validationProblem } from '../../contract/problems.ts'
import type { NewUser, UserPatch } from '../../contract/users.ts'
import type { Db, Tx } from '../../store/open.ts'
import { revokeSessionsOfUser } from '../../store/session/write.ts'
import type { Uid } from '../../store/uid.ts'
import { findAccount } from '../../store/user/account.ts'
import { loginNameKey } from '../../store/user/login-name-key.ts'
import type { UserView } from '../../store/user/read.ts'
import { findLibraryOrTagIds } from '../../store/user/sharing-tag-grants.ts'
import {
  beginAccessChange,
  deleteUser,
  findTakenNames,
  insertUser,
  listActiveAdmins,
  type UserFields,
  updateUser,
} from '../../store/user/write.ts'
import { type Authority, requireAuthority } from './authority.ts'
import { hashPassword } from './password-hash.ts'
import { faultOfPassword } from './password-rules.ts'

export async function createAccount(db: Db, authority: Authority, wanted: NewUser, now: number): Promise<Uid> {
  const role = wanted.role ?? 'reader'
  const passwordHash = await hashNewPassword(wanted.password, [wanted.username, wanted.email])
  return db.transaction(async (tx) => {
    await beginAccessChange(tx)
    await requireFreeNames(tx, wanted)
    const fields = await fieldsOf(tx, wanted)
    const { id, uid } = await insertUser(tx, { ...fields, username: wanted.username, role, passwordHash }, now)
    await requireAuthorityOver(tx, authority, id)
    return uid
  })
}

export async function changeAccount(
  db: Db,
  authority: Authority,
  user: UserView,
  wanted: UserPatch,
  now: number,
): Promise<void> {
  const names = [wanted.username ?? user.username, wanted.email ?? user.email]
  const passwordHash = wanted.password === undefined ? undefined : await hashNewPassword(wanted.password, names)
  await changeWithinAuthority(db, authority, user.id, async (tx) => {
    if ((wanted.role ?? 'admin') !== 'admin' || wanted.isActive === false) await requireOtherAdmin(tx, user.id)
    await requireFreeNames(tx, wanted, user.id)
    await updateUser(tx, user.id, { ...(await fieldsOf(tx, wanted)), passwordHash }, now)
    if (passwordHash || wanted.isActive === false) await revokeSessionsOfUser(tx, user.id, now, authority.sessionId)
  })
}

/** Changes what another account is, may do or sees: the account must be within the authority before and after. */
export async function changeWithinAuthority<T>(
  db: Db,
  authority: Authority,
  userId: number,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await beginAccessChange(tx)
    await requireAuthorityOver(tx, authority, userId)
    const done = await change(tx)
    await requireAuthorityOver(tx, authority, userId)
    return done
  })
}

export async function removeAccount(db: Db, authority: Authority, user: UserView): Promise<void> {
  await db.transaction(async (tx) => {
    await beginAccessChange(tx)
    await requireAuthorityOver(tx, authority, user.id)
    await requireOtherAdmin(tx, user.id)
    await deleteUser(tx, user.id)
  })
}

/** Reads the account inside the access change, so that its role can't be raised in between. */
async function requireAuthorityOver(tx: Tx, authority: Authority, userId: number): Promise<void> {
  const account = await findAccount({ query: tx }, userId)
  if (!account) throw problem('not_found', 'There is no such user.')
  requireAuthority(authority, account)
}

export async function hashNewPassword(password: string, names: (string | null | undefined)[]): Promise<string> {
  const fault = faultOfPassword(password, names)
  if (fault) throw validationProblem([fault])
  return hashPassword(password)
}

export async function requireFreeNames(
  tx: Pick<Tx, 'selectFrom'>,
  names: { username?: string; email?: string | null },
  exceptId?: number,
): Promise<void> {
  // The routes have checked this; the command line and the configuration haven't.
  if (names.username !== undefined && !wellFormed.test(names.username)) {
    throw validationProblem([
      {
        path: 'username',
        message: 'The username must have 1 to 64 characters, no colon, and no spaces at the start or end.',
      },
    ])
  }
  // In HTTP Basic this name indicates an API key.
  if (names.username && loginNameKey(names.username) === 'api') {
    throw validationProblem([{ path: 'username', message: 'This username is reserved. Choose another one.' }])
  }
  const [taken] = await findTakenNames(tx, names, exceptId)
  if (!taken) return
  const sentence =
    taken === 'username'
      ? 'Another account already uses this username.'
      : 'Another account already uses this email address.'
  throw problem('conflict', sentence, { field: taken })
}

/**
 * There must always be an active administrator. Call it inside an access change, so that two requests don't pass at
 * once.
 */
export async function requireOtherAdmin(tx: Tx, userId: number): Promise<void> {
  const admins = await listActiveAdmins(tx)
  if (!admins.includes(userId) || admins.length > 1) return
  throw problem('conflict', 'This is the last active administrator. Make someone else an administrator first.')
}

const wellFormed = new RegExp(`^(?=.{1,64}$)${usernamePattern.slice(1)}`, 'u')

async function fieldsOf(tx: Tx, wanted: UserPatch): Promise<UserFields> {
  const { password, libraryIds: libraryUuids, sharingTags, ...same } = wanted
  const libraryIds = libraryUuids && (await findLibraryOrTagIds(tx, 'library', libraryUuids))
  const tagIds =
    sharingTags &&
    (await findLibraryOrTagIds(
      tx,
      'sharing_tag',
      sharingTags.map((tag) => tag.sharingTagId),
    ))
  const faults = [...unknown('libraryIds', 'library', libraryIds), ...unknown('sharingTags', 'sharing tag', tagIds)]
  if (faults.length > 0) throw validationProblem(faults)
  return {
    ...same,
    allLibraries: wanted.allLibraries ?? (libraryIds ? false : undefined),
    libraryIds: wanted.allLibraries === true ? [] : (libraryIds as number[] | undefined),
    sharingTags: sharingTags?.map((tag, i) => ({ id: tagIds![i]!, mode: tag.accessMode })),
  }
}

function unknown(field: string, what: string, ids: (number | undefined)[] | undefined): Fault[] {
  return (ids ?? []).flatMap((id, i) =>
    id === undefined ? [{ path: `${field}.${i}`, message: `There is no such ${what}.` }] : [],
  )
}
