import type { ForeignDatabase } from '../../store/foreign/foreign-database.ts'
import { foreignFlagOf, foreignIdOf, foreignIntegerOf, foreignTextOf, foreignTimeOf } from '../foreign-values.ts'
import { type ImportRecord, skippedRecord, type UserRecord } from '../records.ts'

/** Accounts with their limits. */
export function* stumpUsers(db: ForeignDatabase): Generator<ImportRecord> {
  const libraryIds = [...db.rows('libraries', ['id'])].flatMap((row) => foreignIdOf(row.id) ?? [])
  // Both versions store the libraries that are hidden from a user; new libraries are visible to all.
  const hidden = new Map<string, Set<string>>()
  const hide = (userId: string | null, libraryId: string | null) => {
    if (userId && libraryId) hidden.set(userId, (hidden.get(userId) ?? new Set()).add(libraryId))
  }
  for (const row of db.rows('_LibraryToUser', ['A', 'B'])) hide(foreignIdOf(row.B), foreignIdOf(row.A))
  for (const row of db.rows('library_exclusions', ['user_id', 'library_id']))
    hide(foreignIdOf(row.user_id), foreignIdOf(row.library_id))
  const ages = new Map(
    [...db.rows('age_restrictions', ['user_id', 'age', 'restrict_on_unset'])].map((row) => [
      foreignIdOf(row.user_id),
      row,
    ]),
  )
  const columns = [
    'id',
    'username',
    'hashed_password',
    'is_server_owner',
    'permissions',
    'is_locked',
    'deleted_at',
  ] as const
  for (const row of db.rows('users', [...columns, 'oidc_email', 'oidc_issuer_id', 'created_at'])) {
    const [id, username] = [foreignIdOf(row.id), foreignTextOf(row.username)]
    if (!id || !username || row.deleted_at !== null) {
      yield skippedRecord('user', username ?? id ?? '', 'account_deleted')
      continue
    }
    const isOwner = foreignFlagOf(row.is_server_owner)
    const [age, hiddenLibraries, hash] = [ages.get(id), hidden.get(id), foreignTextOf(row.hashed_password)]
    const years = age ? foreignIntegerOf(age.age) : null
    const may = new Set((foreignTextOf(row.permissions) ?? '').split(',').map((name) => name.trim()))
    yield {
      type: 'user',
      id,
      username,
      email: foreignTextOf(row.oidc_email),
      role: isOwner ? 'admin' : 'reader',
      passwordHash: hash && /^\$2[abxy]\$/.test(hash) ? `bcrypt:${hash}` : null,
      isActive: !foreignFlagOf(row.is_locked),
      allLibraries: isOwner || !hiddenLibraries,
      libraryIds: hiddenLibraries ? libraryIds.filter((one) => !hiddenLibraries.has(one)) : [],
      ageLimit: isOwner ? null : years,
      allowUnrated: isOwner || years === null || !foreignFlagOf(age!.restrict_on_unset),
      labels: [],
      denied: isOwner || may.has('file:download') ? [] : ['FILE_DOWNLOAD'],
      createdAt: foreignTimeOf(row.created_at),
    } satisfies UserRecord
  }
}
