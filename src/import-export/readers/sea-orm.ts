import type { ForeignDatabase, ForeignRow } from '../../store/foreign/foreign-database.ts'
import { foreignTextOf, foreignTimeOf } from '../foreign-values.ts'
import type { ApiKeyRecord } from '../user-records.ts'

/** The last step of the migrations that SeaORM applied. */
export function lastMigrationOf(db: ForeignDatabase): string {
  const steps = [...db.rows('seaql_migrations', ['version'], { order: ['version'] })]
  return foreignTextOf(steps.at(-1)?.version) ?? 'unknown'
}

export const apiKeyDateColumns = ['created_at', 'expires_at', 'last_used_at'] as const

export const apiKeyDatesOf = (
  row: ForeignRow<(typeof apiKeyDateColumns)[number]>,
): Pick<ApiKeyRecord, 'createdAt' | 'expiresAt' | 'lastUsedAt'> => ({
  createdAt: foreignTimeOf(row.created_at),
  expiresAt: foreignTimeOf(row.expires_at),
  lastUsedAt: foreignTimeOf(row.last_used_at),
})
