import type { ForeignDatabase, ForeignRow } from '../../../store/foreign/foreign-database.ts'
import { foreignFlagOf, foreignIdOf, foreignIntegerOf, foreignTextOf, foreignTimeOf } from '../../foreign-values.ts'
import { mapAuthorRole, mapReadingDirection, mapSeriesStatus, splitIsoDate } from '../../map-values.ts'
import { type BookMetadataRecord, type ImportRecord, type SeriesMetadataRecord, skippedRecord } from '../../records.ts'
import { groupRows } from '../foreign-rows.ts'
import { pathOfKomgaUrl } from './komga-path.ts'

const BOOK_COLUMNS = ['TITLE', 'NUMBER', 'NUMBER_SORT', 'SUMMARY', 'RELEASE_DATE', 'ISBN'] as const
const BOOK_LOCKS = [...BOOK_COLUMNS, 'AUTHORS', 'TAGS', 'LINKS'].map((name) => `${name}_LOCK`)

/** The metadata of some books. */
export function komgaBookMetadata(
  db: ForeignDatabase,
  books: readonly ForeignRow<'ID' | 'NAME'>[],
): Map<string, BookMetadataRecord> {
  const among = { column: 'BOOK_ID', values: books.map((row) => row.ID) }
  const rowsOfBooks = (table: string, columns: readonly string[]) =>
    groupRows(db.rows(table, ['BOOK_ID', ...columns], { among }), (row) => foreignIdOf(row.BOOK_ID))
  const metadata = rowsOfBooks('BOOK_METADATA', [...BOOK_COLUMNS, ...BOOK_LOCKS])
  const authors = rowsOfBooks('BOOK_METADATA_AUTHOR', ['NAME', 'ROLE'])
  const tags = rowsOfBooks('BOOK_METADATA_TAG', ['TAG'])
  const links = rowsOfBooks('BOOK_METADATA_LINK', ['LABEL', 'URL'])
  const records = new Map<string, BookMetadataRecord>()
  for (const book of books) {
    const id = foreignIdOf(book.ID)
    const row = id === null ? undefined : metadata.get(id)?.at(-1)
    if (id === null || !row) continue
    const isbn = foreignTextOf(row.ISBN)
    const number = foreignTextOf(row.NUMBER) ?? foreignTextOf(row.NUMBER_SORT)
    const isNumberLocked = foreignFlagOf(row.NUMBER_LOCK) || foreignFlagOf(row.NUMBER_SORT_LOCK)
    const record = takeFields(row, {
      TITLE: { title: unlessDefault(row, 'TITLE', foreignTextOf(book.NAME)) },
      // Without a lock it may be the position in the folder.
      ...(isNumberLocked && { [foreignFlagOf(row.NUMBER_LOCK) ? 'NUMBER' : 'NUMBER_SORT']: { number } }),
      SUMMARY: { summary: foreignTextOf(row.SUMMARY) },
      RELEASE_DATE: { ...splitIsoDate(foreignTextOf(row.RELEASE_DATE)) },
      ISBN: { isbns: isbn === null ? [] : [isbn] },
      AUTHORS: { authors: (authors.get(id) ?? []).flatMap(authorOf) },
      TAGS: { tags: textsOf(tags.get(id), 'TAG') },
      LINKS: { links: (links.get(id) ?? []).flatMap(linkOf) },
    })
    if (record) records.set(id, record)
  }
  return records
}

const SERIES_COLUMNS = [
  ...['TITLE', 'TITLE_SORT', 'SUMMARY', 'STATUS', 'PUBLISHER', 'READING_DIRECTION', 'AGE_RATING', 'LANGUAGE'],
  'TOTAL_BOOK_COUNT',
]
const SERIES_LOCKS = [...SERIES_COLUMNS, 'GENRES', 'TAGS', 'LINKS', 'ALTERNATE_TITLES'].map((name) => `${name}_LOCK`)

export function* komgaSeries(db: ForeignDatabase): Generator<ImportRecord> {
  const rowsBySeries = (table: string, columns: readonly string[]) =>
    groupRows(db.rows(table, ['SERIES_ID', ...columns]), (row) => foreignIdOf(row.SERIES_ID))
  const metadata = rowsBySeries('SERIES_METADATA', [...SERIES_COLUMNS, ...SERIES_LOCKS])
  const rows: RowsOfSeries = {
    genres: rowsBySeries('SERIES_METADATA_GENRE', ['GENRE']),
    tags: rowsBySeries('SERIES_METADATA_TAG', ['TAG']),
    links: rowsBySeries('SERIES_METADATA_LINK', ['LABEL', 'URL']),
    titles: rowsBySeries('SERIES_METADATA_ALTERNATE_TITLE', ['LABEL', 'TITLE']),
  }
  const labels = rowsBySeries('SERIES_METADATA_SHARING', ['LABEL'])
  for (const row of db.rows('SERIES', ['ID', 'LIBRARY_ID', 'NAME', 'URL', 'CREATED_DATE', 'oneshot'])) {
    const id = foreignIdOf(row.ID)
    if (id === null) {
      yield skippedRecord('series', foreignTextOf(row.NAME) ?? '', 'no_id')
      continue
    }
    const found = metadata.get(id)?.at(-1)
    const record = found && seriesMetadata(id, row, found, rows)
    // Labels are always set by users, locked or not.
    const shared = labels.has(id) && { labels: textsOf(labels.get(id), 'LABEL') }
    yield {
      type: 'series',
      id,
      libraryId: foreignIdOf(row.LIBRARY_ID),
      name: foreignTextOf(row.NAME) ?? id,
      path: pathOfKomgaUrl(foreignTextOf(row.URL)),
      addedAt: foreignTimeOf(row.CREATED_DATE),
      ...((record || shared) && { metadata: { fields: {}, ...record, ...shared } }),
    }
  }
}

type RowsOfSeries = Record<'genres' | 'tags' | 'links' | 'titles', Map<string, ForeignRow[]>>

function seriesMetadata(
  id: string,
  series: ForeignRow<'NAME' | 'oneshot'>,
  row: ForeignRow,
  { genres, tags, links, titles }: RowsOfSeries,
): SeriesMetadataRecord | undefined {
  const direction = foreignTextOf(row.READING_DIRECTION)
  const isOneShot = foreignFlagOf(series.oneshot)
  const record = takeFields(row, {
    TITLE: { title: unlessDefault(row, 'TITLE', foreignTextOf(series.NAME)) },
    // Without a lock it is made from the title.
    ...(foreignFlagOf(row.TITLE_SORT_LOCK) && { TITLE_SORT: { titleSort: foreignTextOf(row.TITLE_SORT) } }),
    SUMMARY: { summary: foreignTextOf(row.SUMMARY) },
    STATUS: { status: mapSeriesStatus(unlessDefault(row, 'STATUS', isOneShot ? 'ENDED' : 'ONGOING')) },
    PUBLISHER: { publisher: foreignTextOf(row.PUBLISHER) },
    READING_DIRECTION: { readingDirection: mapReadingDirection(direction) ?? direction },
    AGE_RATING: { ageRating: foreignIntegerOf(row.AGE_RATING) },
    LANGUAGE: { language: foreignTextOf(row.LANGUAGE) },
    TOTAL_BOOK_COUNT: {
      totalBookCount: foreignIntegerOf(unlessDefault(row, 'TOTAL_BOOK_COUNT', isOneShot ? '1' : null)),
    },
    GENRES: { genres: textsOf(genres.get(id), 'GENRE') },
    TAGS: { tags: textsOf(tags.get(id), 'TAG') },
    LINKS: { links: (links.get(id) ?? []).flatMap(linkOf) },
    ALTERNATE_TITLES: { alternateTitles: (titles.get(id) ?? []).flatMap(alternateTitleOf) },
  })
  const areTitlesLocked = foreignFlagOf(row.ALTERNATE_TITLES_LOCK)
  return record && { ...record, ...(areTitlesLocked && { alternateTitlesLocked: true }) }
}

/**
 * Locked fields are taken as they are, even when empty. The others come from the files, which are read here too, or from
 * programs such as Komf: they are taken for where our files say nothing.
 */
function takeFields(
  row: ForeignRow,
  parts: Record<string, Record<string, unknown>>,
): (BookMetadataRecord & SeriesMetadataRecord) | undefined {
  const values: Record<string, unknown> = {}
  const onlyWhereEmpty: string[] = []
  for (const [column, part] of Object.entries(parts)) {
    const isLocked = foreignFlagOf(row[`${column}_LOCK`])
    for (const [field, value] of Object.entries(part)) {
      if (!isLocked && isEmpty(value)) continue
      values[field] = value
      if (!isLocked) onlyWhereEmpty.push(field)
    }
  }
  if (Object.keys(values).length === 0) return undefined
  const { genres, tags, links, alternateTitles, ...fields } = values
  const lists = { genres, tags, links, alternateTitles }
  return {
    fields,
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list !== undefined)),
    ...(onlyWhereEmpty.length > 0 && { onlyWhereEmpty }),
  }
}

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)

/** Null for the value that Komga itself gives to an unlocked field. */
function unlessDefault(row: ForeignRow, column: string, byDefault: string | null): string | null {
  const text = foreignTextOf(row[column])
  return text === byDefault && !foreignFlagOf(row[`${column}_LOCK`]) ? null : text
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

function alternateTitleOf(row: ForeignRow): { label: string; title: string }[] {
  const title = foreignTextOf(row.TITLE)
  return title === null ? [] : [{ label: foreignTextOf(row.LABEL) ?? 'alternate', title }]
}
