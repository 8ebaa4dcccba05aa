import type { ForeignDatabase } from '../../store/foreign/foreign-database.ts'
import { asText } from '../foreign-values.ts'
import { type ImportRecord, WHOEVER_IMPORTS } from '../records.ts'

/** Those of the content server, by name; without their passwords, which are elsewhere and not hashed. */
export function* calibreUsers(db: ForeignDatabase): Generator<ImportRecord> {
  const names = new Set<string>()
  for (const row of db.rows('last_read_positions', ['user'])) names.add(asText(row.user, MOST_NAME) ?? '')
  for (const row of db.rows('annotations', ['user'], { where: { user_type: 'web' } }))
    names.add(asText(row.user, MOST_NAME) ?? '')
  for (const username of names) {
    if (calibreUserOf(username) === WHOEVER_IMPORTS) continue
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
  name === null || name === '' || name === '_' || name === '*' ? WHOEVER_IMPORTS : name.slice(0, MOST_NAME)

const MOST_NAME = 64
