import type { ForeignDatabase, ForeignRow } from '../../store/foreign/foreign-database.ts'
import { foreignFlagOf, foreignIdOf, foreignIntegerOf, foreignTextOf } from '../foreign-values.ts'
import { mapAuthorRole, mapReadingDirection, mapSeriesStatus, splitIsoDate } from '../map-values.ts'
import { type BookMetadataRecord, type ImportRecord, type SeriesMetadataRecord, skippedRecord } from '../records.ts'
import { pathOfKomgaUrl } from './komga-path.ts'
import { groupRows } from './source-reader.ts'

const BOOK_FIELDS = ['TITLE', 'NUMBER', 'NUMBER_SORT', 'SUMMARY', 'RELEASE_DATE', 'ISBN'] as const
const BOOK_LOCKS = [...BOOK_FIELDS, 'AUTHORS', 'TAGS', 'LINKS'].map((name) => `${name}_LOCK`)

/** Only locked fields: the others came from the files, which are read here too. */
export function komgaBookEdits(db: ForeignDatabase): Map<string, BookMetadataRecord> {
  const locked = new Map<string, ForeignRow>()
  for (const row of db.rows('BOOK_METADATA', ['BOOK_ID', ...BOOK_FIELDS, ...BOOK_LOCKS])) {
    const id = foreignIdOf(row.BOOK_ID)
    if (id !== null && BOOK_LOCKS.some((lock) => foreignFlagOf(row[lock]))) locked.set(id, row)
  }
  const byBook = (row: ForeignRow) => foreignIdOf(row.BOOK_ID ?? null)
  const authors = groupRows(db.rows('BOOK_METADATA_AUTHOR', ['BOOK_ID', 'NAME', 'ROLE']), byBook, locked)
  const tags = groupRows(db.rows('BOOK_METADATA_TAG', ['BOOK_ID', 'TAG']), byBook, locked)
  const links = groupRows(db.rows('BOOK_METADATA_LINK', ['BOOK_ID', 'LABEL', 'URL']), byBook, locked)
  const edits = new Map<string, BookMetadataRecord>()
  for (const [id, row] of locked) {
    const has = (name: string) => foreignFlagOf(row[`${name}_LOCK`])
    const fields: Record<string, unknown> = {}
    if (has('TITLE')) fields.title = foreignTextOf(row.TITLE)
    if (has('NUMBER') || has('NUMBER_SORT')) fields.number = foreignTextOf(row.NUMBER) ?? foreignTextOf(row.NUMBER_SORT)
    if (has('SUMMARY')) fields.summary = foreignTextOf(row.SUMMARY)
    if (has('RELEASE_DATE')) Object.assign(fields, splitIsoDate(foreignTextOf(row.RELEASE_DATE)))
    if (has('ISBN')) fields.isbns = [foreignTextOf(row.ISBN)].filter((isbn) => isbn !== null)
    if (has('AUTHORS')) fields.authors = (authors.get(id) ?? []).flatMap(authorOf)
    edits.set(id, {
      fields,
      ...(has('TAGS') && { tags: textsOf(tags.get(id), 'TAG') }),
      ...(has('LINKS') && { links: (links.get(id) ?? []).flatMap(linkOf) }),
    })
  }
  return edits
}

const SERIES_FIELDS = {
  TITLE: 'title',
  TITLE_SORT: 'titleSort',
  SUMMARY: 'summary',
  STATUS: 'status',
  PUBLISHER: 'publisher',
  READING_DIRECTION: 'readingDirection',
  AGE_RATING: 'ageRating',
  LANGUAGE: 'language',
  TOTAL_BOOK_COUNT: 'totalBookCount',
} as const
const SERIES_LOCKS = [...Object.keys(SERIES_FIELDS), 'GENRES', 'TAGS', 'LINKS', 'ALTERNATE_TITLES'].map(
  (name) => `${name}_LOCK`,
)

export function* komgaSeries(db: ForeignDatabase): Generator<ImportRecord> {
  const bySeries = (row: ForeignRow) => foreignIdOf(row.SERIES_ID ?? null)
  const locked = new Map<string, ForeignRow>()
  for (const row of db.rows('SERIES_METADATA', ['SERIES_ID', ...Object.keys(SERIES_FIELDS), ...SERIES_LOCKS])) {
    const id = foreignIdOf(row.SERIES_ID)
    if (id !== null && SERIES_LOCKS.some((lock) => foreignFlagOf(row[lock]))) locked.set(id, row)
  }
  const rowsOfLocked = <Column extends string>(table: string, columns: readonly Column[]) =>
    groupRows(db.rows(table, ['SERIES_ID', ...columns]), bySeries, locked)
  const genres = rowsOfLocked('SERIES_METADATA_GENRE', ['GENRE'])
  const tags = rowsOfLocked('SERIES_METADATA_TAG', ['TAG'])
  const links = rowsOfLocked('SERIES_METADATA_LINK', ['LABEL', 'URL'])
  const titles = rowsOfLocked('SERIES_METADATA_ALTERNATE_TITLE', ['LABEL', 'TITLE'])
  // Labels are always set by users, locked or not.
  const labels = groupRows(db.rows('SERIES_METADATA_SHARING', ['SERIES_ID', 'LABEL']), bySeries)
  for (const row of db.rows('SERIES', ['ID', 'LIBRARY_ID', 'NAME', 'URL'])) {
    const id = foreignIdOf(row.ID)
    if (id === null) {
      yield skippedRecord('series', foreignTextOf(row.NAME) ?? '', 'no_id')
      continue
    }
    const edited = locked.get(id)
    const has = (name: string) => edited !== undefined && foreignFlagOf(edited[`${name}_LOCK`])
    const metadata: SeriesMetadataRecord = {
      fields: edited ? seriesFields(edited) : {},
      ...(has('GENRES') && { genres: textsOf(genres.get(id), 'GENRE') }),
      ...(has('TAGS') && { tags: textsOf(tags.get(id), 'TAG') }),
      ...(has('LINKS') && { links: (links.get(id) ?? []).flatMap(linkOf) }),
      ...(has('ALTERNATE_TITLES') && {
        alternateTitlesLocked: true,
        alternateTitles: (titles.get(id) ?? []).flatMap((title) => {
          const text = foreignTextOf(title.TITLE)
          return text === null ? [] : [{ label: foreignTextOf(title.LABEL) ?? 'alternate', title: text }]
        }),
      }),
      ...(labels.has(id) && { labels: textsOf(labels.get(id), 'LABEL') }),
    }
    const path = pathOfKomgaUrl(foreignTextOf(row.URL))
    const name = foreignTextOf(row.NAME) ?? id
    const isEdited = edited !== undefined || labels.has(id)
    yield { type: 'series', id, libraryId: foreignIdOf(row.LIBRARY_ID), name, path, ...(isEdited && { metadata }) }
  }
}

function seriesFields(row: ForeignRow): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const [column, field] of Object.entries(SERIES_FIELDS)) {
    if (!foreignFlagOf(row[`${column}_LOCK`])) continue
    const text = foreignTextOf(row[column])
    if (field === 'status') fields.status = mapSeriesStatus(text)
    else if (field === 'readingDirection') fields.readingDirection = mapReadingDirection(text) ?? text
    else if (field === 'ageRating' || field === 'totalBookCount') fields[field] = foreignIntegerOf(row[column])
    else fields[field] = text
  }
  return fields
}

const textsOf = (rows: readonly ForeignRow[] | undefined, column: string): string[] =>
  (rows ?? []).flatMap((row) => foreignTextOf(row[column], 500) ?? [])

function authorOf(row: ForeignRow): { name: string; role: string }[] {
  const name = foreignTextOf(row.NAME, 500)
  return name === null ? [] : [{ name, role: mapAuthorRole(foreignTextOf(row.ROLE)) }]
}

function linkOf(row: ForeignRow): { label: string; url: string }[] {
  const url = foreignTextOf(row.URL, 2000)
  return url === null ? [] : [{ label: foreignTextOf(row.LABEL, 200) ?? 'Link', url }]
}
