import type { PlainKey } from '../messages/t.ts'

/** A field of a form. `lock` is the name of its lock; fields that no scan changes have none. */
export type MetadataField = {
  name: string
  lock?: string
  label: PlainKey
  kind: 'text' | 'area' | 'number' | 'decimal' | 'names' | 'people' | 'choice' | 'pairs'
  choices?: { value: string; label: PlainKey }[]
  /** For pairs: the keys of the two parts, and their labels. */
  pair?: { keys: [string, string]; labels: [PlainKey, PlainKey]; add: PlainKey }
  /** Rarely needed: shown if it has a value, or on request. */
  more?: true
}

const statuses = ['ongoing', 'ended', 'hiatus', 'abandoned', 'unknown'] as const
const bookTypes = [
  'comic',
  'manga',
  'graphic_novel',
  'novel',
  'novella',
  'anthology',
  'omnibus',
  'oneshot',
  'artbook',
  'magazine',
] as const
const directions = ['ltr', 'rtl', 'ttb', 'webtoon'] as const

export const seriesFields: MetadataField[] = [
  { name: 'title', lock: 'title', label: 'edit.title', kind: 'text' },
  { name: 'titleSort', lock: 'titleSort', label: 'edit.titleSort', kind: 'text' },
  { name: 'summary', lock: 'summary', label: 'edit.summary', kind: 'area' },
  {
    name: 'status',
    lock: 'status',
    label: 'series.status',
    kind: 'choice',
    choices: statuses.map((value) => ({ value, label: `status.${value}` as const })),
  },
  { name: 'authors', lock: 'authorsJsonLock', label: 'edit.authors', kind: 'people' },
  { name: 'genres', lock: 'genres', label: 'series.genres', kind: 'names' },
  { name: 'tags', lock: 'tags', label: 'series.tags', kind: 'names' },
  { name: 'publisher', lock: 'publisher', label: 'series.publisher', kind: 'text' },
  { name: 'imprint', lock: 'imprint', label: 'series.imprint', kind: 'text' },
  { name: 'year', lock: 'year', label: 'series.year', kind: 'number' },
  { name: 'totalBookCount', lock: 'totalBookCount', label: 'edit.totalBookCount', kind: 'number' },
  { name: 'language', lock: 'language', label: 'series.language', kind: 'text' },
  {
    name: 'readingDirection',
    lock: 'readingDirection',
    label: 'series.direction',
    kind: 'choice',
    choices: directions.map((value) => ({ value, label: `direction.${value}` as const })),
  },
  { name: 'ageRating', lock: 'ageRating', label: 'series.age', kind: 'number' },
  {
    name: 'alternateTitles',
    lock: 'alternateTitles',
    label: 'series.alternateTitles',
    kind: 'pairs',
    pair: { keys: ['label', 'title'], labels: ['edit.titleKind', 'edit.title'], add: 'edit.addTitle' },
  },
  {
    name: 'externalLinks',
    label: 'series.links',
    kind: 'pairs',
    pair: { keys: ['sourceName', 'url'], labels: ['edit.linkName', 'edit.linkAddress'], add: 'edit.addLink' },
  },
]

export const bookFields: MetadataField[] = [
  { name: 'title', lock: 'title', label: 'edit.title', kind: 'text' },
  { name: 'titleSort', lock: 'titleSort', label: 'edit.titleSort', kind: 'text' },
  { name: 'number', lock: 'number', label: 'edit.number', kind: 'text' },
  { name: 'subtitle', lock: 'subtitle', label: 'edit.subtitle', kind: 'text' },
  { name: 'summary', lock: 'summary', label: 'edit.summary', kind: 'area' },
  { name: 'authors', lock: 'authors', label: 'edit.authors', kind: 'people' },
  { name: 'genres', lock: 'genres', label: 'series.genres', kind: 'names' },
  { name: 'tags', lock: 'tags', label: 'series.tags', kind: 'names' },
  { name: 'publisher', lock: 'publisher', label: 'series.publisher', kind: 'text' },
  { name: 'imprint', lock: 'imprint', label: 'series.imprint', kind: 'text' },
  { name: 'year', lock: 'year', label: 'series.year', kind: 'number' },
  { name: 'languageIso', lock: 'languageIso', label: 'series.language', kind: 'text' },
  { name: 'isbns', lock: 'isbns', label: 'book.isbn', kind: 'names' },
  { name: 'month', lock: 'month', label: 'edit.month', kind: 'number', more: true },
  { name: 'day', lock: 'day', label: 'edit.day', kind: 'number', more: true },
  { name: 'volume', lock: 'volume', label: 'edit.volume', kind: 'number', more: true },
  { name: 'chapter', lock: 'chapter', label: 'edit.chapter', kind: 'decimal', more: true },
  {
    name: 'bookType',
    lock: 'bookType',
    label: 'edit.bookType',
    kind: 'choice',
    choices: bookTypes.map((value) => ({ value, label: `bookType.${value}` as const })),
    more: true,
  },
  { name: 'edition', lock: 'edition', label: 'edit.edition', kind: 'text', more: true },
  { name: 'translator', lock: 'translator', label: 'role.translator', kind: 'text', more: true },
  { name: 'originalTitle', lock: 'originalTitle', label: 'edit.originalTitle', kind: 'text', more: true },
  { name: 'originalYear', lock: 'originalYear', label: 'edit.originalYear', kind: 'number', more: true },
  { name: 'subjects', lock: 'subjects', label: 'edit.subjects', kind: 'names', more: true },
]

/**
 * Fields that many items can share; titles and numbers are individual. Genres and tags are added and removed, not
 * replaced.
 */
export function bulkEditFields(kind: 'series' | 'books'): MetadataField[] {
  return metadataFieldsOf(kind).filter(({ name, kind, more }) => !ownFields.has(name) && kind !== 'pairs' && !more)
}

export function metadataFieldsOf(kind: 'series' | 'books'): MetadataField[] {
  return kind === 'series' ? seriesFields : bookFields
}

const ownFields = new Set(['title', 'titleSort', 'number', 'genres', 'tags'])

export type MetadataValues = Record<string, unknown>
/** `id` is present if the pair is already stored. */
export type EditablePair = { id?: string; [key: string]: string | undefined }

/** Only what the user changed. Emptied fields are null: an absent field is kept, null clears it. */
export function changedMetadata(
  fields: MetadataField[],
  before: MetadataValues,
  after: MetadataValues,
): MetadataValues {
  const changes: MetadataValues = {}
  for (const field of fields) {
    const value = normal(after[field.name], field)
    if (JSON.stringify(value) !== JSON.stringify(normal(before[field.name], field))) changes[field.name] = value
  }
  return changes
}

export function fieldHasValue(field: MetadataField, values: MetadataValues): boolean {
  const value = normal(values[field.name], field)
  return Array.isArray(value) ? value.length > 0 : value !== null
}

function normal(value: unknown, { kind, pair }: MetadataField): unknown {
  if (pair) {
    const pairs = (Array.isArray(value) ? value : []) as EditablePair[]
    return pairs.filter((each) => pair.keys.every((key) => each[key]?.trim()))
  }
  if (kind === 'names') return Array.isArray(value) ? value : []
  if (kind === 'people') {
    const people = (Array.isArray(value) ? value : []).filter((each) => each.name.trim())
    return people.length > 0 ? people : null
  }
  if (kind === 'number' || kind === 'decimal')
    return value === '' || value === undefined || value === null ? null : Number(value)
  return value === '' || value === undefined ? null : value
}
