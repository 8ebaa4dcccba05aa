import type { ForeignDatabase } from '../../../store/foreign/foreign-database.ts'
import { foreignFlagOf, foreignIdOf, foreignIntegerOf, foreignTextOf, foreignTimeOf } from '../../foreign-values.ts'
import { type ImportRecord, skippedRecord, type UserRecord } from '../../records.ts'
import { groupRows } from '../foreign-rows.ts'
import { kavitaAgeOf } from './kavita-ages.ts'

/** Accounts with their limits. */
export function* kavitaUsers(db: ForeignDatabase): Generator<ImportRecord> {
  const roleNames = new Map(
    [...db.rows('AspNetRoles', ['Id', 'Name'])].map((row) => [foreignIdOf(row.Id), foreignTextOf(row.Name)]),
  )
  const roles = groupRows(db.rows('AspNetUserRoles', ['UserId', 'RoleId']), (row) => foreignIdOf(row.UserId))
  const opened = groupRows(db.rows('AppUserLibrary', ['AppUsersId', 'LibrariesId']), (row) =>
    foreignIdOf(row.AppUsersId),
  )
  const columns = [
    'Id',
    'UserName',
    'Email',
    'PasswordHash',
    'AgeRestriction',
    'AgeRestrictionIncludeUnknowns',
  ] as const
  for (const row of db.rows('AspNetUsers', [
    ...columns,
    'LockoutEnd',
    'OidcId',
    'IdentityProvider',
    'CreatedUtc',
    'Created',
  ])) {
    const [id, username] = [foreignIdOf(row.Id), foreignTextOf(row.UserName)]
    if (id === null || username === null) {
      yield skippedRecord('user', id ?? '', 'no_name')
      continue
    }
    const held = new Set((roles.get(id) ?? []).map((role) => roleNames.get(foreignIdOf(role.RoleId))))
    const isAdmin = held.has('Admin')
    const hash = foreignTextOf(row.PasswordHash)
    const restriction = foreignIntegerOf(row.AgeRestriction)
    // 0 is "unknown": the user sees only unrated series, and those only if unknown ratings are included.
    const isRestricted = !isAdmin && restriction !== null && restriction !== NO_AGE_RESTRICTION
    const lockedUntil = foreignTextOf(row.LockoutEnd, 100)
    const isLocked = lockedUntil !== null && isLater(lockedUntil)
    yield {
      type: 'user',
      id,
      username,
      email: foreignTextOf(row.Email),
      role: isAdmin ? 'admin' : 'reader',
      passwordHash: hash && foreignIntegerOf(row.IdentityProvider) !== 1 ? `aspnet:${hash}` : null,
      // Versions without this role let all users sign in.
      isActive: !isLocked && (held.has('Login') || isAdmin || ![...roleNames.values()].includes('Login')),
      allLibraries: isAdmin,
      libraryIds: (opened.get(id) ?? []).flatMap((one) => foreignIdOf(one.LibrariesId) ?? []),
      ageLimit: isRestricted ? (kavitaAgeOf(restriction) ?? 0) : null,
      allowUnrated: !isRestricted || foreignFlagOf(row.AgeRestrictionIncludeUnknowns),
      labels: [],
      denied: isAdmin || held.has('Download') ? [] : ['FILE_DOWNLOAD'],
      createdAt: foreignTimeOf(row.CreatedUtc) ?? foreignTimeOf(row.Created),
    } satisfies UserRecord
    if (isLocked) yield skippedRecord('restriction', `${username}: ${lockedUntil}`, 'disabled')
    if (held.has('Read Only')) yield skippedRecord('restriction', `${username}: Read Only`, 'limit')
  }
}

const NO_AGE_RESTRICTION = -1

/** `2026-11-17 20:15:30.1234567+00:00`; a lock for ever ends in the year 9999. */
const isLater = (text: string) => text.replace(' ', 'T').slice(0, 19) > new Date().toISOString()
