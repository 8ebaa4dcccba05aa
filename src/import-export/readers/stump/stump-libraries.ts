import type { ForeignDatabase, ForeignRow } from '../../../store/foreign/foreign-database.ts'
import { foreignIdOf, foreignJsonOf, foreignTextOf } from '../../foreign-values.ts'
import { mapReadingDirection } from '../../map-values.ts'
import { type ImportRecord, skippedRecord } from '../../records.ts'

export function* stumpLibraries(db: ForeignDatabase): Generator<ImportRecord> {
  // 0.0 calls them options.
  const configs = new Map<string | null, Record<string, unknown>>()
  for (const table of ['library_configs', 'library_options']) {
    for (const row of db.rows(table, ['id', 'library_id', 'library_pattern', 'default_reading_dir', 'ignore_rules'])) {
      const settings = settingsOf(row)
      for (const key of [foreignIdOf(row.id), foreignIdOf(row.library_id)]) if (key) configs.set(key, settings)
    }
  }
  const columns = ['id', 'name', 'path', 'config_id', 'library_config_id', 'library_options_id'] as const
  for (const row of db.rows('libraries', columns)) {
    const [id, path, name] = [foreignIdOf(row.id), foreignTextOf(row.path), foreignTextOf(row.name) ?? '']
    const keys = [
      foreignIdOf(row.config_id),
      foreignIdOf(row.library_config_id),
      foreignIdOf(row.library_options_id),
      id,
    ]
    const settings = keys.map((key) => configs.get(key)).find((one) => one !== undefined)
    if (id && path) yield { type: 'library', id, name: name || path, path, ...(settings && { settings }) }
    else yield skippedRecord('library', name, 'no_folder')
  }
}

/**
 * Its two patterns: every folder with books is a series, or each folder directly below the root, with all its contents.
 */
function settingsOf(row: ForeignRow): Record<string, unknown> {
  const pattern = foreignTextOf(row.library_pattern)?.toUpperCase()
  const rules = foreignJsonOf(row.ignore_rules)
  const excluded = (Array.isArray(rules) ? rules.map(String) : []).map((rule) => rule.trim())
  return {
    ...(pattern === 'COLLECTION_BASED' && { seriesStrategy: 'series_volume_chapter' }),
    ...(pattern === 'SERIES_BASED' && { seriesStrategy: 'series_volume' }),
    defaultReadingDirection: mapReadingDirection(foreignTextOf(row.default_reading_dir)) ?? undefined,
    ...(excluded.some(Boolean) && { excludedPatterns: excluded.filter(Boolean) }),
  }
}
