import type { BookFilter } from '../book/filter.ts'
import type { StoryFacet } from '../facet/story-facets.ts'
import type { SeriesFilter, SeriesNumberField } from '../series/filter.ts'
import { facetKey, foldLetters } from '../text/fold-letters.ts'
import { bytesToUuid } from '../uid.ts'
import type { DateTest, IdTest, NumberTest, TextTest } from './sql-conditions.ts'
import type { Linked, TestCatalogue } from './test-catalogue.fixture.ts'

type SeriesRow = TestCatalogue['series'][number]
type BookRow = TestCatalogue['books'][number]

/** A simple evaluation of filters in memory: the compiled filters are tested against it. */
export function seriesMatchesFilter(all: TestCatalogue, filter: SeriesFilter, one: SeriesRow): boolean {
  const holds = (part: SeriesFilter) => seriesMatchesFilter(all, part, one)
  if ('all' in filter) return filter.all.every(holds)
  if ('any' in filter) return filter.any.some(holds)
  if ('not' in filter) return !holds(filter.not)
  if ('library' in filter) return idIs(all.libraries.find((row) => row.id === one.library_id)!.uid, filter.library)
  if ('id' in filter) return idIs(one.uid, filter.id)
  if ('text' in filter) {
    const { text } = filter
    const value =
      text === 'titleSort'
        ? (one.title_sort ?? one.title)
        : text === 'readingDirection'
          ? one.reading_direction
          : one[text]
    return textIs(value, filter.test)
  }
  if ('number' in filter) {
    return numberIs(numberOfSeries(all, filter.number, one), filter.test)
  }
  if ('date' in filter) {
    const dates = {
      created: one.created_at,
      updated: one.updated_at,
      lastBook: one.last_book_at,
      read: lastRead(all, one),
    }
    return dateIs(dates[filter.date], filter.test)
  }
  if ('facet' in filter)
    return someIs(filter.facet === 'genre' ? one.genres : filter.facet === 'tag' ? one.tags : [], filter.test)
  if ('facetOfBooks' in filter) {
    const { facetOfBooks } = filter
    return someIs(
      booksOf(all, one).flatMap((book) => facetNamesOf(book, facetOfBooks)),
      filter.test,
    )
  }
  if ('person' in filter) {
    const books = filter.credited === 'series' ? [] : booksOf(all, one)
    return personIs([one, ...books], filter.person, filter.roles)
  }
  if ('collection' in filter) return isListed(one.collections, filter.collection)
  if ('readStatus' in filter) return filter.readStatus.includes(readStatusOfSeries(all, one))
  return flagOfSeries(all, filter.flag, filter.is, one)
}

export function bookMatchesFilter(all: TestCatalogue, filter: BookFilter, book: BookRow): boolean {
  const holds = (part: BookFilter) => bookMatchesFilter(all, part, book)
  const series = all.series.find((row) => row.id === book.series_id)!
  if ('all' in filter) return filter.all.every(holds)
  if ('any' in filter) return filter.any.some(holds)
  if ('not' in filter) return !holds(filter.not)
  if ('series' in filter) return seriesMatchesFilter(all, filter.series, series)
  if ('library' in filter) return idIs(all.libraries.find((row) => row.id === book.library_id)!.uid, filter.library)
  if ('seriesId' in filter) return idIs(series.uid, filter.seriesId)
  if ('id' in filter) return idIs(book.uid, filter.id)
  if ('text' in filter) {
    const { text } = filter
    const value =
      text === 'titleSort'
        ? (book.title_sort ?? book.title)
        : text === 'fileName'
          ? book.file_name
          : text === 'bookType'
            ? book.book_type
            : book[text]
    return textIs(value, filter.test)
  }
  if ('number' in filter) {
    const value =
      filter.number === 'userRating' ? ratingOf(all, { book_id: book.id }) : book[BOOK_NUMBERS[filter.number]]
    return numberIs(value, filter.test)
  }
  if ('date' in filter) {
    const dates = { created: book.created_at, updated: book.updated_at, read: progressOf(all, book)?.read_at ?? null }
    return dateIs(dates[filter.date], filter.test)
  }
  if ('facet' in filter) return someIs(facetNamesOf(book, filter.facet), filter.test)
  if ('person' in filter) return personIs([book], filter.person, filter.roles)
  if ('readStatus' in filter) {
    const progress = progressOf(all, book)
    return filter.readStatus.includes(progress ? (progress.done ? 'read' : 'in_progress') : 'unread')
  }
  // The second list belongs to another user.
  if ('readList' in filter)
    return isListed(
      book.readLists.filter((uid) => uid === bytesToUuid(all.readLists[0]!.uid)),
      filter.readList,
    )
  const flags = {
    deleted: book.deleted_at !== null,
    analyzed: book.analyzed === 1,
    hasError: book.errors > 0,
    hasUserRating: ratingOf(all, { book_id: book.id }) !== null,
    wantToRead: all.wanted.some((row) => row.book_id === book.id),
    cover: book.cover_version > 0,
    chosenCover: book.cover_id !== null,
    uploadedCover: false,
    artworkCover: false,
    chosenArtwork: false,
  }
  return flags[filter.flag] === filter.is
}

function facetNamesOf(book: BookRow, facet: 'genre' | 'tag' | StoryFacet): readonly string[] {
  if (facet === 'genre') return book.genres
  if (facet === 'tag') return book.tags
  return facet === 'character' ? book.characters : []
}

function numberOfSeries(all: TestCatalogue, number: SeriesNumberField, one: SeriesRow): number | null {
  if (number === 'userRating') return ratingOf(all, { series_id: one.id })
  if (number !== 'releaseDate') return one[SERIES_NUMBERS[number]]
  const dates = booksOf(all, one).flatMap((book) => book.release_date ?? [])
  return dates.length === 0 ? null : Math.min(...dates)
}

const SERIES_NUMBERS = {
  year: 'year',
  ageRating: 'age_rating',
  bookCount: 'book_count',
  totalBookCount: 'total_book_count',
  pageCount: 'page_count',
  fileSize: 'file_size',
  communityRating: 'community_rating',
} as const
const BOOK_NUMBERS = {
  pageCount: 'page_count',
  fileSize: 'file_size',
  year: 'year',
  releaseDate: 'release_date',
  number: 'number',
  volume: 'volume',
  chapter: 'chapter',
} as const

const idIs = (uid: Uint8Array, test: IdTest) => test.ids.includes(bytesToUuid(uid)) === (test.op === 'in')

function textIs(value: string | null, test: TextTest): boolean {
  if (test.op === 'isNull') return value === null
  if (test.op === 'isNotNull') return value !== null
  if (test.op.startsWith('not ')) return !textIs(value, { op: test.op.slice(4), value: test.value } as TextTest)
  if (value === null) return false
  const [text, asked] = [foldLetters(value), foldLetters(test.value)]
  if (test.op === 'is') return text === asked
  if (test.op === 'contains') return text.includes(asked)
  return test.op === 'beginsWith' ? text.startsWith(asked) : text.endsWith(asked)
}

function someIs(values: readonly string[], test: TextTest): boolean {
  if (test.op === 'isNull') return values.length === 0
  if (test.op === 'isNotNull') return values.length > 0
  if (test.op.startsWith('not ')) return !someIs(values, { op: test.op.slice(4), value: test.value } as TextTest)
  if (test.op === 'is') return values.some((value) => facetKey(value) === facetKey(test.value))
  return values.some((value) => textIs(value, test))
}

function personIs(owners: readonly Linked[], test: TextTest, roles: readonly string[] | undefined): boolean {
  const people = owners.flatMap((owner) => owner.people).filter(({ role }) => !roles || roles.includes(role))
  return someIs(
    people.map(({ name }) => name),
    test,
  )
}

function numberIs(value: number | null, test: NumberTest): boolean {
  if (test.op === 'isNull') return value === null
  if (test.op === 'isNotNull') return value !== null
  if (test.op === 'ne') return value !== test.value
  if (value === null) return false
  switch (test.op) {
    case 'between':
      return value >= test.min && value <= test.max
    case 'eq':
      return value === test.value
    case 'gt':
      return value > test.value
    case 'gte':
      return value >= test.value
    case 'lt':
      return value < test.value
    case 'lte':
      return value <= test.value
  }
}

function dateIs(value: number | null, test: DateTest): boolean {
  if (test.op === 'isNull') return value === null
  if (value === null) return false
  return test.op === 'isNotNull' || (value >= (test.from ?? 0) && value < (test.until ?? Number.POSITIVE_INFINITY))
}

const isListed = (lists: readonly string[], wanted: readonly string[] | 'any') =>
  wanted === 'any' ? lists.length > 0 : lists.some((list) => wanted.includes(list))

const booksOf = (all: TestCatalogue, one: SeriesRow) =>
  all.books.filter((book) => book.series_id === one.id && book.deleted_at === null)
const progressOf = (all: TestCatalogue, book: BookRow) =>
  all.progress.find((row) => row.book_id === book.id && row.user_id === all.viewer.userId)

function ratingOf(all: TestCatalogue, of: { series_id?: number; book_id?: number }): number | null {
  const found = all.ratings.find((row) => (of.series_id ? row.series_id === of.series_id : row.book_id === of.book_id))
  return found?.rating ?? null
}

function lastRead(all: TestCatalogue, one: SeriesRow): number | null {
  const read = booksOf(all, one).flatMap((book) => progressOf(all, book)?.read_at ?? [])
  return read.length === 0 ? null : Math.max(...read)
}

function readStatusOfSeries(all: TestCatalogue, one: SeriesRow): 'unread' | 'in_progress' | 'read' {
  const books = booksOf(all, one)
  const begun = books.map((book) => progressOf(all, book)).filter((row) => row !== undefined)
  if (begun.length === 0) return 'unread'
  return begun.filter((row) => row.done).length === books.length ? 'read' : 'in_progress'
}

function flagOfSeries(all: TestCatalogue, flag: string, is: boolean, one: SeriesRow): boolean {
  if (flag === 'complete') return one.total_book_count !== null && one.book_count >= one.total_book_count === is
  const flags: Record<string, boolean> = {
    oneshot: one.is_oneshot === 1,
    grown: one.files_changed_at > (one.first_seen_at ?? one.created_at),
    hasExternalId: false,
    hasUserRating: ratingOf(all, { series_id: one.id }) !== null,
    wantToRead: all.wanted.some((row) => row.series_id === one.id),
    followed: all.followed.some((row) => row.user_id === all.viewer.userId && row.series_id === one.id),
    hidden: all.hidden.some((row) => row.user_id === all.viewer.userId && row.series_id === one.id),
    hasError: booksOf(all, one).some((book) => book.errors > 0),
    unreadable: booksOf(all, one).length > 0 && booksOf(all, one).every((book) => book.analysis_error !== null),
  }
  return flags[flag] === is
}
