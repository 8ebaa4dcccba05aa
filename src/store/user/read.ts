import { sql } from 'kysely'
import type { Role } from '../../contract/permissions.ts'
import type { Queryable } from '../open.ts'
import { bytesToUuid, type Uid } from '../uid.ts'
import { type AccountIdentity, type AccountIdentityRow, toAccountIdentity } from './account.ts'
import { loginNameKey } from './login-name-key.ts'

/** An account as an admin, or its owner, sees it. */
export interface UserView extends AccountIdentity {
  hasPassword: boolean
  allLibraries: boolean
  libraryUids: string[]
  ageLimit: number | null
  allowUnrated: boolean
  tagsOverrideAge: boolean
  sharingTags: { uid: string; name: string; mode: 'allow' | 'deny'; createdAt: number }[]
  lastLoginAt: number | null
  createdAt: number
  updatedAt: number
}

export interface UserFilter {
  role?: Role
  isActive?: boolean
  search?: string
  sharingTag?: string
  sharingTagMode?: 'allow' | 'deny'
}

export async function findUser(db: Queryable, by: { id: number } | { uid: Uid }): Promise<UserView | undefined> {
  const rows = await db.query
    .selectFrom('user')
    .selectAll()
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('uid', '=', by.uid)))
    .execute()
  return (await viewsOf(db, rows))[0]
}

/** Ordered by name. */
export async function listUsers(
  db: Queryable,
  filter: UserFilter,
  rows: { limit: number; offset: number },
): Promise<{ data: UserView[]; total: number }> {
  const found = db.query
    .selectFrom('user')
    .$if(filter.role !== undefined, (q) => q.where('role', '=', filter.role!))
    .$if(filter.isActive !== undefined, (q) => q.where('is_active', '=', filter.isActive ? 1 : 0))
    .$if(filter.search !== undefined, (q) => {
      const part = `%${loginNameKey(filter.search!).replace(/[\\%_]/g, '\\$&')}%`
      return q.where(sql<boolean>`(username_key like ${part} escape '\\' or email_key like ${part} escape '\\')`)
    })
    .$if(filter.sharingTag !== undefined || filter.sharingTagMode !== undefined, (q) =>
      q.where((eb) =>
        eb.exists(
          eb
            .selectFrom('user_sharing_tag')
            .innerJoin('sharing_tag', 'sharing_tag.id', 'sharing_tag_id')
            .select('user_id')
            .whereRef('user_id', '=', 'user.id')
            .$if(filter.sharingTag !== undefined, (tag) => tag.where('name_key', '=', loginNameKey(filter.sharingTag!)))
            .$if(filter.sharingTagMode !== undefined, (tag) => tag.where('mode', '=', filter.sharingTagMode!)),
        ),
      ),
    )
  const total = await found.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const page = await found
    .selectAll('user')
    .orderBy('username_key')
    .orderBy('id')
    .limit(rows.limit)
    .offset(rows.offset)
    .execute()
  return { data: await viewsOf(db, page), total: total.n }
}

interface Row extends AccountIdentityRow {
  password_hash: string | null
  all_libraries: number
  age_limit: number | null
  allow_unrated: number
  tags_override_age: number
  created_at: number
  updated_at: number
  last_login_at: number | null
}

async function viewsOf(db: Queryable, rows: readonly Row[]): Promise<UserView[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const libraries = await db.query
    .selectFrom('user_library')
    .innerJoin('library', 'library.id', 'library_id')
    .select(['user_id', 'library.uid'])
    .where('user_id', 'in', ids)
    .orderBy('library.sort_key')
    .execute()
  const tags = await db.query
    .selectFrom('user_sharing_tag')
    .innerJoin('sharing_tag', 'sharing_tag.id', 'sharing_tag_id')
    .select(['user_id', 'sharing_tag.uid', 'name', 'mode', 'user_sharing_tag.created_at'])
    .where('user_id', 'in', ids)
    .orderBy('name_key')
    .execute()
  return rows.map((row) => ({
    ...toAccountIdentity(row),
    hasPassword: row.password_hash !== null,
    allLibraries: row.all_libraries === 1,
    libraryUids: libraries.filter((one) => one.user_id === row.id).map((one) => bytesToUuid(one.uid)),
    ageLimit: row.age_limit,
    allowUnrated: row.allow_unrated === 1,
    tagsOverrideAge: row.tags_override_age === 1,
    sharingTags: tags
      .filter((one) => one.user_id === row.id)
      .map((one) => ({
        uid: bytesToUuid(one.uid),
        name: one.name,
        mode: one.mode as 'allow' | 'deny',
        createdAt: one.created_at,
      })),
    lastLoginAt: row.last_login_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }))
}
