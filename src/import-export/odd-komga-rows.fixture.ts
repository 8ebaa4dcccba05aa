import { gzipSync } from 'node:zlib'
import { broken, files, long, nul, oddDates, paths, type Row, type Tables } from './odd-rows.fixture.ts'

/** One moment in every unit and notation that programs use. */
export const sameMoment = [
  '2021-08-09 10:11:12',
  '2021-08-09T10:11:12.1234567Z',
  '2021-08-09T12:11:12+02:00',
  1_628_503_872,
  '1628503872',
  1_628_503_872_000,
  1_628_503_872_000_000,
  637_641_006_720_000_000,
]
/** Pages as no program should write them. */
export const oddPages = [null, 0, -3, 2.7, 99_999_999_999, 1e300, '4', 'seven', '', broken]
/** Names as people give them, and as they shouldn't be. */
export const oddNames = [
  null,
  '',
  '   ',
  '🌊',
  'Ｋｅｌｐ',
  nul,
  'x'.repeat(600),
  '../../etc',
  "Robert'); drop table",
  broken,
]

const id = (kind: string, n: number) => `${kind}${String(n).padStart(13 - kind.length, '0')}`
const gzipped = (value: unknown) => gzipSync(JSON.stringify(value))
const uploaded = { TYPE: 'USER_UPLOADED', SELECTED: 1 }

/** Komga's tables, with everything that an unlucky update, a sync client or a hand in the database leaves behind. */
export const oddKomga = (isNew: boolean): Tables => {
  const user = (n: number, EMAIL: Row[string], more: Row = {}): Row => ({
    ID: id('USR', n),
    EMAIL,
    PASSWORD: '$2a$10$abcdefghijklmnopqrstuv',
    SHARED_ALL_LIBRARIES: 1,
    AGE_RESTRICTION: null,
    AGE_RESTRICTION_ALLOW_ONLY: null,
    ...(!isNew && { ROLE_ADMIN: 0, ROLE_FILE_DOWNLOAD: 1, ROLE_PAGE_STREAMING: 'yes' }),
    ...more,
  })
  const book = (n: number, URL: Row[string], more: Row = {}): Row => ({
    ID: id('BOK', n),
    SERIES_ID: id('SER', n === 4 ? 2 : 1),
    LIBRARY_ID: id('LIB', 1),
    NAME: `Book ${n}`,
    URL,
    FILE_SIZE: files[paths[n - 1] ?? '']?.length ?? null,
    FILE_HASH: '',
    DELETED_DATE: null,
    ...(isNew && { FILE_HASH_KOREADER: '', ONESHOT: 0 }),
    ...more,
  })
  const read = (book: number, user: number, more: Row = {}): Row => ({
    BOOK_ID: id('BOK', book),
    USER_ID: id('USR', user),
    PAGE: 2,
    COMPLETED: 0,
    READ_DATE: '2021-08-09 10:11:12',
    CREATED_DATE: null,
    LAST_MODIFIED_DATE: null,
    ...(isNew && { device_name: '🌊', locator: null }),
    ...more,
  })
  const url = (path: string) => `file:/tide/${path.replaceAll(' ', '%20')}`
  return {
    flyway_schema_history: [{ installed_rank: 1, version: isNew ? '20260801' : '20210101', success: 1 }],
    LIBRARY: [
      { ID: id('LIB', 1), NAME: '🌊', ROOT: 'file:/tide/' },
      // A second one over the same folder, one inside it, and one that lost its folder.
      { ID: id('LIB', 2), NAME: '', ROOT: 'file:/tide' },
      { ID: id('LIB', 3), NAME: nul, ROOT: 'file:/tide/Kelp/' },
      { ID: id('LIB', 4), NAME: null, ROOT: null },
    ],
    USER: [
      user(1, 'marit@tide.example'),
      user(2, 'MARIT@Tide.Example', { PASSWORD: null }),
      user(3, 'kari🌊@tide.example', { AGE_RESTRICTION: -5, AGE_RESTRICTION_ALLOW_ONLY: 1 }),
      user(4, 'no address', { AGE_RESTRICTION: 99_999, SHARED_ALL_LIBRARIES: null }),
      user(5, null),
      user(6, ''),
      user(7, `${'x'.repeat(400)}@tide.example`),
      user(8, nul),
      { ...user(9, 'nobody@tide.example'), ID: null },
      user(10, 'limited@tide.example'),
    ],
    ...(isNew && {
      USER_ROLE: [
        { USER_ID: id('USR', 1), ROLE: 'ADMIN' },
        { USER_ID: id('USR', 1), ROLE: 'ADMIN' },
        { USER_ID: id('USR', 3), ROLE: null },
        { USER_ID: id('USR', 3), ROLE: 'ASTRONAUT' },
        { USER_ID: id('USR', 99), ROLE: 'ADMIN' },
      ],
      USER_SHARING: [
        ...oddNames.map((LABEL) => ({ USER_ID: id('USR', 3), LABEL, ALLOW: 'maybe' })),
        { USER_ID: id('USR', 10), LABEL: null, ALLOW: 1 },
        { USER_ID: id('USR', 10), LABEL: ' ', ALLOW: 0 },
      ],
      USER_API_KEY: [
        { ID: 'k1', USER_ID: id('USR', 1), API_KEY: 'ab'.repeat(64), COMMENT: '🌊'.repeat(150) },
        { ID: 'k2', USER_ID: id('USR', 1), API_KEY: 'short', COMMENT: null },
        { ID: 'k3', USER_ID: id('USR', 99), API_KEY: 'cd'.repeat(64), COMMENT: nul },
        { ID: null, USER_ID: id('USR', 1), API_KEY: null, COMMENT: '' },
      ],
    }),
    USER_LIBRARY_SHARING: [{ USER_ID: id('USR', 4), LIBRARY_ID: id('LIB', 99) }],
    SERIES: [
      { ID: id('SER', 1), LIBRARY_ID: id('LIB', 1), NAME: 'Kelp', URL: 'file:/tide/Kelp/' },
      { ID: id('SER', 2), LIBRARY_ID: id('LIB', 2), NAME: null, URL: 'file:/tide/Wrack' },
      { ID: id('SER', 3), LIBRARY_ID: id('LIB', 99), NAME: long, URL: null },
      { ID: null, LIBRARY_ID: null, NAME: nul, URL: '%%%' },
    ],
    SERIES_METADATA: [
      {
        ...{ SERIES_ID: id('SER', 1), TITLE: '🌊', TITLE_SORT: '', SUMMARY: long, STATUS: null, PUBLISHER: nul },
        ...{ READING_DIRECTION: 'SIDEWAYS', AGE_RATING: -7, LANGUAGE: '🌊', TOTAL_BOOK_COUNT: -3 },
        ...{ TITLE_LOCK: 1, TITLE_SORT_LOCK: 1, SUMMARY_LOCK: 1, STATUS_LOCK: 1, PUBLISHER_LOCK: 1 },
        ...{ READING_DIRECTION_LOCK: 1, AGE_RATING_LOCK: 1, LANGUAGE_LOCK: 1, TOTAL_BOOK_COUNT_LOCK: 'true' },
        ...{ GENRES_LOCK: 1, TAGS_LOCK: 1, LINKS_LOCK: 1, ALTERNATE_TITLES_LOCK: 1 },
      },
      { SERIES_ID: id('SER', 2), TITLE: '', TITLE_LOCK: 1, AGE_RATING: 99_999_999_999, AGE_RATING_LOCK: 1 },
      { SERIES_ID: id('SER', 77), TITLE: 'gone', TITLE_LOCK: 1 },
    ],
    SERIES_METADATA_GENRE: oddNames.map((GENRE) => ({ SERIES_ID: id('SER', 1), GENRE })),
    SERIES_METADATA_TAG: oddNames.map((TAG) => ({ SERIES_ID: id('SER', 1), TAG })),
    ...(isNew && {
      SERIES_METADATA_SHARING: oddNames.map((LABEL) => ({ SERIES_ID: id('SER', 1), LABEL })),
      SERIES_METADATA_LINK: oddNames.map((name) => ({ SERIES_ID: id('SER', 1), LABEL: name, URL: name })),
      SERIES_METADATA_ALTERNATE_TITLE: oddNames.map((name) => ({ SERIES_ID: id('SER', 1), LABEL: name, TITLE: name })),
    }),
    BOOK: [
      ...paths.map((path, index) => book(index + 1, url(path))),
      // The same file in the library over the same folder, a deleted row of it, and rows that lead nowhere.
      book(5, url(paths[0]!), { LIBRARY_ID: id('LIB', 2) }),
      book(6, url(paths[1]!), { DELETED_DATE: 'yesterday' }),
      book(7, url('Kelp/gone.cbz'), { FILE_SIZE: -1 }),
      book(8, null),
      book(9, 'file:/tide/%E0%A4%A', { LIBRARY_ID: null, FILE_SIZE: 'big' }),
      book(10, 'file:/tide/../../etc/passwd', { LIBRARY_ID: id('LIB', 99) }),
    ],
    BOOK_METADATA: [
      {
        ...{ BOOK_ID: id('BOK', 1), TITLE: '', NUMBER: '½🌊', NUMBER_SORT: 1e300, SUMMARY: nul },
        ...{ RELEASE_DATE: '0000-13-45', ISBN: 'none', TITLE_LOCK: 1, NUMBER_LOCK: 1, NUMBER_SORT_LOCK: 1 },
        ...{ SUMMARY_LOCK: 1, RELEASE_DATE_LOCK: 1, ISBN_LOCK: 1, AUTHORS_LOCK: 1, TAGS_LOCK: 1, LINKS_LOCK: 1 },
      },
      { BOOK_ID: id('BOK', 2), TITLE: long, TITLE_LOCK: 1, NUMBER: null, NUMBER_SORT: broken, NUMBER_LOCK: 1 },
    ],
    BOOK_METADATA_AUTHOR: oddNames.map((NAME) => ({ BOOK_ID: id('BOK', 1), NAME, ROLE: NAME })),
    MEDIA: oddPages.map((PAGE_COUNT, index) => ({ BOOK_ID: id('BOK', index + 1), PAGE_COUNT, STATUS: 'ERROR' })),
    READ_PROGRESS: [
      ...oddPages.map((PAGE) => read(1, 1, { PAGE })),
      ...oddDates.map((READ_DATE) => read(2, 3, { READ_DATE })),
      ...sameMoment.map((READ_DATE) => read(3, 3, { READ_DATE, COMPLETED: 1 })),
      ...[null, 'true', 2, -1, broken].map((COMPLETED, index) => read(index + 4, 4, { COMPLETED })),
      read(6, 1, { PAGE: 5, READ_DATE: '2024-01-01 00:00:00' }),
      read(77, 1),
      read(1, 77),
      { ...read(1, 1), BOOK_ID: null },
      { ...read(1, 1), USER_ID: null },
      ...(isNew
        ? [
            read(4, 1, { locator: gzipped({ href: 7, locations: 'x' }) }),
            read(4, 3, { locator: gzipped({ href: '🌊', locations: { totalProgression: 'half', fragments: 5 } }) }),
            read(4, 2, { locator: gzipped('x'.repeat(3_000_000)) }),
            read(5, 2, { locator: broken }),
            read(6, 2, { locator: 'text' }),
          ]
        : []),
    ],
    COLLECTION: oddNames.map((NAME, index) => ({ ID: id('COL', index), NAME, ORDERED: index % 2 ? null : 1 })),
    COLLECTION_SERIES: [
      { COLLECTION_ID: id('COL', 3), SERIES_ID: id('SER', 2), NUMBER: 4 },
      { COLLECTION_ID: id('COL', 3), SERIES_ID: id('SER', 1), NUMBER: -2 },
      { COLLECTION_ID: id('COL', 3), SERIES_ID: id('SER', 1), NUMBER: null },
      { COLLECTION_ID: id('COL', 3), SERIES_ID: id('SER', 77), NUMBER: 5 },
      { COLLECTION_ID: id('COL', 77), SERIES_ID: id('SER', 1), NUMBER: 0 },
      { COLLECTION_ID: id('COL', 4), SERIES_ID: null, NUMBER: 0 },
    ],
    READLIST: oddNames.map((NAME, index) => ({ ID: id('RDL', index), NAME, SUMMARY: long, ORDERED: 'true' })),
    READLIST_BOOK: [
      { READLIST_ID: id('RDL', 3), BOOK_ID: id('BOK', 4), NUMBER: 1e12 },
      { READLIST_ID: id('RDL', 3), BOOK_ID: id('BOK', 3), NUMBER: 5 },
      { READLIST_ID: id('RDL', 3), BOOK_ID: id('BOK', 2), NUMBER: 0 },
      { READLIST_ID: id('RDL', 3), BOOK_ID: id('BOK', 1), NUMBER: null },
      { READLIST_ID: id('RDL', 3), BOOK_ID: id('BOK', 5), NUMBER: 6 },
      { READLIST_ID: id('RDL', 3), BOOK_ID: id('BOK', 7), NUMBER: 7 },
      { READLIST_ID: id('RDL', 77), BOOK_ID: id('BOK', 1), NUMBER: 0 },
    ],
    THUMBNAIL_BOOK: [
      { ID: 't1', BOOK_ID: id('BOK', 1), THUMBNAIL: broken, ...uploaded },
      { ID: 't2', BOOK_ID: id('BOK', 2), THUMBNAIL: null, ...uploaded },
      { ID: 't3', BOOK_ID: id('BOK', 3), THUMBNAIL: 'text', ...uploaded, SELECTED: '1' },
      { ID: 't4', BOOK_ID: id('BOK', 77), THUMBNAIL: broken, ...uploaded },
      { ID: 't5', BOOK_ID: null, THUMBNAIL: broken, ...uploaded },
      { ID: 't6', BOOK_ID: id('BOK', 1), THUMBNAIL: null, TYPE: 'SIDECAR', SELECTED: 0 },
      { ID: 't7', BOOK_ID: id('BOK', 1), THUMBNAIL: null, TYPE: null, SELECTED: null },
    ],
    FUTURE_TABLE: [{ ID: 1, MOOD: 'calm' }],
  }
}

/** Table → the name under which the report counts its rows. */
export const komgaAccounts: Record<string, string> = {
  BOOK: 'book',
  SERIES: 'series',
  USER: 'user',
  READ_PROGRESS: 'progress',
  COLLECTION: 'collection',
  COLLECTION_SERIES: 'collection member',
  READLIST: 'readList',
  READLIST_BOOK: 'readList member',
  THUMBNAIL_BOOK: 'cover',
  USER_API_KEY: 'key',
}
