import { readLibrariesForExport } from '../../store/export/read-rows-for-export.ts'
import { parseLibraryMetadataOptions } from '../../store/library/library-metadata-options.ts'
import type { Db } from '../../store/open.ts'
import { parseStoredJson } from '../../store/parse-stored-json.ts'
import { bytesToUuid } from '../../store/uid.ts'
import type { ImportRecord } from '../records.ts'

/** With their settings, so that the same files become the same series elsewhere. */
export async function* exportLibraries(db: Db, isWhole: boolean): AsyncGenerator<ImportRecord> {
  for (const row of await readLibrariesForExport(db)) {
    const settings = {
      description: row.description,
      seriesStrategy: row.series_strategy,
      seriesConfig: parseStoredJson(row.series_config, {}),
      bookStrategy: row.book_strategy,
      bookConfig: parseStoredJson(row.book_config, {}),
      numberStrategy: row.number_strategy,
      numberConfig: parseStoredJson(row.number_config, {}),
      scanningConfig: parseStoredJson(row.scanning, {}),
      allowedFormats: parseStoredJson(row.allowed_formats, []),
      excludedPatterns: parseStoredJson(row.excluded_patterns, []),
      defaultReadingDirection: row.default_reading_direction,
      titlePreprocessingRules: parseStoredJson(row.title_rules, []),
      metadataConfig: parseLibraryMetadataOptions(row.metadata_options),
      textSearch: row.text_search === 1,
    }
    const { name, path } = row
    yield { type: 'library', id: bytesToUuid(row.uid), name, path, ...(isWhole && { settings }) }
  }
}
