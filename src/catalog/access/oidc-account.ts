import type { Config } from '../../config/settings.ts'
import { problem } from '../../contract/problems.ts'
import type { Db, Tx } from '../../store/open.ts'
import { findUserByEmail, findUserBySubject, linkSubject } from '../../store/user/identity.ts'
import {
  beginAccessChange,
  findTakenNames,
  insertUser,
  listActiveAdmins,
  readRole,
  updateUser,
} from '../../store/user/write.ts'
import { roleFromGroups } from './oidc-role.ts'

/** What a provider says of somebody who signed in there. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string }

/**
 * The account of somebody who signed in at a provider: the one linked to them, else the one with the same e-mail address
 * (only if the provider has verified it), else a new one. Their groups decide the role, each time they sign in.
 */
export async function accountForClaims(
  db: Db,
  provider: string,
  oidc: Config['auth']['oidc'],
  claims: Claims,
  now: number,
): Promise<number> {
  const settings = oidc.providers[provider]!
  const email = verifiedEmail(claims, settings.email_claim ?? 'email')
  const groups = claims[settings.groups_claim ?? 'groups']
  const role = roleFromGroups(settings.role_mapping, groups, oidc.default_role)

  return db.transaction(async (tx) => {
    await beginAccessChange(tx)
    const asks = { kind: db.kind, query: tx }
    const linked = await findUserBySubject(asks, provider, claims.sub)
    const known = linked ?? (email === undefined ? undefined : await findUserByEmail(asks, email))
    if (known !== undefined) {
      if (linked === undefined) await linkSubject(tx, { provider, subject: claims.sub, userId: known }, now)
      const before = await readRole(tx, known)
      if (!before.isActive) throw problem('invalid_credentials', 'This account is switched off.')
      if (role && role !== before.role && (role === 'admin' || !(await isLastAdmin(tx, known)))) {
        await updateUser(tx, known, { role }, now)
      }
      return known
    }
    if (!oidc.auto_create_users) throw problem('permission_denied', 'You have no account here. Ask an admin for one.')
    const username = await freeUsername(tx, claims, settings.username_claim ?? 'preferred_username')
    const { id } = await insertUser(tx, { username, email: email ?? null, role: role ?? oidc.default_role }, now)
    await linkSubject(tx, { provider, subject: claims.sub, userId: id }, now)
    return id
  })
}

function verifiedEmail(claims: Claims, claim: string): string | undefined {
  const email = claims[claim]
  const isVerified = claims.email_verified === true || claims.email_verified === 'true'
  return isVerified && typeof email === 'string' && email.includes('@') && email.length <= 254 ? email : undefined
}

async function isLastAdmin(tx: Tx, userId: number): Promise<boolean> {
  const admins = await listActiveAdmins(tx)
  return admins.length === 1 && admins[0] === userId
}

/** What the provider calls them, in the form of a user name; numbered when somebody else has it. */
async function freeUsername(tx: Tx, claims: Claims, claim: string): Promise<string> {
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
