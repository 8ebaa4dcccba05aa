import type { PlainKey } from '../messages/t.ts'

/** One field of a form. `lock` is its name among the locks. */
export type Field = {
  name: string
  lock: string
  label: PlainKey
  kind: 'text' | 'area' | 'number' | 'names' | 'people' | 'choice'
  choices?: { value: string; label: PlainKey }[]
}

const statuses = ['ongoing', 'ended', 'hiatus', 'abandoned', 'unknown'] as const
const directions = ['ltr', 'rtl', 'ttb', 'webtoon'] as const

export const seriesFields: Field[] = [
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
]

export const bookFields: Field[] = [
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
]

/** What many can share; a title or a number is one's own. Genres and tags are added and taken away, not replaced. */
export function fieldsOfMany(kind: 'series' | 'books'): Field[] {
  return lockableFields(kind).filter(({ name }) => !ownFields.has(name))
}

export function lockableFields(kind: 'series' | 'books'): Field[] {
  return kind === 'series' ? seriesFields : bookFields
}

const ownFields = new Set(['title', 'titleSort', 'number', 'genres', 'tags'])

export type Values = Record<string, unknown>

/** Only what the person changed, with emptied fields as null: absent keeps, null clears. */
export function changesOf(fields: Field[], before: Values, after: Values): Values {
  const changes: Values = {}
  for (const { name, kind } of fields) {
    const value = normal(after[name], kind)
    if (JSON.stringify(value) !== JSON.stringify(normal(before[name], kind))) changes[name] = value
  }
  return changes
}

function normal(value: unknown, kind: Field['kind']): unknown {
  if (kind === 'names') return Array.isArray(value) ? value : []
  if (kind === 'people') {
    const people = (Array.isArray(value) ? value : []).filter((each) => each.name.trim())
    return people.length > 0 ? people : null
  }
  if (kind === 'number') return value === '' || value === undefined || value === null ? null : Number(value)
  return value === '' || value === undefined ? null : value
}
