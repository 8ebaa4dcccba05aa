import { problem } from '../../../contract/problems.ts'
import type { BookFilter } from '../../../store/book/filter.ts'
import { filterByAll, filterByAny } from '../../../store/list/combine-filters.ts'
import type { ReadStatus } from '../../../store/list/predicates.ts'
import type { SeriesFilter } from '../../../store/series/filter.ts'
import {
  booleanOf,
  commaSeparatedOf,
  firstValueOf,
  type KomgaQuery,
  nameCandidatesOf,
  valuesOf,
} from '../read-query.ts'
import { mediaStatusFilter } from './book-condition.ts'
import { toYyyymmdd } from './condition-operators.ts'
import {
  filterMatchingNoSeries,
  personFilter,
  readStatuses,
  seriesStatusFilter,
  seriesTagFilter,
} from './series-condition.ts'

/** The older query syntax: one parameter per condition, any of its values, all of the parameters. */
export function seriesFilterFromQuery(query: KomgaQuery): SeriesFilter | undefined {
  const any = (name: string, filterOf: (word: string) => SeriesFilter) =>
    filterByAny(commaSeparatedOf(query, name).map(filterOf))
  const called = (name: string, filterOf: (word: string) => SeriesFilter) =>
    filterByAny(nameCandidatesOf(query, name).map(filterOf))
  const flag = (name: string, which: 'complete' | 'oneshot'): SeriesFilter | undefined => {
    const is = booleanOf(query, name)
    return is === undefined ? undefined : { flag: which, is }
  }
  const collections = commaSeparatedOf(query, 'collection_id')
  return filterByAll<SeriesFilter>([
    inLibraries(query),
    collections.length > 0 ? { collection: collections } : undefined,
    any('status', (word) => seriesStatusFilter(word.toUpperCase())),
    readAs(query),
    called('publisher', (value) => ({ text: 'publisher', test: { op: 'is', value } })),
    any('language', (value) => ({ text: 'language', test: { op: 'is', value } })),
    called('genre', (value) => ({ facet: 'genre', test: { op: 'is', value } })),
    called('tag', (value) => seriesTagFilter({ op: 'is', value })),
    called('sharing_label', (value) => ({ facet: 'sharing_tag', test: { op: 'is', value } })),
    any('age_rating', (word) => ({
      number: 'ageRating',
      test: /^\d+$/.test(word) ? { op: 'eq', value: Number(word) } : { op: 'isNull' },
    })),
    any('release_year', (word) => ({ number: 'year', test: { op: 'eq', value: Number(word) || 0 } })),
    filterByAny<SeriesFilter>(authorsOf(query).map((person) => ({ ...person, credited: 'anywhere' }))),
    booleanOf(query, 'deleted') === true ? filterMatchingNoSeries : undefined,
    flag('complete', 'complete'),
    flag('oneshot', 'oneshot'),
    byPattern(query),
  ])
}

export function bookFilterFromQuery(query: KomgaQuery): { filter: BookFilter | undefined; includeDeleted: boolean } {
  const any = (name: string, filterOf: (word: string) => BookFilter) =>
    filterByAny(commaSeparatedOf(query, name).map(filterOf))
  const after = firstValueOf(query, 'released_after')
  const series = commaSeparatedOf(query, 'series_id')
  const filter = filterByAll<BookFilter>([
    inLibraries(query),
    series.length > 0 ? { seriesId: { op: 'in', ids: series } } : undefined,
    any('media_status', (word) => mediaStatusFilter(word.toUpperCase())),
    readAs(query),
    after === undefined ? undefined : { number: 'releaseDate', test: { op: 'gt', value: dayOf(after) } },
    filterByAny(
      nameCandidatesOf(query, 'tag').map((value): BookFilter => ({ facet: 'tag', test: { op: 'is', value } })),
    ),
    filterByAny<BookFilter>(authorsOf(query)),
    booleanOf(query, 'deleted') === true ? { flag: 'deleted', is: true } : undefined,
  ])
  return { filter, includeDeleted: booleanOf(query, 'deleted') !== false }
}

function inLibraries(query: KomgaQuery): { library: { op: 'in'; ids: string[] } } | undefined {
  const ids = commaSeparatedOf(query, 'library_id')
  return ids.length > 0 ? { library: { op: 'in', ids } } : undefined
}

function readAs(query: KomgaQuery): { readStatus: ReadStatus[] } | undefined {
  const words = commaSeparatedOf(query, 'read_status').map((word) => word.toUpperCase())
  const known = readStatuses.filter((status) => words.includes(status))
  if (words.length > known.length)
    throw problem('validation_failed', `read_status must be one of ${readStatuses.join(', ')}.`)
  return known.length > 0 ? { readStatus: known.map((status) => status.toLowerCase() as ReadStatus) } : undefined
}

/** `name,role`; the name may contain commas, and KMReader leaves the role empty. */
function authorsOf(query: KomgaQuery) {
  return valuesOf(query, 'author')
    .map((value) => {
      const comma = value.lastIndexOf(',')
      if (comma < 0) return personFilter(value.trim(), undefined)
      return personFilter(value.slice(0, comma).trim() || undefined, value.slice(comma + 1).trim() || undefined)
    })
    .filter((person) => person !== undefined)
}

/**
 * `^text,TITLE_SORT`: only plain text with an anchor at its start or end is supported; other patterns exclude nothing.
 */
function byPattern(query: KomgaQuery): SeriesFilter | undefined {
  const given = firstValueOf(query, 'search_regex')
  const parts = given?.match(/^(\^?)((?:[^\\^$.*+?()[\]{}|]|\\[^\w])*)(\$?),(TITLE|TITLE_SORT)$/i)
  if (!parts) return undefined
  const [, begins, escaped = '', ends, field = ''] = parts
  const value = escaped.replace(/\\(.)/g, '$1')
  const op = begins ? (ends ? 'is' : 'beginsWith') : ends ? 'endsWith' : 'contains'
  return value === '' ? undefined : { text: /sort/i.test(field) ? 'titleSort' : 'title', test: { op, value } }
}

function dayOf(text: string): number {
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw problem('validation_failed', 'released_after must be a day such as 2024-01-31.')
  return toYyyymmdd(time)
}
