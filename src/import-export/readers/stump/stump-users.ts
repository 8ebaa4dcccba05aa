import type { ForeignDatabase, ForeignRow } from '../../../store/foreign/foreign-database.ts'
import { foreignFlagOf, foreignIdOf, foreignIntegerOf, foreignTextOf, foreignTimeOf } from '../../foreign-values.ts'
import { type ImportRecord, skippedRecord, type UserRecord } from '../../records.ts'
import { groupRows } from '../foreign-rows.ts'

/** Accounts with their limits. */
export function* stumpUsers(db: ForeignDatabase): Generator<ImportRecord> {
  const libraryIds = [...db.rows('libraries', ['id'])].flatMap((row) => foreignIdOf(row.id) ?? [])
  const opened = groupRows(db.rows('library_access', ['user_id', 'library_id']), (row) => foreignIdOf(row.user_id))
  // Until August 2026, Stump stored the libraries that are hidden from a user; new libraries were visible to all.
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
    const granted = (foreignTextOf(row.permissions) ?? '').split(',').map((name) => name.trim())
    const may = new Set(granted.map(plainNameOf))
    const isOwner = db.has('users', 'is_server_owner') ? foreignFlagOf(row.is_server_owner) : may.has('manageserver')
    const [age, hiddenLibraries, hash] = [ages.get(id), hidden.get(id), foreignTextOf(row.hashed_password)]
    const years = age ? foreignIntegerOf(age.age) : null
    yield {
      type: 'user',
      id,
      username,
      email: foreignTextOf(row.oidc_email),
      role: isOwner ? 'admin' : 'reader',
      passwordHash: hash && /^\$2[abxy]\$/.test(hash) ? `bcrypt:${hash}` : null,
      isActive: !foreignFlagOf(row.is_locked),
      ...(db.has('library_access')
        ? { allLibraries: isOwner, libraryIds: isOwner ? [] : idsOf(opened.get(id)) }
        : {
            allLibraries: isOwner || !hiddenLibraries,
            libraryIds: hiddenLibraries ? libraryIds.filter((one) => !hiddenLibraries.has(one)) : [],
          }),
      ageLimit: isOwner ? null : years,
      allowUnrated: isOwner || years === null || !foreignFlagOf(age!.restrict_on_unset),
      labels: [],
      denied: isOwner || DOWNLOADING.some((name) => may.has(name)) ? [] : ['FILE_DOWNLOAD'],
      createdAt: foreignTimeOf(row.created_at),
    } satisfies UserRecord
    const others = granted.filter((name) => name !== '' && !DOWNLOADING.includes(plainNameOf(name)))
    if (!isOwner) for (const name of others) yield skippedRecord('restriction', `${username}: ${name}`, 'limit')
    const subject = foreignTextOf(row.oidc_issuer_id, 200)
    if (subject !== null)
      yield skippedRecord('restriction', `${username}: ${subject}`, 'field_unknown', { fields: 'oidc_issuer_id' })
  }
}

/** 0.0 writes `file:download`, 0.1 `DOWNLOAD_FILE`; whoever manages the server may do everything. */
const DOWNLOADING = ['filedownload', 'downloadfile', 'manageserver']
const plainNameOf = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')
const idsOf = (rows: readonly ForeignRow<'library_id'>[] = []) =>
  rows.flatMap((row) => foreignIdOf(row.library_id) ?? [])
