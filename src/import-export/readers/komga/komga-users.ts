import type { ForeignDatabase } from '../../../store/foreign/foreign-database.ts'
import { foreignFlagOf, foreignIdOf, foreignIntegerOf, foreignTextOf, foreignTimeOf } from '../../foreign-values.ts'
import { type ImportRecord, skippedRecord, type UserRecord } from '../../records.ts'
import { groupRows } from '../foreign-rows.ts'

export function* komgaUsers(db: ForeignDatabase): Generator<ImportRecord> {
  const roles = groupRows(db.rows('USER_ROLE', ['USER_ID', 'ROLE']), (row) => foreignIdOf(row.USER_ID))
  const shared = groupRows(db.rows('USER_LIBRARY_SHARING', ['USER_ID', 'LIBRARY_ID']), (row) =>
    foreignIdOf(row.USER_ID),
  )
  const labels = groupRows(db.rows('USER_SHARING', ['USER_ID', 'LABEL', 'ALLOW']), (row) => foreignIdOf(row.USER_ID))
  const columns = [
    'ID',
    'EMAIL',
    'PASSWORD',
    'SHARED_ALL_LIBRARIES',
    'AGE_RESTRICTION',
    'AGE_RESTRICTION_ALLOW_ONLY',
  ] as const
  // Until 2025 roles were columns.
  const old = ['ROLE_ADMIN', 'ROLE_FILE_DOWNLOAD', 'ROLE_PAGE_STREAMING', 'ROLE_KOBO_SYNC'] as const
  for (const row of db.rows('USER', [...columns, ...old, 'CREATED_DATE'])) {
    const [id, email] = [foreignIdOf(row.ID), foreignTextOf(row.EMAIL)]
    if (id === null || email === null) {
      yield skippedRecord('user', email ?? id ?? '', 'no_name')
      continue
    }
    const held = new Set((roles.get(id) ?? []).map((role) => foreignTextOf(role.ROLE)))
    for (const name of old) if (foreignFlagOf(row[name])) held.add(name.slice('ROLE_'.length))
    const isOld = db.has('USER', 'ROLE_FILE_DOWNLOAD')
    const could = isOld ? ['FILE_DOWNLOAD', 'PAGE_STREAMING'] : ['FILE_DOWNLOAD', 'PAGE_STREAMING', 'KOREADER_SYNC']
    const age = foreignIntegerOf(row.AGE_RESTRICTION)
    const isAllowOnly = foreignFlagOf(row.AGE_RESTRICTION_ALLOW_ONLY)
    const password = foreignTextOf(row.PASSWORD)
    yield {
      type: 'user',
      id,
      username: email,
      email,
      role: held.has('ADMIN') ? 'admin' : 'reader',
      passwordHash: password && /^\$2[abxy]\$/.test(password) ? `bcrypt:${password}` : null,
      isActive: true,
      allLibraries: held.has('ADMIN') || foreignFlagOf(row.SHARED_ALL_LIBRARIES),
      libraryIds: (shared.get(id) ?? []).flatMap((one) => foreignIdOf(one.LIBRARY_ID) ?? []),
      ageLimit: age === null ? null : isAllowOnly ? age : Math.max(0, age - 1),
      allowUnrated: age === null || !isAllowOnly,
      tagsOverrideAge: age !== null && isAllowOnly,
      labels: (labels.get(id) ?? []).map((one) => ({
        name: foreignTextOf(one.LABEL) ?? '',
        mode: foreignFlagOf(one.ALLOW) ? 'allow' : 'deny',
      })),
      denied: could.filter((role) => !held.has(role)),
      createdAt: foreignTimeOf(row.CREATED_DATE),
    } satisfies UserRecord
    // In versions with this role, users without it couldn't connect a Kobo.
    const knowsKobo = db.has('USER_ROLE') || db.has('USER', 'ROLE_KOBO_SYNC')
    if (knowsKobo && !held.has('KOBO_SYNC')) yield skippedRecord('restriction', `${email}: KOBO_SYNC`, 'limit')
  }
}

/** Whose keys open the sync of a Kobo. Before roles had a table, they opened it if a column said so. */
export function komgaUsersWithKobo(db: ForeignDatabase): Set<string | null> {
  const byRole = [...db.rows('USER_ROLE', ['USER_ID', 'ROLE'])].filter((row) => foreignTextOf(row.ROLE) === 'KOBO_SYNC')
  const byColumn = [...db.rows('USER', ['ID', 'ROLE_KOBO_SYNC'])].filter((row) => foreignFlagOf(row.ROLE_KOBO_SYNC))
  return new Set([...byRole.map((row) => foreignIdOf(row.USER_ID)), ...byColumn.map((row) => foreignIdOf(row.ID))])
}
