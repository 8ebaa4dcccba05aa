import { wordTable } from '../../../formats/values/word-table.ts'
import type { BookFilter } from '../../../store/book/filter.ts'
import { filterByAll } from '../../../store/list/combine-filters.ts'
import type { NumberTest } from '../../../store/list/sql-conditions.ts'
import type { SeriesFilter } from '../../../store/series/filter.ts'
import { isLuceneTerm, type LuceneQuery, type LuceneTerm, parseLucene } from './lucene.ts'
import { filterMatchingNoSeries, seriesStatusFilter, seriesTagFilter } from './series-condition.ts'
import { rolesFromKomga } from './translate-role.ts'

export interface ParsedSearchText<Filter> {
  /** The remaining words to search in names. */
  words: string | undefined
  filter: Filter | undefined
}

/** Komga's search uses Lucene's syntax. Required words are searched; the rest becomes conditions. */
export const parseSeriesSearch = (text: string | undefined): ParsedSearchText<SeriesFilter> =>
  readText(text, seriesTerm)
export const parseBookSearch = (text: string | undefined): ParsedSearchText<BookFilter> => readText(text, bookTerm)

type Tree<Filter> = { all: readonly Filter[] } | { any: readonly Filter[] } | { not: Filter }

function readText<Filter extends object>(
  text: string | undefined,
  termOf: (term: LuceneTerm) => Filter | undefined,
): ParsedSearchText<Filter> {
  if (!text?.trim()) return { words: undefined, filter: undefined }
  const typed = parseLucene(text.slice(0, MAX_QUERY_LENGTH), (name) => FIELDS.has(name))
  const parts = 'all' in typed ? typed.all : [typed]
  const words: string[] = []
  const filters: (Filter | undefined)[] = []
  for (const part of parts) {
    if (isLuceneTerm(part) && part.field === undefined) words.push(part.value)
    else filters.push(compile(part))
  }
  return { words: words.join(' ') || undefined, filter: filterByAll(filters) }

  function compile(part: LuceneQuery): Filter | undefined {
    if (isLuceneTerm(part)) return termOf(part)
    if ('not' in part) {
      const turned = compile(part.not)
      return turned && tree<Filter>({ not: turned })
    }
    const compiled = ('all' in part ? part.all : part.any).map(compile).filter((one) => one !== undefined)
    if (compiled.length <= 1) return compiled[0]
    return 'all' in part ? tree<Filter>({ all: compiled }) : tree<Filter>({ any: compiled })
  }
}

/** Both kinds of filter have these three forms, which a type parameter can't express. */
const tree = <Filter>(made: Tree<Filter>): Filter => made as Filter
const MAX_QUERY_LENGTH = 2000

const ROLES = ['writer', 'penciller', 'inker', 'colorist', 'letterer', 'cover', 'editor', 'translator']
const FIELDS: ReadonlySet<string> = new Set([
  ...['title', 'publisher', 'language', 'genre', 'tag', 'series_tag', 'book_tag', 'sharing_label', 'status'],
  ...['reading_direction', 'age_rating', 'release_date', 'book_count', 'total_book_count'],
  ...['deleted', 'complete', 'oneshot', 'author', ...ROLES],
])

/** A term matches anywhere in the text, as in Lucene, which indexes single words. */
const within = (value: string) => ({ op: 'contains', value }) as const

function seriesTerm(term: LuceneTerm): SeriesFilter | undefined {
  const { field = 'title', value } = term
  switch (field) {
    case 'title':
      return { text: 'title', test: within(value) }
    case 'publisher':
      return { text: 'publisher', test: within(value) }
    case 'language':
      return { text: 'language', test: { op: 'is', value } }
    case 'reading_direction':
      return { text: 'readingDirection', test: { op: 'is', value: DIRECTIONS[value.toLowerCase()] ?? value } }
    case 'genre':
      return { facet: 'genre', test: within(value) }
    case 'series_tag':
      return { facet: 'tag', test: within(value) }
    case 'book_tag':
      return { facetOfBooks: 'tag', test: { op: 'is', value } }
    case 'tag':
      return { any: [{ facet: 'tag', test: within(value) }, seriesTagFilter({ op: 'is', value })] }
    case 'sharing_label':
      return { facet: 'sharing_tag', test: within(value) }
    case 'status':
      return seriesStatusFilter(value.toUpperCase())
    case 'age_rating':
      return numbered('ageRating', term)
    case 'release_date':
      return numbered('year', term)
    case 'book_count':
      return numbered('bookCount', term)
    case 'total_book_count':
      return numbered('totalBookCount', term)
    case 'deleted':
      return isTrue(value) ? filterMatchingNoSeries : undefined
    case 'complete':
    case 'oneshot':
      return { flag: field, is: isTrue(value) }
    default:
      return {
        person: within(value),
        ...(field !== 'author' && { roles: rolesFromKomga(field) }),
        credited: 'anywhere',
      }
  }
}

/** For fields that a book doesn't have itself, its series is tested. */
function bookTerm(term: LuceneTerm): BookFilter | undefined {
  const { field = 'title', value } = term
  switch (field) {
    case 'title':
      return { any: [{ text: 'title', test: within(value) }, { series: { text: 'title', test: within(value) } }] }
    case 'tag':
    case 'book_tag':
      return { facet: 'tag', test: within(value) }
    case 'release_date': {
      const test = testOf(term)
      return test && { number: 'year', test }
    }
    case 'deleted':
      return { flag: 'deleted', is: isTrue(value) }
    case 'author':
    case ROLES.find((role) => role === field):
      return { person: within(value), ...(field !== 'author' && { roles: rolesFromKomga(field) }) }
    default: {
      const series = seriesTerm(term)
      return series && { series }
    }
  }
}

function numbered(
  number: 'ageRating' | 'year' | 'bookCount' | 'totalBookCount',
  term: LuceneTerm,
): SeriesFilter | undefined {
  const test = testOf(term)
  return test && { number, test }
}

/** Of a date only the year counts. Text that isn't a number excludes nothing. */
function testOf({ value, range }: LuceneTerm): NumberTest | undefined {
  if (!range) {
    const exactly = wholeOf(value)
    return exactly === undefined ? undefined : { op: 'eq', value: exactly }
  }
  const [min, max] = [wholeOf(range.from), wholeOf(range.to)]
  if (min !== undefined && max !== undefined) return { op: 'between', min, max }
  if (min !== undefined) return { op: 'gte', value: min }
  return max === undefined ? undefined : { op: 'lte', value: max }
}

function wholeOf(text: string | undefined): number | undefined {
  const digits = /^\d{1,9}/.exec(text ?? '')?.[0]
  return digits === undefined ? undefined : Number(digits)
}

const isTrue = (value: string): boolean => value.toLowerCase() === 'true'

const DIRECTIONS = wordTable<string>({
  left_to_right: 'ltr',
  right_to_left: 'rtl',
  vertical: 'ttb',
  webtoon: 'webtoon',
})
