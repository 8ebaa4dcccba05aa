import type { ForeignDatabase } from '../../../store/foreign/foreign-database.ts'
import { foreignTextOf } from '../../foreign-values.ts'
import { IMPORTING_USER_ID, type ImportRecord } from '../../records.ts'

/** Users of the content server, by name; without their passwords, which are stored elsewhere and unhashed. */
export function* calibreUsers(db: ForeignDatabase): Generator<ImportRecord> {
  const names = new Set<string>()
  for (const row of db.rows('last_read_positions', ['user'])) names.add(foreignTextOf(row.user, MAX_NAME) ?? '')
  for (const row of db.rows('annotations', ['user'], { where: { user_type: 'web' } }))
    names.add(foreignTextOf(row.user, MAX_NAME) ?? '')
  for (const username of names) {
    if (calibreUserOf(username) === IMPORTING_USER_ID) continue
    yield {
      type: 'user',
      id: username,
      username,
      email: null,
      role: 'reader',
      passwordHash: null,
      isActive: true,
      allLibraries: true,
      libraryIds: [],
      ageLimit: null,
      allowUnrated: true,
      labels: [],
      createdAt: null,
    }
  }
}

export const calibreUserOf = (name: string | null): string =>
  name === null || name === '' || name === '_' || name === '*' ? IMPORTING_USER_ID : name.slice(0, MAX_NAME)

const MAX_NAME = 64
