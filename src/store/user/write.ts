import type { DeniableAction, Permission, Role } from '../../contract/permissions.ts'
import type { Tx } from '../open.ts'
import { listRatedSeriesIds, updateAverageRating } from '../rating/rating.ts'
import { bumpRevisions } from '../revision.ts'
import { newUid, type Uid } from '../uid.ts'
import { hasUserWithAgeLimit, hideUnanalysedSeries } from '../visibility/hide-series-until-rated.ts'
import { loginNameKey } from './login-name-key.ts'

/** All settable fields of an account. Missing fields stay unchanged, or get their default. */
export interface UserFields {
  username?: string
  email?: string | null
  /** Null removes the password. */
  passwordHash?: string | null
  role?: Role
  permissions?: readonly Permission[]
  isActive?: boolean
  allLibraries?: boolean
  libraryIds?: readonly number[]
  ageLimit?: number | null
  allowUnrated?: boolean
  tagsOverrideAge?: boolean
  denied?: readonly DeniableAction[]
  sharingTags?: readonly { id: number; mode: 'allow' | 'deny' }[]
}

/**
 * Call it first in every transaction that changes access rights. It bumps the revision, so that no server uses its
 * caches, and serialises such transactions: two admins who demote each other must not both succeed.
 */
export async function beginAccessChange(tx: Tx): Promise<void> {
  await bumpRevisions(tx, 'access')
}

export async function insertUser(
  tx: Tx,
  fields: UserFields & { username: string; role: Role },
  now: number,
): Promise<{ id: number; uid: Uid }> {
  const uid = newUid()
  const isFirstLimited = await becomesLimited(tx, fields)
  const { id } = await tx
    .insertInto('user')
    .values({
      uid,
      username: fields.username,
      username_key: loginNameKey(fields.username),
      email: fields.email ?? null,
      email_key: fields.email ? loginNameKey(fields.email) : null,
      password_hash: fields.passwordHash ?? null,
      role: fields.role,
      permissions: JSON.stringify(fields.permissions ?? []),
      is_active: fields.isActive === false ? 0 : 1,
      all_libraries: fields.allLibraries === false ? 0 : 1,
      age_limit: fields.ageLimit ?? null,
      allow_unrated: fields.allowUnrated === false ? 0 : 1,
      tags_override_age: fields.tagsOverrideAge ? 1 : 0,
      denied: JSON.stringify(fields.denied ?? []),
      created_at: now,
      updated_at: now,
      last_login_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await replaceGrants(tx, id, fields, now)
  if (isFirstLimited) await hideUnanalysedSeries(tx)
  return { id, uid }
}

export async function updateUser(tx: Tx, id: number, fields: UserFields, now: number): Promise<void> {
  const flag = (value: boolean | undefined) => (value === undefined ? undefined : value ? 1 : 0)
  const isFirstLimited = await becomesLimited(tx, fields)
  await tx
    .updateTable('user')
    .set({
      username: fields.username,
      username_key: fields.username && loginNameKey(fields.username),
      email: fields.email,
      email_key: fields.email === undefined ? undefined : fields.email === null ? null : loginNameKey(fields.email),
      password_hash: fields.passwordHash,
      role: fields.role,
      permissions: fields.permissions && JSON.stringify(fields.permissions),
      is_active: flag(fields.isActive),
      all_libraries: flag(fields.allLibraries),
      age_limit: fields.ageLimit,
      allow_unrated: flag(fields.allowUnrated),
      tags_override_age: flag(fields.tagsOverrideAge),
      denied: fields.denied && JSON.stringify([...new Set(fields.denied)]),
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
  await replaceGrants(tx, id, fields, now)
  if (isFirstLimited) await hideUnanalysedSeries(tx)
}

async function becomesLimited(tx: Tx, { ageLimit }: UserFields): Promise<boolean> {
  return typeof ageLimit === 'number' && !(await hasUserWithAgeLimit(tx))
}

/**
 * Deletes a user with all their data. The average ratings of series they rated are recomputed from the remaining users.
 */
export async function deleteUser(tx: Tx, id: number): Promise<void> {
  const rated = await listRatedSeriesIds(tx, id)
  await tx.deleteFrom('user').where('id', '=', id).execute()
  for (const seriesId of rated) await updateAverageRating(tx, seriesId)
  // The account's shared lists, and recommendations based on this user, are deleted too.
  await bumpRevisions(tx, 'catalog')
}

export async function recordLogin(tx: Tx, id: number, now: number): Promise<void> {
  await tx.updateTable('user').set({ last_login_at: now }).where('id', '=', id).execute()
}

/** Unless the password was changed meanwhile. */
export async function replacePasswordHash(
  tx: Tx,
  id: number,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx
    .updateTable('user')
    .set({ password_hash: to })
    .where('id', '=', id)
    .where('password_hash', '=', from)
    .execute()
}

export async function listActiveAdmins(tx: Tx): Promise<number[]> {
  const rows = await tx.selectFrom('user').select('id').where('role', '=', 'admin').where('is_active', '=', 1).execute()
  return rows.map((row) => row.id)
}

export async function readRole(tx: Tx, id: number): Promise<{ role: Role; isActive: boolean }> {
  const row = await tx.selectFrom('user').select(['role', 'is_active']).where('id', '=', id).executeTakeFirstOrThrow()
  return { role: row.role as Role, isActive: row.is_active === 1 }
}

/** Which of these names another account already has. A user name must not be another user's e-mail address either. */
export async function findTakenNames(
  tx: Pick<Tx, 'selectFrom'>,
  names: { username?: string; email?: string | null },
  exceptId = 0,
): Promise<('username' | 'email')[]> {
  const taken: ('username' | 'email')[] = []
  for (const field of ['username', 'email'] as const) {
    const name = names[field]
    if (!name) continue
    const key = loginNameKey(name)
    const other = await tx
      .selectFrom('user')
      .select('id')
      .where((eb) => eb.or([eb('username_key', '=', key), eb('email_key', '=', key)]))
      .where('id', '<>', exceptId)
      .executeTakeFirst()
    if (other) taken.push(field)
  }
  return taken
}

async function replaceGrants(tx: Tx, userId: number, fields: UserFields, now: number): Promise<void> {
  if (fields.libraryIds) {
    await tx.deleteFrom('user_library').where('user_id', '=', userId).execute()
    for (const libraryId of new Set(fields.libraryIds)) {
      await tx.insertInto('user_library').values({ user_id: userId, library_id: libraryId }).execute()
    }
  }
  if (fields.sharingTags) {
    await tx.deleteFrom('user_sharing_tag').where('user_id', '=', userId).execute()
    for (const [id, mode] of new Map(fields.sharingTags.map((tag) => [tag.id, tag.mode]))) {
      await tx
        .insertInto('user_sharing_tag')
        .values({ user_id: userId, sharing_tag_id: id, mode, created_at: now })
        .execute()
    }
  }
}
