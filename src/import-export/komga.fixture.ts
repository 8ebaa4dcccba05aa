import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { makeForeignDatabase } from '../../test/fixtures/make-foreign-database.ts'

/** bcrypt of "komga password 1", cost 10, as Komga writes it. */
export const KOMGA_PASSWORD = 'komga password 1'

export const komgaKey = 'a'.repeat(31).concat('7')

export interface KomgaBook {
  id: string
  series: string
  /** Below the root, as on disk. */
  path: string
  size: number
  hash?: string
  pages?: number
}

/** The tables that matter, as Komga 1.26 writes them. `isOld`: before 2025, with roles in columns and no locator. */
export function makeKomga(
  books: readonly KomgaBook[],
  {
    passwordHash,
    root = '/data/comics',
    isOld = false,
    more = {},
  }: {
    passwordHash: string
    root?: string
    isOld?: boolean
    more?: Record<string, Record<string, string | number | null | Uint8Array>[]>
  },
) {
  const url = (path: string) =>
    `file:${path
      .split('/')
      .map((part) => encodeURIComponent(part).replaceAll('%26', '&'))
      .join('/')}`
  const series = [...new Set(books.map((book) => book.series))]
  const locator = gzipSync(
    JSON.stringify({
      href: 'OEBPS/c2.xhtml',
      type: 'application/xhtml+xml',
      locations: { progression: 0.5, position: 3, totalProgression: 0.4 },
    }),
  )
  const pageLocator = gzipSync(JSON.stringify({ type: 'image/png', locations: { position: 2 } }))
  const role = (user: string, ...roles: string[]) => roles.map((ROLE) => ({ USER_ID: user, ROLE }))
  const user = (ID: string, EMAIL: string, rest: Record<string, string | number | null>) => ({
    ID,
    EMAIL,
    PASSWORD: passwordHash,
    SHARED_ALL_LIBRARIES: 1,
    AGE_RESTRICTION: null,
    AGE_RESTRICTION_ALLOW_ONLY: null,
    CREATED_DATE: '2021-05-01 10:00:00',
    ...(isOld ? { ROLE_ADMIN: rest.admin ?? 0, ROLE_FILE_DOWNLOAD: 1, ROLE_PAGE_STREAMING: 1 } : {}),
    ...Object.fromEntries(Object.entries(rest).filter(([name]) => name !== 'admin')),
  })
  return makeForeignDatabase(
    {
      flyway_schema_history: [
        { installed_rank: 1, version: '20240101000000' },
        { installed_rank: 2, version: isOld ? '20241201000000' : '20260801000000' },
      ],
      LIBRARY: [{ ID: 'LIB0000000001', NAME: 'Comics', ROOT: `${url(root)}/` }],
      USER: [
        user('USR0000000001', 'boss@example.org', { admin: 1 }),
        user('USR0000000002', 'kid@example.org', {
          SHARED_ALL_LIBRARIES: 0,
          AGE_RESTRICTION: 13,
          AGE_RESTRICTION_ALLOW_ONLY: 1,
        }),
      ],
      ...(isOld
        ? {}
        : {
            USER_ROLE: [
              ...role('USR0000000001', 'ADMIN', 'FILE_DOWNLOAD', 'PAGE_STREAMING', 'KOREADER_SYNC'),
              ...role('USR0000000002', 'PAGE_STREAMING'),
            ],
          }),
      USER_LIBRARY_SHARING: [{ USER_ID: 'USR0000000002', LIBRARY_ID: 'LIB0000000001' }],
      USER_SHARING: [{ USER_ID: 'USR0000000002', LABEL: 'kids', ALLOW: 1 }],
      USER_API_KEY: [
        {
          ID: 'KEY0000000001',
          USER_ID: 'USR0000000001',
          API_KEY: createHash('sha512').update(komgaKey).digest('hex'),
          COMMENT: 'Mihon',
          CREATED_DATE: '2025-02-03 04:05:06.7',
        },
      ],
      SERIES: series.map((name, index) => ({
        ID: `SER000000000${index + 1}`,
        LIBRARY_ID: 'LIB0000000001',
        NAME: name,
        URL: url(`${root}/${name}`),
        CREATED_DATE: '2019-07-01 10:00:00',
      })),
      SERIES_METADATA: series.map((name, index) => ({
        SERIES_ID: `SER000000000${index + 1}`,
        TITLE: index === 0 ? `${name} (edited)` : name,
        TITLE_LOCK: index === 0 ? 1 : 0,
        SUMMARY: index === 0 ? 'By hand.' : '',
        SUMMARY_LOCK: index === 0 ? 1 : 0,
        STATUS: 'ENDED',
        STATUS_LOCK: index === 0 ? 1 : 0,
        GENRES_LOCK: index === 0 ? 1 : 0,
      })),
      SERIES_METADATA_GENRE: [{ SERIES_ID: 'SER0000000001', GENRE: 'noir' }],
      SERIES_METADATA_SHARING: [{ SERIES_ID: 'SER0000000001', LABEL: 'kids' }],
      BOOK: books.map((book, index) => ({
        ID: book.id,
        SERIES_ID: `SER000000000${series.indexOf(book.series) + 1}`,
        LIBRARY_ID: 'LIB0000000001',
        NAME: book.path,
        URL: url(`${root}/${book.path}`),
        FILE_SIZE: book.size,
        FILE_HASH_KOREADER: book.hash ?? '',
        CREATED_DATE: `2020-05-0${9 - index} 10:00:00.25`,
        DELETED_DATE: null,
      })),
      BOOK_METADATA: books.map((book, index) => ({
        BOOK_ID: book.id,
        TITLE: index === 0 ? 'A title by hand' : book.path,
        TITLE_LOCK: index === 0 ? 1 : 0,
        NUMBER: '7',
        NUMBER_LOCK: 0,
        TAGS_LOCK: index === 0 ? 1 : 0,
        RELEASE_DATE: '2015-01-15',
        RELEASE_DATE_LOCK: index === 0 ? 1 : 0,
      })),
      BOOK_METADATA_TAG: [{ BOOK_ID: books[0]!.id, TAG: 'signed' }],
      MEDIA: books.map((book) => ({ BOOK_ID: book.id, PAGE_COUNT: book.pages ?? 4 })),
      READ_PROGRESS: [
        {
          BOOK_ID: books[0]!.id,
          USER_ID: 'USR0000000001',
          PAGE: 4,
          COMPLETED: 1,
          READ_DATE: '2019-03-04 20:15:30.0',
          CREATED_DATE: '2026-11-16 02:00:00',
          LAST_MODIFIED_DATE: '2026-11-16 02:00:00',
          device_name: null,
          locator: null,
        },
        {
          BOOK_ID: books[1]!.id,
          USER_ID: 'USR0000000001',
          PAGE: 2,
          COMPLETED: 0,
          READ_DATE: '2024-03-04 20:15:30.588741857',
          CREATED_DATE: '2024-03-01 00:00:00',
          LAST_MODIFIED_DATE: '2024-03-04 20:15:30',
          device_name: 'Mihon',
          locator: isOld ? null : pageLocator,
        },
        ...(books[2]
          ? [
              {
                BOOK_ID: books[2].id,
                USER_ID: 'USR0000000002',
                PAGE: 5,
                COMPLETED: 0,
                READ_DATE: '2025-01-01 00:00:00',
                CREATED_DATE: '2025-01-01 00:00:00',
                LAST_MODIFIED_DATE: '2025-01-01 00:00:00',
                device_name: 'KMReader',
                locator: isOld ? null : locator,
              },
            ]
          : []),
      ],
      COLLECTION: [{ ID: 'COL0000000001', NAME: 'Best of', ORDERED: 1, CREATED_DATE: '2022-02-03 04:05:06' }],
      COLLECTION_SERIES: series.map((_, index) => ({
        COLLECTION_ID: 'COL0000000001',
        SERIES_ID: `SER000000000${series.length - index}`,
        NUMBER: index,
      })),
      READLIST: [{ ID: 'RDL0000000001', NAME: 'In order', SUMMARY: 'Read me', ORDERED: 1 }],
      READLIST_BOOK: [...books]
        .reverse()
        .map((book, index) => ({ READLIST_ID: 'RDL0000000001', BOOK_ID: book.id, NUMBER: index + 1 })),
      ...more,
    },
    { name: 'database.sqlite', wal: true },
  )
}
