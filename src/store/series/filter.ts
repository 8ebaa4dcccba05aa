import { sql } from 'kysely'
import {
  and,
  type Column,
  type DateTest,
  dateHolds,
  exists,
  type Holds,
  type IdTest,
  idHolds,
  type NumberTest,
  not,
  numberHolds,
  or,
  type TextTest,
  textHolds,
  wordHolds,
} from '../list/criteria.ts'
import { facetHolds, type SeriesPerson, seriesPersonHolds, tagOfBooksHolds } from '../list/links.ts'
import type { Found } from '../list/look-up.ts'
import { facetKey } from '../text/fold-letters.ts'

export type ReadStatus = 'unread' | 'in_progress' | 'read'

/** Which series. A tree of plain data; every grammar that people or apps use becomes this, and it becomes SQL here only. */
export type SeriesFilter =
  | { all: readonly SeriesFilter[] }
  | { any: readonly SeriesFilter[] }
  | { not: SeriesFilter }
  | { library: IdTest }
  | { id: IdTest }
  | { text: SeriesText; test: TextTest }
  | { number: SeriesNumber; test: NumberTest }
  | { date: SeriesDate; test: DateTest }
  | { facet: 'genre' | 'tag' | 'sharing_tag'; test: TextTest }
  /** Whether any of its books carries a tag that is such, or any tag at all. */
  | { tagOfBooks: { op: 'is'; value: string } | { op: 'isNotNull' } }
  | SeriesPerson
  | { readStatus: readonly ReadStatus[] }
  | { flag: SeriesFlag; is: boolean }
  /** Ids of collections, or any at all. */
  | { collection: readonly string[] | 'any' }

export type SeriesText =
  | 'title'
  | 'titleSort'
  | 'summary'
  | 'publisher'
  | 'imprint'
  | 'status'
  | 'language'
  | 'readingDirection'
  | 'path'

export type SeriesNumber =
  | 'year'
  | 'ageRating'
  | 'bookCount'
  | 'totalBookCount'
  | 'pageCount'
  | 'fileSize'
  | 'communityRating'
  | 'userRating'
  /** Of its earliest book, 20240131. */
  | 'releaseDate'

export type SeriesDate = 'created' | 'updated' | 'lastBook' | 'read'

export type SeriesFlag =
  | 'complete'
  | 'oneshot'
  | 'hasExternalId'
  | 'hasUserRating'
  | 'wantToRead'
  | 'hasError'
  /** Since it was added. */
  | 'changed'

/** The condition over `series`, under the name `alias` in the statement. `found` holds the ids the filter speaks of. */
export function compileSeriesFilter(found: Found, filter: SeriesFilter, alias = 's'): Holds {
  const { kind } = found
  const column = (name: string): Column => sql.ref(`${alias}.${name}`)
  const compile = (part: SeriesFilter): Holds => compileSeriesFilter(found, part, alias)

  if ('all' in filter) return and(filter.all.map(compile))
  if ('any' in filter) return or(filter.any.map(compile))
  if ('not' in filter) return not(compile(filter.not))
  if ('library' in filter) return among(found, column('library_id'), filter.library)
  if ('id' in filter) return among(found, column('id'), filter.id)
  if ('text' in filter) return textOf(found, column, filter.text, filter.test)
  if ('number' in filter) return numberHolds(numberOf(found, column, filter.number), filter.test)
  if ('date' in filter) return dateHolds(dateOf(found, column, filter.date), filter.test)
  if ('facet' in filter) return facetHolds(found, 'series', column('id'), filter.facet, filter.test)
  if ('tagOfBooks' in filter) return tagOfBooksHolds(found, column('id'), filter.tagOfBooks)
  if ('person' in filter) return seriesPersonHolds(found, column('id'), filter)
  if ('readStatus' in filter)
    return or([...new Set(filter.readStatus)].map((status) => readStatusOf(found, column, status)))
  if ('collection' in filter) {
    const lists = found.ids(filter)
    return exists(
      kind,
      sql`from collection_series m where m.series_id = ${column('id')} and ${idHolds(kind, sql`m.collection_id`, lists)}`,
    )
  }
  return flagOf(found, column, filter.flag, filter.is)
}

type Columns = (name: string) => Column

function among(found: Found, column: Column, test: IdTest): Holds {
  const holds = idHolds(found.kind, column, found.ids(test))
  return test.op === 'in' ? holds : not(holds)
}

function textOf({ kind }: Found, column: Columns, text: SeriesText, test: TextTest): Holds {
  switch (text) {
    case 'status':
    case 'language':
      return wordHolds(kind, column(text), test)
    case 'readingDirection':
      return wordHolds(kind, column('reading_direction'), test)
    case 'titleSort':
      return textHolds(kind, sql`coalesce(${column('title_sort')}, ${column('title')})`, test)
    case 'publisher':
      return publisherOf(kind, column, test)
    default:
      return textHolds(kind, column(text), test)
  }
}

function publisherOf(kind: Found['kind'], column: Columns, test: TextTest): Holds {
  if (test.op === 'not is') return not(publisherOf(kind, column, { op: 'is', value: test.value }))
  if (test.op !== 'is') return textHolds(kind, column('publisher'), test)
  // A large publisher is a third of the library: the plus keeps SQLite from sorting all of it for one page.
  const key = kind === 'sqlite' ? sql`+${column('publisher_key')}` : column('publisher_key')
  return sql<boolean>`(${column('publisher_key')} is not null and ${key} = ${facetKey(test.value)})`
}

function numberOf({ userId }: Found, column: Columns, number: SeriesNumber): Column {
  if (number === 'releaseDate') {
    return sql`(select min(rb.release_date) from book rb where rb.series_id = ${column('id')} and rb.class <> 0)`
  }
  if (number !== 'userRating') return column(NUMBER_COLUMNS[number])
  return sql`(select r.rating from user_rating r where r.user_id = ${userId} and r.series_id = ${column('id')})`
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

function dateOf({ userId }: Found, column: Columns, date: SeriesDate): Column {
  if (date === 'created') return column('created_at')
  if (date === 'updated') return column('updated_at')
  if (date === 'lastBook') return column('last_book_at')
  return sql`(select p.last_read from series_progress p where p.user_id = ${userId} and p.series_id = ${column('id')})`
}

function readStatusOf({ kind, userId }: Found, column: Columns, status: ReadStatus): Holds {
  const progress = sql`from series_progress p where p.user_id = ${userId} and p.series_id = ${column('id')}`
  const begun = sql`(p.done > 0 or p.open > 0)`
  if (status === 'unread') return not(exists(kind, sql`${progress} and ${begun}`))
  if (status === 'read') return exists(kind, sql`${progress} and p.done > 0 and p.done >= ${column('book_count')}`)
  return exists(kind, sql`${progress} and ${begun} and p.done < ${column('book_count')}`)
}

function flagOf(found: Found, column: Columns, flag: SeriesFlag, is: boolean): Holds {
  // Without a known total a series is neither complete nor incomplete.
  if (flag === 'complete') {
    const sign = sql.raw(is ? '>=' : '<')
    return sql<boolean>`(${column('total_book_count')} is not null
      and ${column('book_count')} ${sign} ${column('total_book_count')})`
  }
  const holds = flagHolds(found, column, flag)
  return is ? holds : not(holds)
}

function flagHolds({ kind, userId }: Found, column: Columns, flag: Exclude<SeriesFlag, 'complete'>): Holds {
  const id = column('id')
  switch (flag) {
    case 'oneshot':
      return sql<boolean>`${column('is_oneshot')} = 1`
    case 'changed':
      return sql<boolean>`${column('updated_at')} > ${column('created_at')}`
    case 'hasExternalId':
      return exists(kind, sql`from series_external_id x where x.series_id = ${id}`)
    case 'hasUserRating':
      return exists(kind, sql`from user_rating r where r.user_id = ${userId} and r.series_id = ${id}`)
    case 'wantToRead':
      return exists(kind, sql`from want_to_read w where w.user_id = ${userId} and w.series_id = ${id}`)
    case 'hasError':
      return exists(
        kind,
        sql`from book eb cross join book_error e
          where eb.series_id = ${id} and eb.class <> 0 and e.book_id = eb.id`,
      )
  }
}
