import type { BookFacts } from '../../catalog/merge/book-facts.ts'
import { openLocksForKomgaApps } from '../../catalog/metadata/locks.ts'
import type { EditableBook } from '../../store/metadata/editable-book.ts'
import type { EditableSeries } from '../../store/metadata/editable-series.ts'
import type { BookMetadataRecord, SeriesMetadataRecord } from '../records.ts'

type MetadataRecord = BookMetadataRecord & SeriesMetadataRecord

/** Lists that a record has beside its fields. */
const LISTS = ['genres', 'tags', 'links', 'alternateTitles'] as const

/** Nobody locked anything in it: it was fetched by another program, or came from the files. */
export function isUnlockedMetadata(metadata: MetadataRecord): boolean {
  const optional = new Set(namesOf(metadata.onlyWhereEmpty))
  const { labels = [], externalIds = [] } = metadata
  if (optional.size === 0 || labels.length + externalIds.length > 0) return false
  const lists = LISTS.filter((list) => Array.isArray(metadata[list]))
  return [...Object.keys(metadata.fields ?? {}), ...lists].every((name) => optional.has(name))
}

/** The metadata without unlocked fields that have a value here; undefined if nothing is left. */
export function withoutFilledFields<Metadata extends BookMetadataRecord | SeriesMetadataRecord>(
  metadata: Metadata,
  hasValue: (field: string) => boolean,
): Metadata | undefined {
  const filled = new Set(namesOf(metadata.onlyWhereEmpty).filter(hasValue))
  if (filled.size === 0) return metadata
  const fields = Object.fromEntries(Object.entries(metadata.fields ?? {}).filter(([field]) => !filled.has(field)))
  const left: Metadata = { ...metadata, fields }
  for (const list of LISTS) if (filled.has(list)) delete (left as MetadataRecord)[list]
  left.onlyWhereEmpty = namesOf(metadata.onlyWhereEmpty).filter((field) => !filled.has(field))
  const isLeft = Object.keys(fields).length > 0 || LEFT.some((name) => (left as MetadataRecord)[name] !== undefined)
  return isLeft ? left : undefined
}

const LEFT = [...LISTS, 'labels', 'externalIds'] as const

/** Fields that apps made for Komga still see as unlocked afterwards, so that they go on updating them. */
export function openUnlockedFields(
  locks: readonly string[],
  { onlyWhereEmpty, openLocks }: BookMetadataRecord | SeriesMetadataRecord,
  wasTaken: (lock: string) => boolean,
  lockOf: (field: string) => string | undefined,
): string[] {
  const names = [...namesOf(onlyWhereEmpty).map(lockOf), ...namesOf(openLocks)]
  return openLocksForKomgaApps(locks, names.filter((name) => name !== undefined && wasTaken(name)) as string[])
}

const namesOf = (names: unknown): string[] =>
  Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []

/** Whether a book's files say something about a field, or a user here did. */
export function hasValueInBook(book: EditableBook, field: string, lock: string | undefined): boolean {
  if (lock && book.locks.includes(lock)) return true
  const { file, year, urls } = book.facts as BookFacts
  if (field === 'title') return file?.title !== undefined
  if (field === 'year' || field === 'month' || field === 'day') return Boolean(year ?? book.columns.year)
  if (field === 'links') return isFilled(urls)
  if (field === 'summary' || field === 'authors' || field === 'tags') return isFilled(book[field])
  return isFilled((book.facts as Record<string, unknown>)[field])
}

/** The same for a series. `hasSummaryOfBook`: its summary is that of one of its books. */
export function hasValueInSeries(series: EditableSeries, field: string, hasSummaryOfBook: boolean): boolean {
  // Rows of their own, which are only added to.
  if (field === 'links' || field === 'alternateTitles') return false
  if (series.locks.includes(field)) return true
  if (field === 'title') return series.title !== series.folderName
  if (field === 'summary' && hasSummaryOfBook) return false
  return isFilled((series as unknown as Record<string, unknown>)[field])
}

const isFilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== ''
