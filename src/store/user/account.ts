import { deniableActions } from '../../contract/enum-values.ts'
import { type DeniableAction, isPermission, type Permission, type Role } from '../../contract/permissions.ts'
import type { Queryable } from '../open.ts'
import { bytesToUuid, type Uid } from '../uid.ts'
import type { ViewingRights } from '../visibility/visible-classes.ts'
import { loginNameKey } from './login-name-key.ts'
import { findViewingRights } from './viewing-rights.ts'

export interface AccountIdentity {
  id: number
  uid: string
  username: string
  email: string | null
  role: Role
  permissions: Permission[]
  denied: DeniableAction[]
  isActive: boolean
}

/** What every request needs of a user. */
export interface Account extends AccountIdentity {
  rights: ViewingRights
}

export async function findAccount(db: Pick<Queryable, 'query'>, id: number): Promise<Account | undefined> {
  const row = await db.query
    .selectFrom('user')
    .select(['id', 'uid', 'username', 'email', 'role', 'permissions', 'denied', 'is_active'])
    .where('id', '=', id)
    .executeTakeFirst()
  const rights = row && (await findViewingRights(db, id))
  if (!row || !rights) return undefined
  return { ...toAccountIdentity(row), rights }
}

export interface AccountIdentityRow {
  id: number
  uid: Uid
  username: string
  email: string | null
  role: string
  permissions: string
  denied: string
  is_active: number
}

export function toAccountIdentity(row: AccountIdentityRow): AccountIdentity {
  return {
    id: row.id,
    uid: bytesToUuid(row.uid),
    username: row.username,
    email: row.email,
    role: row.role as Role,
    permissions: parsePermissions(row.permissions),
    denied: deniableActions.filter((each) => (JSON.parse(row.denied) as unknown[]).includes(each)),
    isActive: row.is_active === 1,
  }
}

export interface PasswordLogin {
  id: number
  uid: string
  passwordHash: string | null
  isActive: boolean
}

/** By user name, or else by e-mail address. */
export async function findPasswordLogin(db: Queryable, name: string): Promise<PasswordLogin | undefined> {
  const key = loginNameKey(name)
  const rows = await db.query
    .selectFrom('user')
    .select(['id', 'uid', 'password_hash', 'is_active', 'username_key'])
    .where((eb) => eb.or([eb('username_key', '=', key), eb('email_key', '=', key)]))
    .execute()
  const row = rows.find((one) => one.username_key === key) ?? rows[0]
  return (
    row && { id: row.id, uid: bytesToUuid(row.uid), passwordHash: row.password_hash, isActive: row.is_active === 1 }
  )
}

export async function hasUsers(db: Pick<Queryable, 'query'>): Promise<boolean> {
  return (await db.query.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** A permission that a later version removes must not lock its holder out. */
function parsePermissions(text: string): Permission[] {
  return (JSON.parse(text) as unknown[]).filter(isPermission)
}

/** For an export: after the import, users keep their passwords. */
export async function readPasswordHash(db: Pick<Queryable, 'query'>, id: number): Promise<string | null> {
  const row = await db.query.selectFrom('user').select('password_hash').where('id', '=', id).executeTakeFirst()
  return row?.password_hash ?? null
}
