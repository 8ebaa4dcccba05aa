import { sql } from 'kysely'
import { exists, type Holds, type IdTest, not, type TextTest, textHolds, wordHolds } from '../list/criteria.ts'
import { bookPersonHolds, facetHolds, seriesPersonHolds } from '../list/links.ts'
import type { Found } from '../list/look-up.ts'
import {
  among,
  type Columns,
  columnsOf,
  combine,
  compileQuestion,
  isListed,
  isTree,
  type Meaning,
  type Question,
  type ReadStatus,
  type UserFlag,
} from '../list/questions.ts'
import { compileSeriesFilter, type SeriesFilter } from '../series/filter.ts'

/** Which books. Plain data, like `SeriesFilter`, which may stand inside it: then it asks about the book's series. */
export type BookFilter =
  | { all: readonly BookFilter[] }
  | { any: readonly BookFilter[] }
  | { not: BookFilter }
  | { series: SeriesFilter }
  | { seriesId: IdTest }
  | Question<BookText, BookNumber, BookDate, BookFlag>
  /** What the book carries itself; what its series carries is a question to the series. */
  | { facet: 'genre' | 'tag'; test: TextTest }
  | { person: TextTest; roles?: readonly string[] }
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
  | UserFlag
  | 'deleted'
  | 'analyzed'
  | 'hasError'
  /** Has a picture to show. */
  | 'cover'
  /** Shows another cover than that of its file. */
  | 'chosenCover'
  /** Has another cover, shown or not. */
  | 'uploadedCover'

/** The condition over `book`, under the name `alias` in the statement. */
export function compileBookFilter(found: Found, filter: BookFilter, alias = 'b'): Holds {
  const column = columnsOf(alias)
  if (isTree(filter)) return combine(filter, (part) => compileBookFilter(found, part, alias))
  if ('series' in filter) return seriesHolds(found, column, filter.series)
  if ('seriesId' in filter) return among(found, column('series_id'), filter.seriesId)
  if ('facet' in filter) return facetHolds(found, 'book', column('id'), filter.facet, filter.test)
  if ('person' in filter) return bookPersonHolds(found, column('id'), filter.person, filter.roles)
  if ('readList' in filter) return isListed(found, 'read_list_book', column('id'), filter)
  return compileQuestion(found, column, filter, meaningOf(found, column))
}

const meaningOf = (found: Found, column: Columns): Meaning<BookText, BookNumber, BookDate, BookFlag> => ({
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
    return is ? holds : not(holds)
  },
})

/** A genre or tag of the series needs no look at the series' row: the key of the link is in the book's own index. */
function seriesHolds(found: Found, column: Columns, filter: SeriesFilter): Holds {
  if (isTree(filter)) return combine(filter, (part) => seriesHolds(found, column, part))
  if ('facet' in filter) return facetHolds(found, 'series', column('series_id'), filter.facet, filter.test)
  if ('person' in filter) return seriesPersonHolds(found, column('series_id'), filter)
  if ('library' in filter) return among(found, column('library_id'), filter.library)
  if ('id' in filter) return among(found, column('series_id'), filter.id)
  return exists(
    found.kind,
    sql`from series s where s.id = ${column('series_id')} and ${compileSeriesFilter(found, filter, 's')}`,
  )
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

const NUMBER_COLUMNS = {
  pageCount: 'page_count',
  fileSize: 'file_size',
  year: 'year',
  releaseDate: 'release_date',
  number: 'number',
  volume: 'volume',
  chapter: 'chapter',
} as const

function readStatusOf({ kind, userId }: Found, column: Columns, status: ReadStatus): Holds {
  const progress = sql`from progress p where p.user_id = ${userId} and p.book_id = ${column('id')}`
  if (status === 'unread') return not(exists(kind, progress))
  return exists(kind, sql`${progress} and p.done = ${status === 'read' ? 1 : 0}`)
}

function flagHolds({ kind }: Found, column: Columns, flag: Exclude<BookFlag, UserFlag>): Holds {
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
      return exists(kind, sql`from cover cv where cv.book_id = ${id}`)
    case 'hasError':
      return exists(kind, sql`from book_error e where e.book_id = ${id}`)
  }
}
