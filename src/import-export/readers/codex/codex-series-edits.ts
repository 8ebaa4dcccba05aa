import type { ForeignDatabase, ForeignRow, ForeignValue } from '../../../store/foreign/foreign-database.ts'
import { foreignFlagOf, foreignIdOf, foreignIntegerOf, foreignTextOf } from '../../foreign-values.ts'
import { mapReadingDirection, mapSeriesStatus } from '../../map-values.ts'

/** Values from a series' files, and the values that most series have. */
interface ValuesOfFiles {
  name: string | null
  said: Map<string, Set<string>>
  usual: ReadonlyMap<string, ForeignValue>
}

/** Column of a series → column of its books that Codex fills it from. */
const FROM_BOOKS = {
  summary: 'summary',
  publisher: 'publisher',
  imprint: 'imprint',
  language: 'language_iso',
  year: 'year',
  age_rating: 'age_rating',
} as const

export function readCodexValuesOfFiles(db: ForeignDatabase): Map<string, ValuesOfFiles> {
  const usual = new Map(['status', 'reading_direction'].map((column) => [column, mostCommon(db, column)]))
  const bySeries = new Map<string, ValuesOfFiles>()
  for (const row of db.rows('series', ['id', 'name'])) {
    const id = foreignIdOf(row.id)
    if (id !== null) bySeries.set(id, { name: foreignTextOf(row.name), said: new Map(), usual })
  }
  const seriesOf = new Map(
    [...db.rows('books', ['id', 'series_id'])].map((row) => [foreignIdOf(row.id), foreignIdOf(row.series_id)]),
  )
  for (const row of db.rows('book_metadata', ['book_id', ...Object.values(FROM_BOOKS)])) {
    const files = bySeries.get(seriesOf.get(foreignIdOf(row.book_id)) ?? '')
    if (!files) continue
    for (const [column, ofBook] of Object.entries(FROM_BOOKS)) {
      const text = plain(row[ofBook])
      if (text !== null) files.said.set(column, (files.said.get(column) ?? new Set()).add(text))
    }
  }
  return bySeries
}

/**
 * Editing a series there doesn't lock its fields, and a scan fills some fields from a book. So a value that no book of
 * the series has was set by a user, locked or not. For fields that books don't have, the value of most series is taken
 * as the default.
 */
export function unlockedSeriesFields(row: ForeignRow, files: ValuesOfFiles | undefined): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  if (!files) return fields
  const isEdited = (column: string) => {
    const text = plain(row[column])
    return text !== null && !foreignFlagOf(row[`${column}_lock`]) && !files.said.get(column)?.has(text)
  }
  for (const column of ['summary', 'publisher', 'imprint', 'language'] as const)
    if (isEdited(column)) fields[column] = foreignTextOf(row[column])
  if (isEdited('year')) fields.year = foreignIntegerOf(row.year)
  if (isEdited('age_rating')) fields.ageRating = foreignIntegerOf(row.age_rating)
  const title = foreignTextOf(row.title)
  if (title !== null && title !== files.name) fields.title = title
  const sort = foreignTextOf(row.title_sort)
  if (sort !== null && sort !== title && sort !== files.name) fields.titleSort = sort
  for (const column of ['total_chapter_count', 'total_book_count', 'total_volume_count'])
    if (plain(row[column]) !== null) fields.totalBookCount = foreignIntegerOf(row[column])
  const isUnusual = (column: string) => isEdited(column) && row[column] !== files.usual.get(column)
  const status = isUnusual('status') ? mapSeriesStatus(foreignTextOf(row.status)) : undefined
  if (status) fields.status = status
  const direction = isUnusual('reading_direction')
    ? mapReadingDirection(foreignTextOf(row.reading_direction))
    : undefined
  if (direction) fields.readingDirection = direction
  return fields
}

function mostCommon(db: ForeignDatabase, column: string): ForeignValue {
  const counts = new Map<ForeignValue, number>()
  for (const row of db.rows('series_metadata', [column])) {
    const value = row[column] ?? null
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  const [[value] = [null]] = [...counts].sort(([, a], [, b]) => b - a)
  return value
}

const plain = (value: ForeignValue | undefined): string | null => foreignTextOf(value ?? null)?.trim() || null
