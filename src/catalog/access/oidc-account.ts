import type { Config } from '../../config/settings.ts'
import { type Role, roles } from '../../contract/permissions.ts'
import { problem } from '../../contract/problems.ts'
import { deleteApiKeysOfUser } from '../../store/api-key/write.ts'
import { deleteKoboDevicesOfUser } from '../../store/kobo/devices.ts'
import type { Db, Tx } from '../../store/open.ts'
import { revokeSessionsOfUser } from '../../store/session/write.ts'
import {
  findUserByEmail,
  findUserIdByIdentity,
  linkIdentity,
  listLinkedIdentities,
} from '../../store/user/linked-identities.ts'
import {
  beginAccessChange,
  findTakenNames,
  insertUser,
  listActiveAdmins,
  readRole,
  updateUser,
} from '../../store/user/write.ts'

/** The claims of a provider about a user who signed in there. */
export type OidcClaims = Readonly<Record<string, unknown>> & { readonly sub: string }

/** The account, and whether it was known, linked just now or created. */
export interface OidcAccount {
  userId: number
  how: 'known' | 'linked' | 'created'
}

/**
 * The account of a user who signed in at a provider: the one linked to them, else, if the provider's `link_by_email` is
 * on, the one with the same verified address, else a new one. Their groups decide the role at each sign-in, except at
 * the one that links: the account may have been created by someone else, who must not be raised with it.
 */
export async function findOrCreateOidcAccount(
  db: Db,
  provider: string,
  oidc: Config['auth']['oidc'],
  claims: OidcClaims,
  now: number,
): Promise<OidcAccount> {
  const settings = oidc.providers[provider]!
  const emailClaim = settings.email_claim ?? 'email'
  const email = verifiedEmail(claims, emailClaim)
  const groups = claims[settings.groups_claim ?? 'groups']
  const role = roleFromGroups(settings.role_mapping, groups, oidc.default_role)

  return db.transaction(async (tx) => {
    await beginAccessChange(tx)
    const queryable = { kind: db.kind, query: tx }
    const known = await findUserIdByIdentity(queryable, provider, claims.sub)
    if (known !== undefined) {
      const before = await readActive(tx, known)
      if (role && role !== before.role && (role === 'admin' || !(await isLastAdmin(tx, known)))) {
        await updateUser(tx, known, { role }, now)
      }
      return { userId: known, how: 'known' }
    }
    // `email_verified` refers to `email`, not to another claim that was configured instead.
    const mayLink = settings.link_by_email === true && emailClaim === 'email'
    const linkable = mayLink && email !== undefined ? await findLinkable(tx, db.kind, email) : undefined
    if (linkable !== undefined) {
      await link(tx, { provider, subject: claims.sub, userId: linkable }, now)
      return { userId: linkable, how: 'linked' }
    }
    if (!oidc.auto_create_users)
      throw problem('permission_denied', 'You don’t have an account here. Ask an administrator for one.')
    const username = await freeUsername(tx, claims, settings.username_claim ?? 'preferred_username')
    // An address that another account has, rightly or not, stays there; it grants that account nothing.
    const isTaken = email === undefined || (await findTakenNames(tx, { email })).length > 0
    const fields = { username, email: isTaken ? null : email, role: role ?? oidc.default_role }
    const { id } = await insertUser(tx, fields, now)
    await linkIdentity(tx, { provider, subject: claims.sub, userId: id }, now)
    return { userId: id, how: 'created' }
  })
}

/** Links a provider to the signed-in user's own account. */
export async function linkOwnAccount(
  db: Db,
  identity: { provider: string; subject: string; userId: number },
  now: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    await beginAccessChange(tx)
    const other = await findUserIdByIdentity({ kind: db.kind, query: tx }, identity.provider, identity.subject)
    if (other !== undefined) throw problem('conflict', 'This sign-in is already linked to another account.')
    await link(tx, identity, now)
  })
}

/**
 * Revokes every other way in, such as the password, sessions, keys and e-readers: from now on only the provider opens
 * this account.
 */
async function link(tx: Tx, identity: { provider: string; subject: string; userId: number }, now: number) {
  await readActive(tx, identity.userId)
  await linkIdentity(tx, identity, now)
  await updateUser(tx, identity.userId, { passwordHash: null }, now)
  await revokeSessionsOfUser(tx, identity.userId, now)
  await deleteApiKeysOfUser(tx, identity.userId)
  await deleteKoboDevicesOfUser(tx, identity.userId)
}

/**
 * The account that an address alone may open. It must match exactly: providers verify addresses that merely look alike
 * once width and composition are ignored. An account that is linked to a provider is excluded: its owner would keep
 * that way in.
 */
async function findLinkable(tx: Tx, kind: Db['kind'], email: string): Promise<number | undefined> {
  const found = await findUserByEmail({ kind, query: tx }, email)
  const isSame = found !== undefined && plainAddress.test(email) && found.email.toLowerCase() === email.toLowerCase()
  if (!isSame || (await listLinkedIdentities({ query: tx }, found.id)).length > 0) return undefined
  return found.id
}

const plainAddress = /^[\x21-\x7e]+$/

async function readActive(tx: Tx, userId: number) {
  const account = await readRole(tx, userId)
  if (!account.isActive) throw problem('invalid_credentials', 'This account is disabled.')
  return account
}

function verifiedEmail(claims: OidcClaims, claim: string): string | undefined {
  const email = claims[claim]
  const isVerified = claims.email_verified === true || claims.email_verified === 'true'
  return isVerified && typeof email === 'string' && email.includes('@') && email.length <= 254 ? email : undefined
}

async function isLastAdmin(tx: Tx, userId: number): Promise<boolean> {
  const admins = await listActiveAdmins(tx)
  return admins.length === 1 && admins[0] === userId
}

/** The provider's name for the user, in the form of a user name; numbered if it is taken. */
async function freeUsername(tx: Tx, claims: OidcClaims, claim: string): Promise<string> {
  const given = [claims[claim], claims.email, claims.name, claims.sub].find(
    (one) => typeof one === 'string' && one !== '',
  )
  const clean = String(given)
    .replace(/[\p{C}:]/gu, '')
    .trim()
    .slice(0, 56)
  const base = clean === '' || clean.toLowerCase() === 'api' ? 'reader' : clean
  for (let n = 1; ; n += 1) {
    const username = n === 1 ? base : `${base}-${n}`
    if ((await findTakenNames(tx, { username })).length === 0) return username
  }
}

type RoleMapping = Partial<Record<Role, readonly string[]>>

/**
 * The highest role that one of the groups grants. undefined: the provider doesn't decide, because no mapping is set or
 * it sends no groups.
 */
export function roleFromGroups(mapping: RoleMapping | undefined, groups: unknown, otherwise: Role): Role | undefined {
  if (!mapping || Object.keys(mapping).length === 0) return undefined
  const names = typeof groups === 'string' ? [groups] : groups
  if (!Array.isArray(names)) return undefined
  return roles.toReversed().find((role) => mapping[role]?.some((group) => names.includes(group))) ?? otherwise
}
