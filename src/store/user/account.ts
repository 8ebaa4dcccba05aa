import { isPermission, type Permission, type Role } from '../../contract/permissions.ts'
import type { Asks } from '../open.ts'
import { bytesToUuid } from '../uid.ts'
import type { Rights } from '../visibility/visible-classes.ts'
import { nameKey } from './name-key.ts'

/** What the door needs to know of a person on every request. */
export interface Account {
  id: number
  uid: string
  username: string
  email: string | null
  role: Role
  permissions: Permission[]
  isActive: boolean
  rights: Rights
}

export async function findAccount(db: Pick<Asks, 'query'>, id: number): Promise<Account | undefined> {
  const row = await db.query
    .selectFrom('user')
    .select([
      'uid',
      'username',
      'email',
      'role',
      'permissions',
      'is_active',
      'all_libraries',
      'age_limit',
      'allow_unrated',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const libraries = row.all_libraries
    ? undefined
    : await db.query.selectFrom('user_library').select('library_id').where('user_id', '=', id).execute()
  const tags = await db.query
    .selectFrom('user_sharing_tag')
    .select(['sharing_tag_id', 'mode'])
    .where('user_id', '=', id)
    .execute()
  const tagIds = (mode: string) => tags.filter((tag) => tag.mode === mode).map((tag) => tag.sharing_tag_id)
  return {
    id,
    uid: bytesToUuid(row.uid),
    username: row.username,
    email: row.email,
    role: row.role as Role,
    permissions: parsePermissions(row.permissions),
    isActive: row.is_active === 1,
    rights: {
      libraryIds: libraries?.map((library) => library.library_id),
      allowTagIds: tagIds('allow'),
      denyTagIds: tagIds('deny'),
      ageLimit: row.age_limit,
      allowUnrated: row.allow_unrated === 1,
    },
  }
}

export interface Login {
  id: number
  passwordHash: string | null
  isActive: boolean
}

/** By user name, or else by e-mail address. */
export async function findLogin(db: Asks, name: string): Promise<Login | undefined> {
  const key = nameKey(name)
  const rows = await db.query
    .selectFrom('user')
    .select(['id', 'password_hash', 'is_active', 'username_key'])
    .where((eb) => eb.or([eb('username_key', '=', key), eb('email_key', '=', key)]))
    .execute()
  const row = rows.find((one) => one.username_key === key) ?? rows[0]
  return row && { id: row.id, passwordHash: row.password_hash, isActive: row.is_active === 1 }
}

export async function hasUsers(db: Pick<Asks, 'query'>): Promise<boolean> {
  return (await db.query.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** A permission that a later version takes away must not keep its holder out. */
export function parsePermissions(text: string): Permission[] {
  return (JSON.parse(text) as unknown[]).filter(isPermission)
}
