import { sql } from 'kysely'
import type { StoryFacet } from '../facet/story-facets.ts'
import { bookPersonCondition, facetCondition, seriesPersonCondition } from '../list/facet-conditions.ts'
import { hiddenSeriesCondition } from '../list/hidden-series-condition.ts'
import {
  type ColumnLookup,
  columnLookupOf,
  combineConditions,
  compilePredicate,
  curatedListCondition,
  isFilterTree,
  type Predicate,
  type PredicateColumns,
  type ReadStatus,
  resolvedIdsCondition,
  type UserFlag,
} from '../list/predicates.ts'
import type { ResolvedFilter } from '../list/resolved-filter.ts'
import {
  type Column,
  type IdTest,
  keywordCondition,
  negateCondition,
  rowExistsCondition,
  type SqlCondition,
  type TextTest,
  textCondition,
} from '../list/sql-conditions.ts'
import { compileSeriesFilter, type SeriesFilter } from '../series/filter.ts'
import type { TextOperator } from '../text/accent-insensitive-matcher.ts'

/** A filter for books. Plain data, like `SeriesFilter`, which it may contain for the book's series. */
export type BookFilter =
  | { all: readonly BookFilter[] }
  | { any: readonly BookFilter[] }
  | { not: BookFilter }
  | { series: SeriesFilter }
  | { seriesId: IdTest }
  | Predicate<BookTextField, BookNumberField, BookDateField, BookFlagField>
  /** The book's own values; those of its series are filtered with `series`. */
  | { facet: 'genre' | 'tag' | StoryFacet; test: TextTest }
  | { person: TextTest; roles?: readonly string[] }
  /** Ids of read lists, or any at all. */
  | { readList: readonly string[] | 'any' }

export type BookTextField = 'title' | 'titleSort' | 'summary' | 'path' | 'fileName' | 'format' | 'bookType' | 'language'
export type BookNumberField =
  | 'pageCount'
  | 'fileSize'
  | 'year'
  | 'releaseDate'
  | 'number'
  | 'volume'
  | 'chapter'
  | 'userRating'
export type BookDateField = 'created' | 'updated' | 'read'
export type BookFlagField =
  | UserFlag
  | 'deleted'
  | 'analyzed'
  | 'hasError'
  /** Has a cover image. */
  | 'cover'
  /** Shows a cover other than that of its file. */
  | 'chosenCover'
  /** Has an uploaded cover, shown or not. */
  | 'uploadedCover'
  /** Has a cover from an image file beside it. */
  | 'artworkCover'
  /** Shows such a cover. */
  | 'chosenArtwork'

/** The condition on `book`, which has this alias in the statement. */
export function compileBookFilter(found: ResolvedFilter, filter: BookFilter, alias = 'b'): SqlCondition {
  const column = columnLookupOf(alias)
  if (isFilterTree(filter)) return combineConditions(filter, (part) => compileBookFilter(found, part, alias))
  if ('series' in filter) return seriesHolds(found, column, filter.series)
  if ('seriesId' in filter) return resolvedIdsCondition(found, column('series_id'), filter.seriesId)
  if ('facet' in filter) return facetCondition(found, 'book', column('id'), filter.facet, filter.test)
  if ('person' in filter) return bookPersonCondition(found, column('id'), filter.person, filter.roles)
  if ('readList' in filter) return curatedListCondition(found, 'read_list_book', column('id'), filter)
  return compilePredicate(found, column, filter, meaningOf(found, column))
}

const meaningOf = (
  found: ResolvedFilter,
  column: ColumnLookup,
): PredicateColumns<BookTextField, BookNumberField, BookDateField, BookFlagField> => ({
  reference: 'book_id',
  text: (text, test) => textOf(found, column, text, test),
  number: (number) => column(NUMBER_COLUMNS[number]),
  date(date) {
    if (date !== 'read') return column(date === 'created' ? 'created_at' : 'updated_at')
    return sql`(select p.read_at from progress p where p.user_id = ${found.userId} and p.book_id = ${column('id')})`
  },
  readStatus: (status) => readStatusOf(found, column, status),
  flag(flag, is) {
    const holds = flagHolds(found, column, flag)
    return is ? holds : negateCondition(holds)
  },
})

/**
 * A genre or tag of the series needs no lookup of the series: the book's index contains the series id that the link
 * needs.
 */
function seriesHolds(found: ResolvedFilter, column: ColumnLookup, filter: SeriesFilter): SqlCondition {
  if (isFilterTree(filter)) return combineConditions(filter, (part) => seriesHolds(found, column, part))
  if ('facet' in filter) return facetCondition(found, 'series', column('series_id'), filter.facet, filter.test)
  if ('person' in filter) return seriesPersonCondition(found, column('series_id'), filter)
  if ('library' in filter) return resolvedIdsCondition(found, column('library_id'), filter.library)
  if ('id' in filter) return resolvedIdsCondition(found, column('series_id'), filter.id)
  if ('flag' in filter && filter.flag === 'hidden') {
    const isHidden = hiddenSeriesCondition(found, column('series_id'))
    return filter.is ? isHidden : negateCondition(isHidden)
  }
  return rowExistsCondition(
    found.kind,
    sql`from series s where s.id = ${column('series_id')} and ${compileSeriesFilter(found, filter, 's')}`,
  )
}

function textOf({ kind }: ResolvedFilter, column: ColumnLookup, text: BookTextField, test: TextTest): SqlCondition {
  switch (text) {
    case 'format':
    case 'language':
      return keywordCondition(kind, column(text), test)
    case 'bookType':
      return keywordCondition(kind, column('book_type'), test)
    case 'fileName':
      return textCondition(kind, column('file_name'), test)
    case 'titleSort':
      return textCondition(kind, sql`coalesce(${column('title_sort')}, ${column('title')})`, test)
    case 'summary':
      return summaryCondition(kind, column('id'), test)
    default:
      return textCondition(kind, column(text), test)
  }
}

/** PostgreSQL joins all summaries at once where that is cheaper than looking each up, which it can't do with a value. */
function summaryCondition(kind: ResolvedFilter['kind'], id: Column, test: TextTest): SqlCondition {
  if (test.op === 'isNull') return negateCondition(summaryCondition(kind, id, { op: 'isNotNull' }))
  if ('value' in test && test.op.startsWith('not ')) {
    const op = test.op.slice(4) as TextOperator
    return negateCondition(summaryCondition(kind, id, { op, value: test.value }))
  }
  const holds = textCondition(kind, sql`m.summary`, test)
  return rowExistsCondition(kind, sql`from book_meta m where m.book_id = ${id} and ${holds}`)
}

const NUMBER_COLUMNS = {
  pageCount: 'page_count',
  fileSize: 'file_size',
  year: 'year',
  releaseDate: 'release_date',
  number: 'number',
  volume: 'volume',
  chapter: 'chapter',
} as const

function readStatusOf({ kind, userId }: ResolvedFilter, column: ColumnLookup, status: ReadStatus): SqlCondition {
  const progress = sql`from progress p where p.user_id = ${userId} and p.book_id = ${column('id')}`
  if (status === 'unread') return negateCondition(rowExistsCondition(kind, progress))
  return rowExistsCondition(kind, sql`${progress} and p.done = ${status === 'read' ? 1 : 0}`)
}

function flagHolds(
  { kind }: ResolvedFilter,
  column: ColumnLookup,
  flag: Exclude<BookFlagField, UserFlag>,
): SqlCondition {
  const id = column('id')
  switch (flag) {
    case 'deleted':
      return sql<boolean>`${column('deleted_at')} is not null`
    case 'analyzed':
      return sql<boolean>`${column('analyzed')} = 1`
    case 'cover':
      return sql<boolean>`${column('cover_version')} > 0`
    case 'chosenCover':
      return sql<boolean>`${column('cover_id')} is not null`
    case 'uploadedCover':
      return rowExistsCondition(kind, sql`from cover cv where cv.book_id = ${id} and cv.artwork_path is null`)
    case 'artworkCover':
      return rowExistsCondition(kind, sql`from cover cv where cv.book_id = ${id} and cv.artwork_path is not null`)
    case 'chosenArtwork':
      return rowExistsCondition(
        kind,
        sql`from cover cv where cv.id = ${column('cover_id')} and cv.artwork_path is not null`,
      )
    case 'hasError':
      return rowExistsCondition(kind, sql`from book_error e where e.book_id = ${id}`)
  }
}
