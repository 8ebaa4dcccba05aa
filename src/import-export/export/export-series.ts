import { openLocksOf } from '../../catalog/metadata/locks.ts'
import { readFacetNamesForExport, readSeriesForExport } from '../../store/export/read-rows-for-export.ts'
import { readAlternateTitlesForExport, readRelationsForExport } from '../../store/export/read-series-rows-for-export.ts'
import type { Db } from '../../store/open.ts'
import { parseStoredJson } from '../../store/parse-stored-json.ts'
import { bytesToUuid } from '../../store/uid.ts'
import type { ImportRecord } from '../records.ts'
import { withExternalData } from './with-external-data.ts'

export async function* exportSeries(db: Db, isWhole: boolean): AsyncGenerator<ImportRecord> {
  const none = new Map<number, string[]>()
  const [genres, tags, labels] = isWhole
    ? [
        await readFacetNamesForExport(db, 'series_genre'),
        await readFacetNamesForExport(db, 'series_tag'),
        await readFacetNamesForExport(db, 'series_sharing_tag'),
      ]
    : [none, none, none]
  const titles = isWhole ? await readAlternateTitlesForExport(db) : new Map()
  for await (const [row, external] of withExternalData(db, 'series', isWhole, readSeriesForExport(db))) {
    const locks = isWhole ? parseStoredJson<string[]>(row.locks, []) : []
    const openLocks = openLocksOf(locks)
    const fields: Record<string, unknown> = {}
    for (const lock of locks) {
      const column = SERIES_COLUMNS[lock]
      if (column) fields[lock] = (row as unknown as Record<string, unknown>)[column] ?? null
    }
    if (locks.includes('authorsJsonLock')) fields.authors = parseStoredJson(row.authors, [])
    if (locks.includes('customMetadata')) fields.customMetadata = parseStoredJson(row.custom_metadata, null)
    const metadata = {
      fields,
      ...(locks.includes('genres') && { genres: genres.get(row.id) ?? [] }),
      ...(locks.includes('tags') && { tags: tags.get(row.id) ?? [] }),
      ...(labels.has(row.id) && { labels: labels.get(row.id)! }),
      ...(titles.has(row.id) && { alternateTitles: titles.get(row.id)! }),
      ...(locks.includes('alternateTitles') && { alternateTitlesLocked: true }),
      ...(openLocks.length > 0 && { openLocks }),
      ...external,
    }
    yield {
      type: 'series',
      id: bytesToUuid(row.uid),
      libraryId: bytesToUuid(row.libraryUid),
      name: row.title,
      path: `${row.root.replace(/\/+$/, '')}/${row.path}`,
      ...(isWhole && { addedAt: row.created_at }),
      ...(Object.keys(metadata.fields).length + Object.keys(metadata).length > 1 && { metadata }),
    }
  }
}

export async function* exportRelations(db: Db): AsyncGenerator<ImportRecord> {
  for (const { uid, otherUid, kind, source } of await readRelationsForExport(db)) {
    const both = { seriesId: bytesToUuid(uid), otherId: bytesToUuid(otherUid) }
    yield { type: 'relation', ...both, kind, ...(source === 'plugin' && { source: 'plugin' as const }) }
  }
}

const SERIES_COLUMNS: Readonly<Record<string, string>> = {
  title: 'title',
  titleSort: 'title_sort',
  summary: 'summary',
  publisher: 'publisher',
  imprint: 'imprint',
  status: 'status',
  ageRating: 'age_rating',
  language: 'language',
  readingDirection: 'reading_direction',
  year: 'year',
  totalBookCount: 'total_book_count',
}
