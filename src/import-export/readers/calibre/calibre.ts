import { foreignTextOf } from '../../foreign-values.ts'
import { skippedRecord } from '../../records.ts'
import type { SourceFiles, SourceReader } from '../source-reader.ts'
import { unknownParts } from '../unknown-parts.ts'
import { calibreAnnotations } from './calibre-annotations.ts'
import { calibreBookRecords, calibreStrategies, readCalibreBooks } from './calibre-books.ts'
import { readCalibreColumns } from './calibre-columns.ts'
import { calibreProgress } from './calibre-progress.ts'
import { calibreRatings } from './calibre-ratings.ts'
import { calibreUsers } from './calibre-users.ts'

/**
 * A Calibre library: `metadata.db` at its root. Every scan reads the `metadata.opf` beside each book, so only what that
 * file lacks is imported: unwritten changes, series that it doesn't name, custom columns, ratings, positions and notes.
 */
export function readCalibre(files: SourceFiles): SourceReader {
  const db = files.database
  const library = readCalibreBooks(db, files.folder ?? '/')
  return {
    kind: 'calibre',
    version: `schema ${db.userVersion}`,
    *records() {
      const columns = readCalibreColumns(db)
      yield {
        type: 'library',
        id: library.id,
        name: library.root.split('/').at(-1) || 'Calibre',
        path: library.root,
        settings: calibreStrategies,
      }
      yield* calibreUsers(db)
      yield* calibreBookRecords(db, library, columns, files.lacksOpf)
      yield* calibreProgress(db, library, columns)
      yield* calibreRatings(db, library)
      yield* calibreAnnotations(db, library)
      for (const row of db.rows('preferences', ['key'])) {
        const key = foreignTextOf(row.key) ?? ''
        const isSearch = ['saved_searches', 'virtual_libraries', 'user_categories'].includes(key)
        yield skippedRecord('preference', key, isSearch ? 'searches' : 'preferences')
      }
      yield* unknownParts(db, 'calibre')
    },
  }
}
