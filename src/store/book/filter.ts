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
import { bookPersonHolds, facetHolds, seriesPersonHolds } from '../list/links.ts'
import type { Found } from '../list/look-up.ts'
import { compileSeriesFilter, type ReadStatus, type SeriesFilter } from '../series/filter.ts'

/** Which books. Plain data, like `SeriesFilter`, which may stand inside it: then it asks about the book's series. */
export type BookFilter =
  | { all: readonly BookFilter[] }
  | { any: readonly BookFilter[] }
  | { not: BookFilter }
  | { series: SeriesFilter }
  | { library: IdTest }
  | { seriesId: IdTest }
  | { id: IdTest }
  | { text: BookText; test: TextTest }
  | { number: BookNumber; test: NumberTest }
  | { date: BookDate; test: DateTest }
  /** What the book carries itself; what its series carries is a question to the series. */
  | { facet: 'genre' | 'tag'; test: TextTest }
  | { person: TextTest; roles?: readonly string[] }
  | { readStatus: readonly ReadStatus[] }
  | { flag: BookFlag; is: boolean }
  /** Ids of read lists, or any at all. */
  | { readList: readonly string[] | 'any' }

export type BookText = 'title' | 'titleSort' | 'summary' | 'path' | 'fileName' | 'format' | 'bookType' | 'language'
export type BookNumber =
  | 'pageCount'
  | 'fileSize'
  | 'year'
  | 'releaseDate'
  | 'number'
  | 'volume'
  | 'chapter'
  | 'userRating'
export type BookDate = 'created' | 'updated' | 'read'
export type BookFlag =
  | 'deleted'
  | 'analyzed'
  | 'hasError'
  | 'hasUserRating'
  | 'wantToRead'
  /** Shows another cover than that of its file. */
  | 'chosenCover'
  /** Has another cover, shown or not. */
  | 'uploadedCover'

/** The condition over `book`, under the name `alias` in the statement. */
export function compileBookFilter(found: Found, filter: BookFilter, alias = 'b'): Holds {
  const { kind } = found
  const column = (name: string): Column => sql.ref(`${alias}.${name}`)
  const compile = (part: BookFilter): Holds => compileBookFilter(found, part, alias)

  if ('all' in filter) return and(filter.all.map(compile))
  if ('any' in filter) return or(filter.any.map(compile))
  if ('not' in filter) return not(compile(filter.not))
  if ('series' in filter) return seriesHolds(found, column, filter.series)
  if ('library' in filter) return among(found, column('library_id'), filter.library)
  if ('seriesId' in filter) return among(found, column('series_id'), filter.seriesId)
  if ('id' in filter) return among(found, column('id'), filter.id)
  if ('text' in filter) return textOf(found, column, filter.text, filter.test)
  if ('number' in filter) return numberHolds(numberOf(found, column, filter.number), filter.test)
  if ('date' in filter) return dateHolds(dateOf(found, column, filter.date), filter.test)
  if ('facet' in filter) return facetHolds(found, 'book', column('id'), filter.facet, filter.test)
  if ('person' in filter) return bookPersonHolds(found, column('id'), filter.person, filter.roles)
  if ('readStatus' in filter)
    return or([...new Set(filter.readStatus)].map((status) => readStatusOf(found, column, status)))
  if ('readList' in filter) {
    const lists = idHolds(kind, sql`m.read_list_id`, found.ids(filter))
    return exists(kind, sql`from read_list_book m where m.book_id = ${column('id')} and ${lists}`)
  }
  const holds = flagHolds(found, column, filter.flag)
  return filter.is ? holds : not(holds)
}

type Columns = (name: string) => Column

/** A genre or tag of the series needs no look at the series' row: the key of the link is in the book's own index. */
function seriesHolds(found: Found, column: Columns, filter: SeriesFilter): Holds {
  if ('all' in filter) return and(filter.all.map((part) => seriesHolds(found, column, part)))
  if ('any' in filter) return or(filter.any.map((part) => seriesHolds(found, column, part)))
  if ('not' in filter) return not(seriesHolds(found, column, filter.not))
  if ('facet' in filter) return facetHolds(found, 'series', column('series_id'), filter.facet, filter.test)
  if ('person' in filter) return seriesPersonHolds(found, column('series_id'), filter)
  if ('library' in filter) return among(found, column('library_id'), filter.library)
  if ('id' in filter) return among(found, column('series_id'), filter.id)
  return exists(
    found.kind,
    sql`from series s where s.id = ${column('series_id')} and ${compileSeriesFilter(found, filter, 's')}`,
  )
}

function among(found: Found, column: Column, test: IdTest): Holds {
  const holds = idHolds(found.kind, column, found.ids(test))
  return test.op === 'in' ? holds : not(holds)
}

function textOf({ kind }: Found, column: Columns, text: BookText, test: TextTest): Holds {
  switch (text) {
    case 'format':
    case 'language':
      return wordHolds(kind, column(text), test)
    case 'bookType':
      return wordHolds(kind, column('book_type'), test)
    case 'fileName':
      return textHolds(kind, column('file_name'), test)
    case 'titleSort':
      return textHolds(kind, sql`coalesce(${column('title_sort')}, ${column('title')})`, test)
    case 'summary':
      return textHolds(kind, sql`(select m.summary from book_meta m where m.book_id = ${column('id')})`, test)
    default:
      return textHolds(kind, column(text), test)
  }
}

function numberOf({ userId }: Found, column: Columns, number: BookNumber): Column {
  if (number !== 'userRating') return column(NUMBER_COLUMNS[number])
  return sql`(select r.rating from user_rating r where r.user_id = ${userId} and r.book_id = ${column('id')})`
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

function dateOf({ userId }: Found, column: Columns, date: BookDate): Column {
  if (date === 'created') return column('created_at')
  if (date === 'updated') return column('updated_at')
  return sql`(select p.read_at from progress p where p.user_id = ${userId} and p.book_id = ${column('id')})`
}

function readStatusOf({ kind, userId }: Found, column: Columns, status: ReadStatus): Holds {
  const progress = sql`from progress p where p.user_id = ${userId} and p.book_id = ${column('id')}`
  if (status === 'unread') return not(exists(kind, progress))
  return exists(kind, sql`${progress} and p.done = ${status === 'read' ? 1 : 0}`)
}

function flagHolds({ kind, userId }: Found, column: Columns, flag: BookFlag): Holds {
  const id = column('id')
  switch (flag) {
    case 'deleted':
      return sql<boolean>`${column('deleted_at')} is not null`
    case 'analyzed':
      return sql<boolean>`${column('analyzed')} = 1`
    case 'chosenCover':
      return sql<boolean>`${column('cover_id')} is not null`
    case 'uploadedCover':
      return exists(kind, sql`from cover cv where cv.book_id = ${id}`)
    case 'hasError':
      return exists(kind, sql`from book_error e where e.book_id = ${id}`)
    case 'hasUserRating':
      return exists(kind, sql`from user_rating r where r.user_id = ${userId} and r.book_id = ${id}`)
    case 'wantToRead':
      return exists(kind, sql`from want_to_read w where w.user_id = ${userId} and w.book_id = ${id}`)
  }
}
