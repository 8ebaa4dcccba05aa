import type { ForeignDatabase, ForeignRow } from '../../../store/foreign/foreign-database.ts'
import {
  foreignFlagOf,
  foreignIdOf,
  foreignIntegerOf,
  foreignJsonOf,
  foreignNumberOf,
  foreignTextOf,
} from '../../foreign-values.ts'
import { mapAuthorRole, mapReadingDirection, mapSeriesStatus } from '../../map-values.ts'
import type { BookMetadataRecord, ExternalIdRecord, ExternalLinkRecord, SeriesMetadataRecord } from '../../records.ts'
import { groupRows, namesByOwner } from '../foreign-rows.ts'
import { readCodexValuesOfFiles, unlockedSeriesFields } from './codex-series-edits.ts'

const SERIES_TEXTS = {
  title: 'title',
  title_sort: 'titleSort',
  summary: 'summary',
  publisher: 'publisher',
  imprint: 'imprint',
  language: 'language',
} as const
const SERIES_NUMBERS = { age_rating: 'ageRating', year: 'year' } as const
const SERIES_COLUMNS = [
  ...Object.keys(SERIES_TEXTS),
  ...Object.keys(SERIES_NUMBERS),
  'status',
  'reading_direction',
  'total_volume_count',
  'total_chapter_count',
  'total_book_count',
]

/**
 * Locked fields, and fields that no scan ever fills, so that a user or a plugin must have set them: genres, tags,
 * alternate titles, ids, links, authors. Editing a series there doesn't lock its fields.
 */
export function codexSeriesEdits(db: ForeignDatabase): Map<string, SeriesMetadataRecord> {
  const edits = new Map<string, SeriesMetadataRecord>()
  const edit = (id: string) => {
    const known = edits.get(id) ?? { fields: {} }
    edits.set(id, known)
    return known
  }
  const locks = SERIES_COLUMNS.map((column) => `${column}_lock`)
  const files = readCodexValuesOfFiles(db)
  for (const row of db.rows('series_metadata', [
    'series_id',
    'authors_json',
    'custom_metadata',
    ...SERIES_COLUMNS,
    ...locks,
  ])) {
    const id = foreignIdOf(row.series_id)
    if (id === null) continue
    const fields = { ...unlockedSeriesFields(row, files.get(id)), ...seriesFields(row) }
    const authors = authorsOf(row.authors_json)
    if (authors) fields.authors = authors
    const custom = foreignJsonOf(row.custom_metadata)
    if (typeof custom === 'object' && custom !== null && Object.keys(custom).length > 0) fields.customMetadata = custom
    if (Object.keys(fields).length > 0) Object.assign(edit(id).fields, fields)
  }
  for (const [id, names] of facetsOf(db, 'series_genres', 'series_id', 'genre_id', 'genres')) edit(id).genres = names
  for (const [id, names] of facetsOf(db, 'series_tags', 'series_id', 'tag_id', 'tags')) edit(id).tags = names
  for (const [id, names] of facetsOf(db, 'series_sharing_tags', 'series_id', 'sharing_tag_id', 'sharing_tags'))
    edit(id).labels = names
  const bySeries = (row: ForeignRow) => foreignIdOf(row.series_id ?? null)
  for (const [id, rows] of groupRows(db.rows('series_alternate_titles', ['series_id', 'label', 'title']), bySeries)) {
    edit(id).alternateTitles = rows.flatMap((row) => {
      const title = foreignTextOf(row.title, 2000)
      return title === null ? [] : [{ label: foreignTextOf(row.label, 200) ?? 'alternate', title }]
    })
  }
  for (const [id, externals] of externalsOf(db, 'series')) Object.assign(edit(id), externals)
  return edits
}

/** Ids and links on other sites, by series or book. */
function externalsOf(
  db: ForeignDatabase,
  of: 'series' | 'book',
): Map<string, Pick<BookMetadataRecord, 'links' | 'externalIds'>> {
  const owner = `${of}_id`
  const byOwner = (row: ForeignRow) => foreignIdOf(row[owner])
  const ids = groupRows<string>(
    db.rows(`${of}_external_ids`, [owner, 'source', 'external_id', 'external_url']),
    byOwner,
  )
  const links = groupRows<string>(
    db.rows(`${of}_external_links`, [owner, 'source_name', 'url', 'external_id']),
    byOwner,
  )
  return new Map(
    [...new Set([...ids.keys(), ...links.keys()])].map((id) => [
      id,
      {
        ...(ids.has(id) && { externalIds: ids.get(id)!.flatMap(externalId) }),
        ...(links.has(id) && { links: links.get(id)!.flatMap(externalLink) }),
      },
    ]),
  )
}

function seriesFields(row: ForeignRow): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  const isLocked = (column: string) => foreignFlagOf(row[`${column}_lock`])
  for (const [column, field] of Object.entries(SERIES_TEXTS))
    if (isLocked(column)) fields[field] = foreignTextOf(row[column])
  for (const [column, field] of Object.entries(SERIES_NUMBERS))
    if (isLocked(column)) fields[field] = foreignIntegerOf(row[column])
  if (isLocked('status')) fields.status = mapSeriesStatus(foreignTextOf(row.status))
  if (isLocked('reading_direction')) {
    const direction = foreignTextOf(row.reading_direction)
    fields.readingDirection = mapReadingDirection(direction) ?? direction
  }
  // Books are more often volumes than chapters; if both counts are set, the number of chapters is reported.
  for (const column of ['total_chapter_count', 'total_book_count', 'total_volume_count']) {
    if (isLocked(column) && row[column] !== null) fields.totalBookCount = foreignIntegerOf(row[column])
  }
  return fields
}

const BOOK_TEXTS = {
  title: 'title',
  title_sort: 'titleSort',
  summary: 'summary',
  publisher: 'publisher',
  imprint: 'imprint',
  language_iso: 'languageIso',
  subtitle: 'subtitle',
  translator: 'translator',
  edition: 'edition',
  original_title: 'originalTitle',
  genre: 'genre',
} as const
const BOOK_NUMBERS = {
  original_year: 'originalYear',
  series_total: 'seriesTotal',
  year: 'year',
  month: 'month',
  day: 'day',
  volume: 'volume',
  count: 'count',
} as const
const BOOK_REALS = { chapter: 'chapter', series_position: 'seriesPosition' } as const
/** Until version 1.11, each with its own lock. */
const BOOK_PEOPLE = ['writer', 'penciller', 'inker', 'colorist', 'letterer', 'cover_artist', 'editor'] as const
const BOOK_COLUMNS = [
  ...BOOK_PEOPLE,
  ...[BOOK_TEXTS, BOOK_NUMBERS, BOOK_REALS].flatMap((names) => Object.keys(names)),
  ...[
    'number',
    'book_type',
    'isbns',
    'authors_json',
    'awards_json',
    'subjects',
    'custom_metadata',
    'manga',
    'black_and_white',
    'web',
  ],
]

export function codexBookEdits(db: ForeignDatabase): Map<string, BookMetadataRecord> {
  const edits = new Map<string, BookMetadataRecord>()
  const locks = BOOK_COLUMNS.map((column) => `${column}_lock`)
  for (const row of db.rows('book_metadata', ['book_id', ...BOOK_COLUMNS, ...locks])) {
    const id = foreignIdOf(row.book_id)
    if (id === null || !locks.some((lock) => foreignFlagOf(row[lock as never]))) continue
    const web = foreignTextOf(row.web, 2000)
    const links = foreignFlagOf(row.web_lock) && web ? { links: [{ label: 'Web', url: web }] } : {}
    edits.set(id, { fields: bookFields(row), ...links })
  }
  for (const [id, names] of facetsOf(db, 'book_tags', 'book_id', 'tag_id', 'tags')) {
    edits.set(id, { fields: {}, ...edits.get(id), tags: names })
  }
  for (const [id, externals] of externalsOf(db, 'book')) {
    edits.set(id, { fields: {}, ...edits.get(id), ...externals })
  }
  return edits
}

function bookFields(row: ForeignRow): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  const isLocked = (column: string) => foreignFlagOf(row[`${column}_lock`])
  for (const [column, field] of Object.entries(BOOK_TEXTS))
    if (isLocked(column)) fields[field] = foreignTextOf(row[column])
  for (const [column, field] of Object.entries(BOOK_NUMBERS))
    if (isLocked(column)) fields[field] = foreignIntegerOf(row[column])
  for (const [column, field] of Object.entries(BOOK_REALS))
    if (isLocked(column)) fields[field] = foreignNumberOf(row[column])
  if (isLocked('number')) fields.number = foreignTextOf(row.number)
  if (isLocked('book_type')) fields.bookType = foreignTextOf(row.book_type)
  if (isLocked('isbns')) fields.isbns = listOf(row.isbns)
  if (isLocked('subjects')) fields.subjects = listOf(row.subjects)
  if (isLocked('authors_json')) fields.authors = authorsOf(row.authors_json) ?? []
  else if (BOOK_PEOPLE.some(isLocked)) fields.authors = BOOK_PEOPLE.flatMap((role) => peopleOf(row[role], role))
  if (isLocked('awards_json')) fields.awards = awardsOf(row.awards_json)
  if (isLocked('custom_metadata')) fields.customMetadata = foreignJsonOf(row.custom_metadata)
  if (isLocked('manga')) fields.manga = row.manga === null ? null : foreignFlagOf(row.manga)
  if (isLocked('black_and_white'))
    fields.blackAndWhite = row.black_and_white === null ? null : foreignFlagOf(row.black_and_white)
  return fields
}

function awardsOf(value: ForeignRow[string] | undefined): unknown[] {
  const list = foreignJsonOf(value)
  if (!Array.isArray(list)) return []
  return list.slice(0, 100).flatMap((one: Record<string, unknown> | null) => {
    if (typeof one?.name !== 'string' || one.name.trim() === '') return []
    const [year, category] = [Number(one.year), one.category]
    return [
      {
        name: one.name.slice(0, 500),
        ...(Number.isInteger(year) && year > 0 && { year }),
        ...(typeof category === 'string' && category !== '' && { category: category.slice(0, 500) }),
        won: one.won === true || one.won === 1,
      },
    ]
  })
}

/** JSON if it came from files, comma-separated after an edit. */
function listOf(value: ForeignRow[string] | undefined): string[] {
  const list = foreignJsonOf(value)
  if (Array.isArray(list)) return list.filter((one) => typeof one === 'string')
  return (foreignTextOf(value) ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

function authorsOf(value: ForeignRow[string] | undefined): { name: string; role: string; sortName?: string }[] | null {
  const list = foreignJsonOf(value)
  if (!Array.isArray(list) || list.length === 0) return null
  return list.slice(0, 500).flatMap((one: { name?: unknown; role?: unknown; sortName?: unknown } | null) => {
    if (typeof one?.name !== 'string' || one.name.trim() === '') return []
    const sortName = typeof one.sortName === 'string' ? { sortName: one.sortName.slice(0, 500) } : {}
    return [
      {
        name: one.name.slice(0, 500),
        role: mapAuthorRole(typeof one.role === 'string' ? one.role : null),
        ...sortName,
      },
    ]
  })
}

/** All names of one role in one column. */
const peopleOf = (value: ForeignRow[string] | undefined, role: string): { name: string; role: string }[] =>
  (foreignTextOf(value) ?? '')
    .split(',')
    .map((name) => ({ name: name.trim().slice(0, 500), role }))
    .filter(({ name }) => name !== '')

function externalId(row: ForeignRow): ExternalIdRecord[] {
  const [source, id] = [foreignTextOf(row.source, 100), foreignTextOf(row.external_id, 200)]
  return source && id ? [{ source, id, url: foreignTextOf(row.external_url, 2000) }] : []
}

function externalLink(row: ForeignRow): ExternalLinkRecord[] {
  const [label, url] = [foreignTextOf(row.source_name, 100), foreignTextOf(row.url, 2000)]
  return label && url ? [{ label, url, externalId: foreignTextOf(row.external_id, 200) }] : []
}

const facetsOf = (db: ForeignDatabase, table: string, owner: string, member: string, of: string) =>
  namesByOwner(db, { table, owner, member }, { table: of, id: 'id', name: 'name' })
