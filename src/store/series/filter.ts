import { sql } from 'kysely'
import type { StoryFacet } from '../facet/story-facets.ts'
import {
  facetCondition,
  facetOfBooksCondition,
  type SeriesPersonFilter,
  seriesPersonCondition,
} from '../list/facet-conditions.ts'
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
  type UserFlag,
} from '../list/predicates.ts'
import type { ResolvedFilter } from '../list/resolved-filter.ts'
import {
  idCondition,
  keywordCondition,
  negateCondition,
  rowExistsCondition,
  type SqlCondition,
  type TextTest,
  textCondition,
} from '../list/sql-conditions.ts'
import { UNREADABLE_SERIES } from '../list/unreadable-series.ts'
import { facetKey } from '../text/fold-letters.ts'

/**
 * A filter for series. A tree of plain data; every query language that users or apps use is translated to it, and only
 * here is it compiled to SQL.
 */
export type SeriesFilter =
  | { all: readonly SeriesFilter[] }
  | { any: readonly SeriesFilter[] }
  | { not: SeriesFilter }
  | Predicate<SeriesTextField, SeriesNumberField, SeriesDateField, SeriesFlagField>
  | { facet: 'genre' | 'tag' | 'sharing_tag'; test: TextTest }
  /** Whether any of its books has a matching one, or any at all. */
  | { facetOfBooks: 'tag' | StoryFacet; test: TextTest }
  | SeriesPersonFilter
  /** Ids of collections, or any at all. */
  | { collection: readonly string[] | 'any' }

export type SeriesTextField =
  | 'title'
  | 'titleSort'
  | 'summary'
  | 'publisher'
  | 'imprint'
  | 'status'
  | 'language'
  | 'readingDirection'
  | 'path'

export type SeriesNumberField =
  | 'year'
  | 'ageRating'
  | 'bookCount'
  | 'totalBookCount'
  | 'pageCount'
  | 'fileSize'
  | 'communityRating'
  | 'userRating'
  /** The earliest of its books, e.g. 20240131. */
  | 'releaseDate'

export type SeriesDateField = 'created' | 'updated' | 'lastBook' | 'read'

export type SeriesFlagField =
  | UserFlag
  | 'complete'
  | 'oneshot'
  | 'hasExternalId'
  | 'hasError'
  /** Followed by the viewer, for new releases. */
  | 'followed'
  /** Hidden by the viewer. */
  | 'hidden'
  /** A book was added or replaced after the series was created. */
  | 'grown'
  /** None of its books could be read. */
  | 'unreadable'

/**
 * The condition on `series`, which has this alias in the statement. `found` contains the resolved ids of the filter.
 */
export function compileSeriesFilter(found: ResolvedFilter, filter: SeriesFilter, alias = 's'): SqlCondition {
  const column = columnLookupOf(alias)
  if (isFilterTree(filter)) return combineConditions(filter, (part) => compileSeriesFilter(found, part, alias))
  if ('facet' in filter) return facetCondition(found, 'series', column('id'), filter.facet, filter.test)
  if ('facetOfBooks' in filter) return facetOfBooksCondition(found, column('id'), filter.facetOfBooks, filter.test)
  if ('person' in filter) return seriesPersonCondition(found, column('id'), filter)
  if ('collection' in filter) return curatedListCondition(found, 'collection_series', column('id'), filter)
  return compilePredicate(found, column, filter, meaningOf(found, column))
}

const meaningOf = (
  found: ResolvedFilter,
  column: ColumnLookup,
): PredicateColumns<SeriesTextField, SeriesNumberField, SeriesDateField, SeriesFlagField> => ({
  reference: 'series_id',
  text: (text, test) => textOf(found, column, text, test),
  number(number) {
    if (number !== 'releaseDate') return column(NUMBER_COLUMNS[number])
    return sql`(select min(rb.release_date) from book rb where rb.series_id = ${column('id')} and rb.class <> 0)`
  },
  date(date) {
    if (date !== 'read') return column(DATE_COLUMNS[date])
    return sql`(select p.last_read from series_progress p
      where p.user_id = ${found.userId} and p.series_id = ${column('id')})`
  },
  readStatus: (status) => readStatusOf(found, column, status),
  flag: (flag, is) => flagOf(found, column, flag, is),
})

function textOf({ kind }: ResolvedFilter, column: ColumnLookup, text: SeriesTextField, test: TextTest): SqlCondition {
  switch (text) {
    case 'status':
    case 'language':
      return keywordCondition(kind, column(text), test)
    case 'readingDirection':
      return keywordCondition(kind, column('reading_direction'), test)
    case 'titleSort':
      return textCondition(kind, sql`coalesce(${column('title_sort')}, ${column('title')})`, test)
    case 'publisher':
      return publisherOf(kind, column, test)
    default:
      return textCondition(kind, column(text), test)
  }
}

function publisherOf(kind: ResolvedFilter['kind'], column: ColumnLookup, test: TextTest): SqlCondition {
  if (test.op === 'not is') return negateCondition(publisherOf(kind, column, { op: 'is', value: test.value }))
  if (test.op !== 'is') return textCondition(kind, column('publisher'), test)
  // A large publisher may be a third of the library: the plus keeps SQLite from sorting all of it for one page.
  const key = kind === 'sqlite' ? sql`+${column('publisher_key')}` : column('publisher_key')
  return sql<boolean>`(${column('publisher_key')} is not null and ${key} = ${facetKey(test.value)})`
}

const NUMBER_COLUMNS = {
  year: 'year',
  ageRating: 'age_rating',
  bookCount: 'book_count',
  totalBookCount: 'total_book_count',
  pageCount: 'page_count',
  fileSize: 'file_size',
  communityRating: 'community_rating',
} as const

const DATE_COLUMNS = { created: 'created_at', updated: 'updated_at', lastBook: 'last_book_at' } as const

function readStatusOf({ kind, userId }: ResolvedFilter, column: ColumnLookup, status: ReadStatus): SqlCondition {
  const progress = sql`from series_progress p where p.user_id = ${userId} and p.series_id = ${column('id')}`
  const begun = sql`(p.done > 0 or p.open > 0)`
  if (status === 'unread') return negateCondition(rowExistsCondition(kind, sql`${progress} and ${begun}`))
  if (status === 'read')
    return rowExistsCondition(kind, sql`${progress} and p.done > 0 and p.done >= ${column('book_count')}`)
  return rowExistsCondition(kind, sql`${progress} and ${begun} and p.done < ${column('book_count')}`)
}

function flagOf(
  found: ResolvedFilter,
  column: ColumnLookup,
  flag: Exclude<SeriesFlagField, UserFlag>,
  is: boolean,
): SqlCondition {
  // Without a known total a series is neither complete nor incomplete.
  if (flag === 'complete') {
    const sign = sql.raw(is ? '>=' : '<')
    return sql<boolean>`(${column('total_book_count')} is not null
      and ${column('book_count')} ${sign} ${column('total_book_count')})`
  }
  const holds = flagHolds(found, column, flag)
  return is ? holds : negateCondition(holds)
}

function flagHolds(
  found: ResolvedFilter,
  column: ColumnLookup,
  flag: Exclude<SeriesFlagField, UserFlag | 'complete'>,
): SqlCondition {
  const { kind, userId } = found
  const id = column('id')
  switch (flag) {
    case 'oneshot':
      return sql<boolean>`${column('is_oneshot')} = 1`
    case 'grown':
      return sql<boolean>`${column('files_changed_at')} > coalesce(${column('first_seen_at')}, ${column('created_at')})`
    case 'hasExternalId':
      return rowExistsCondition(kind, sql`from series_external_id x where x.series_id = ${id}`)
    case 'followed':
      return rowExistsCondition(kind, sql`from series_follow f where f.user_id = ${userId} and f.series_id = ${id}`)
    case 'hidden':
      return hiddenSeriesCondition(found, id)
    case 'unreadable':
      return idCondition(kind, id, found.ids(UNREADABLE_SERIES))
    case 'hasError':
      return rowExistsCondition(
        kind,
        sql`from book eb cross join book_error e
          where eb.series_id = ${id} and eb.class <> 0 and e.book_id = eb.id`,
      )
  }
}
