import fc from 'fast-check'
import type { BookFilter } from '../book/filter.ts'
import type { SeriesFilter } from '../series/filter.ts'
import { bytesToUuid } from '../uid.ts'
import type { DateTest, IdTest, NumberTest, TextTest } from './sql-conditions.ts'
import { CHARACTERS, DAY, GENRES, PEOPLE, TAGS, type TestCatalogue } from './test-catalogue.fixture.ts'

const texts = fc.constantFrom(
  ...[
    '',
    'bone',
    'BONE 2',
    'é',
    'emigre',
    'The',
    '%',
    '_',
    '*?',
    'ｖｏｌ',
    '巨人',
    'drama',
    'ACTION',
    'sci-fi',
    'farbung',
    'dragon.',
  ],
  ...[
    'dargaud',
    'KODANSHA',
    'en',
    'ongoing',
    'moebius',
    'elodie durand',
    'a',
    'Zz',
    '100%',
    'cbz',
    'manga',
    'lodz',
    'łódź',
    '.cbz',
  ],
)
const textTests: fc.Arbitrary<TextTest> = fc.oneof(
  fc.record({
    op: fc.constantFrom(
      ...([
        'is',
        'contains',
        'beginsWith',
        'endsWith',
        'not is',
        'not contains',
        'not beginsWith',
        'not endsWith',
      ] as const),
    ),
    value: texts,
  }),
  fc.record({ op: fc.constantFrom('isNull' as const, 'isNotNull' as const) }),
)
const numbers = fc.constantFrom(0, 1, 2, 2.5, 3, 6, 10, 12, 20, 30, 1999, 2001, 2000, 3.5, 8.25, 20_010_101)
const numberTests: fc.Arbitrary<NumberTest> = fc.oneof(
  fc.record({ op: fc.constantFrom(...(['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] as const)), value: numbers }),
  fc.record({ op: fc.constant('between' as const), min: numbers, max: numbers }),
  fc.record({ op: fc.constantFrom('isNull' as const, 'isNotNull' as const) }),
)
const times = fc
  .tuple(fc.constantFrom(1_700_000_000_000, 1_710_000_000_000, 1_720_000_000_000), fc.integer({ min: -1, max: 5 }))
  .map(([base, days]) => base + days * DAY)
const dateTests: fc.Arbitrary<DateTest> = fc.oneof(
  fc.record({ op: fc.constant('within' as const), from: times, until: times }, { requiredKeys: ['op'] }),
  fc.record({ op: fc.constantFrom('isNull' as const, 'isNotNull' as const) }),
)
const idTests = (rows: readonly { uid: Uint8Array }[]): fc.Arbitrary<IdTest> =>
  fc.record({
    op: fc.constantFrom('in' as const, 'notIn' as const),
    ids: fc.subarray([...rows.slice(0, 4).map((row) => bytesToUuid(row.uid)), '00000000-0000-7000-8000-000000000000']),
  })
const roles = fc.option(fc.subarray(['writer', 'penciller'], { minLength: 1 }), { nil: undefined })
const names = fc.constantFrom(...GENRES, ...TAGS, ...PEOPLE, ...CHARACTERS)
const nameTests = fc.oneof(
  textTests,
  fc.record({ op: fc.constantFrom('is' as const, 'not is' as const), value: names }),
)
const statuses = fc.subarray(['unread', 'in_progress', 'read'] as const)
const lists = (rows: readonly { uid: Uint8Array }[]) =>
  fc.oneof(fc.constant('any' as const), fc.subarray(rows.map((row) => bytesToUuid(row.uid))))

function nested<F>(leaf: fc.Arbitrary<F>): fc.Arbitrary<F> {
  const combine = (inner: fc.Arbitrary<F>) =>
    fc.oneof(
      inner,
      fc.array(inner, { maxLength: 3 }).map((all) => ({ all }) as F),
      fc.array(inner, { maxLength: 3 }).map((any) => ({ any }) as F),
      inner.map((not) => ({ not }) as F),
    )
  return combine(combine(leaf))
}

export function arbitrarySeriesFilter(all: TestCatalogue): fc.Arbitrary<SeriesFilter> {
  const leaf: fc.Arbitrary<SeriesFilter> = fc.oneof(
    fc.record({ library: idTests(all.libraries) }),
    fc.record({ id: idTests(all.series) }),
    fc.record({
      text: fc.constantFrom(
        ...([
          'title',
          'titleSort',
          'summary',
          'publisher',
          'imprint',
          'status',
          'language',
          'readingDirection',
          'path',
        ] as const),
      ),
      test: textTests,
    }),
    fc.record({
      number: fc.constantFrom(
        ...([
          'year',
          'ageRating',
          'bookCount',
          'totalBookCount',
          'pageCount',
          'fileSize',
          'communityRating',
          'userRating',
          'releaseDate',
        ] as const),
      ),
      test: numberTests,
    }),
    fc.record({ date: fc.constantFrom(...(['created', 'updated', 'lastBook', 'read'] as const)), test: dateTests }),
    fc.record({ facet: fc.constantFrom('genre' as const, 'tag' as const), test: nameTests }),
    fc.record({ facetOfBooks: fc.constantFrom('tag' as const, 'character' as const), test: nameTests }),
    fc.record({ person: nameTests, roles, credited: fc.constantFrom('series' as const, 'anywhere' as const) }),
    fc.record({ readStatus: statuses }),
    fc.record({
      flag: fc.constantFrom(
        ...([
          'complete',
          'oneshot',
          'hasExternalId',
          'hasUserRating',
          'wantToRead',
          'followed',
          'hidden',
          'hasError',
          'grown',
          'unreadable',
        ] as const),
      ),
      is: fc.boolean(),
    }),
    fc.record({ collection: lists(all.collections) }),
  )
  return nested(leaf)
}

/** Filters of every kind, a few levels deep, with values that the catalogue contains and some that it doesn't. */
export function arbitraryBookFilter(all: TestCatalogue): fc.Arbitrary<BookFilter> {
  const leaf: fc.Arbitrary<BookFilter> = fc.oneof(
    arbitrarySeriesFilter(all).map((series) => ({ series })),
    fc.record({ library: idTests(all.libraries) }),
    fc.record({ seriesId: idTests(all.series) }),
    fc.record({ id: idTests(all.books) }),
    fc.record({
      text: fc.constantFrom(
        ...(['title', 'titleSort', 'summary', 'path', 'fileName', 'format', 'bookType', 'language'] as const),
      ),
      test: textTests,
    }),
    fc.record({
      number: fc.constantFrom(
        ...(['pageCount', 'fileSize', 'year', 'releaseDate', 'number', 'volume', 'userRating'] as const),
      ),
      test: numberTests,
    }),
    fc.record({ date: fc.constantFrom(...(['created', 'updated', 'read'] as const)), test: dateTests }),
    fc.record({ facet: fc.constantFrom('genre' as const, 'tag' as const, 'character' as const), test: nameTests }),
    fc.record({ person: nameTests, roles }),
    fc.record({ readStatus: statuses }),
    fc.record({
      flag: fc.constantFrom(
        ...([
          'deleted',
          'analyzed',
          'hasError',
          'hasUserRating',
          'wantToRead',
          'cover',
          'chosenCover',
          'uploadedCover',
          'artworkCover',
          'chosenArtwork',
        ] as const),
      ),
      is: fc.boolean(),
    }),
    fc.record({ readList: lists(all.readLists) }),
  )
  return nested(leaf)
}
