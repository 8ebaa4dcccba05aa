import { makeComic } from '../../test/fixtures/make-comic.ts'
import type { makeForeignDatabase } from '../../test/fixtures/make-foreign-database.ts'

export type Tables = Parameters<typeof makeForeignDatabase>[0]
export type Row = Tables[string][number]

export const paths = ['Kelp/Kelp 01.cbz', 'Kelp/Kelp 02.cbz', 'Kelp/Kelp 03.cbz', 'Wrack/Wrack 7.cbz']
export const files = Object.fromEntries(paths.map((path, index) => [path, makeComic(6 + index)]))
const sizeOf = (path: string) => files[path]!.length
/** "Never", before 1970, far in the future, and invalid dates. */
export const oddDates = [
  null,
  '0001-01-01 00:00:00',
  '1969-07-20 20:17:40',
  '2931-05-05 05:05:05',
  'yesterday',
  '',
  -5,
  1e18,
]
export const long = 'Seaweed. '.repeat(12_000)
export const nul = 'Sea\u0000weed'
export const broken = Buffer.from([0x53, 0x65, 0xff, 0xfe, 0x61])

/** As in databases that were used for years: orphans, duplicates, unexpected dates and texts. */
export const kavita = (isNew: boolean): Tables => {
  const [created, changed] = isNew ? ['CreatedUtc', 'LastModifiedUtc'] : ['Created', 'LastModified']
  const read = (row: Row, at: Row[string] = '2021-08-09 10:11:12.1234567'): Row => ({
    AppUserId: 1,
    ChapterId: 30,
    PagesRead: 2,
    ...(isNew && { TotalReads: 0 }),
    ...row,
    [created]: at,
    [changed]: at,
  })
  return {
    __EFMigrationsHistory: [{ MigrationId: isNew ? '20260501000000_Y' : '20230301000000_X', ProductVersion: '8' }],
    Library: [{ Id: 4, Name: nul, Type: 1 }],
    FolderPath: [
      { Id: 1, Path: '/tide/', LibraryId: 4 },
      { Id: 2, Path: '/nowhere', LibraryId: 99 },
    ],
    AspNetUsers: [
      { Id: 1, UserName: 'marit', Email: 'Marit@Tide.example', PasswordHash: 'AQAAAAEAACcQAA==' },
      { Id: 2, UserName: 'marit2', Email: 'marit@tide.EXAMPLE', PasswordHash: 'AQAAAAEAACcQAA==' },
      { Id: 3, UserName: `o${nul}`, Email: '', PasswordHash: '' },
    ],
    Series: [
      { Id: 10, LibraryId: 4, Name: 'Kelp', FolderPath: '/tide/Kelp' },
      { Id: 11, LibraryId: 4, Name: 'Wrack', FolderPath: '/tide/Wrack' },
      { Id: 12, LibraryId: 99, Name: long, FolderPath: null },
    ],
    SeriesMetadata: [{ Id: 100, SeriesId: 10, Summary: `<p>${long}</p>`, SummaryLocked: 1 }],
    Volume: [
      { Id: 20, SeriesId: 10 },
      { Id: 21, SeriesId: 11 },
      { Id: 22, SeriesId: 404 },
    ],
    Chapter: [30, 31, 32, 33, 34].map((Id) => ({ Id, VolumeId: Id === 33 ? 21 : Id === 34 ? 22 : 20, Pages: Id - 24 })),
    MangaFile: [
      ...paths.map((path, index) => ({
        Id: 40 + index,
        ChapterId: 30 + index,
        FilePath: `/tide/${path}`,
        Bytes: sizeOf(path),
        Pages: 6 + index,
        Format: 1,
      })),
      // A duplicate of the same file, after series were merged.
      { Id: 50, ChapterId: 34, FilePath: `/tide/${paths[0]}`, Bytes: sizeOf(paths[0]!), Pages: 6, Format: 1 },
      { Id: 51, ChapterId: 777, FilePath: '/tide/Kelp/gone.cbz', Bytes: 3, Pages: 6, Format: 1 },
    ],
    AppUserProgresses: [
      read({}),
      read({ PagesRead: 4 }, '2022-08-09 10:11:12'),
      read({ ChapterId: 34, PagesRead: 5 }, '2020-01-01 00:00:00'),
      read({ ChapterId: 31, PagesRead: 4000 }),
      read({ ChapterId: 32, PagesRead: -3 }),
      ...(isNew ? [read({ AppUserId: 2, ChapterId: 32, PagesRead: 0, TotalReads: 2 })] : []),
      read({ ChapterId: 555 }),
      read({ AppUserId: 88 }),
      ...oddDates.map((date) => read({ AppUserId: 2, ChapterId: 33 }, date)),
    ],
    AppUserRating: [
      { AppUserId: 1, SeriesId: 10, Rating: 4.5, HasBeenRated: 1, Review: `<b>${long}</b>` },
      { AppUserId: 1, SeriesId: 10, Rating: 2, HasBeenRated: 1, Review: null },
      { AppUserId: 1, SeriesId: 12, Rating: 7, HasBeenRated: 1, Review: null },
      { AppUserId: 2, SeriesId: 11, Rating: 9, HasBeenRated: 1, Review: null },
    ],
    AppUserBookmark: [
      { AppUserId: 1, ChapterId: 30, Page: 2, CreatedUtc: null },
      { AppUserId: 1, ChapterId: 30, Page: 2, CreatedUtc: '1969-01-01 00:00:00' },
      { AppUserId: 1, ChapterId: 31, Page: 9999, CreatedUtc: '2931-01-01 00:00:00' },
      { AppUserId: 1, ChapterId: 32, Page: -7, CreatedUtc: '' },
    ],
    AppUserTableOfContent: [
      { AppUserId: 1, ChapterId: 30, PageNumber: 1, Title: long, SelectedText: null, CreatedUtc: null },
      { AppUserId: 1, ChapterId: 31, PageNumber: 1, Title: nul, SelectedText: null, CreatedUtc: null },
    ],
    ReadingList: [
      { Id: 1, AppUserId: 1, Title: 'Spring tide', Summary: long, Promoted: 0 },
      { Id: 2, AppUserId: 1, Title: 'spring TIDE', Summary: null, Promoted: 0 },
      { Id: 3, AppUserId: 77, Title: nul, Summary: null, Promoted: 0 },
    ],
    ReadingListItem: [
      { ReadingListId: 1, ChapterId: 31, Order: 8 },
      { ReadingListId: 1, ChapterId: 30, Order: -2 },
      { ReadingListId: 1, ChapterId: 30, Order: 8 },
      { ReadingListId: 1, ChapterId: 33, Order: null },
      { ReadingListId: 1, ChapterId: 555, Order: 9 },
      { ReadingListId: 2, ChapterId: 33, Order: 0 },
      { ReadingListId: 9, ChapterId: 33, Order: 0 },
    ],
    ...(isNew
      ? {
          AppUserCollection: [{ Id: 7, AppUserId: 2, Title: 'Shore', Promoted: 1, Summary: null }],
          AppUserCollectionSeries: [
            { CollectionsId: 7, ItemsId: 11 },
            { CollectionsId: 7, ItemsId: 11 },
            { CollectionsId: 7, ItemsId: 404 },
          ],
          AppUserWantToRead: [
            { AppUserId: 1, SeriesId: 10, CreatedUtc: null },
            { AppUserId: 1, SeriesId: 10, CreatedUtc: null },
            { AppUserId: 1, SeriesId: 404, CreatedUtc: null },
          ],
        }
      : {
          CollectionTag: [{ Id: 7, Title: 'Shore', Summary: null }],
          CollectionTagSeriesMetadata: [
            { CollectionTagsId: 7, SeriesMetadatasId: 100 },
            { CollectionTagsId: 7, SeriesMetadatasId: 100 },
          ],
        }),
  }
}

export const codex = (isNew: boolean): Tables => {
  const id = (n: number) => (isNew ? Buffer.alloc(16, n) : `id-${n}`)
  const progress = (row: Row): Row => ({
    user_id: id(1),
    book_id: id(30),
    current_page: 2,
    completed: 0,
    updated_at: '2026-03-04T05:06:07.600858136+00:00',
    completed_at: null,
    ...row,
  })
  return {
    seaql_migrations: [{ version: isNew ? 'm20260801_000108' : 'm20260101_000050' }],
    libraries: [{ id: id(4), name: 'Tide', path: '/tide' }],
    users: [
      { id: id(1), username: 'Marit', email: 'Marit@Tide.example', password_hash: '', role: 'admin', is_active: 1 },
      { id: id(2), username: 'marit', email: 'other@tide.example', password_hash: null, role: 'reader', is_active: 1 },
      {
        id: id(3),
        username: 'kari',
        email: 'MARIT@tide.example',
        password_hash: null,
        role: 'pirate',
        is_active: null,
      },
    ],
    series: [
      { id: id(10), library_id: id(4), name: 'Kelp', path: 'Kelp' },
      { id: id(11), library_id: id(4), name: 'Wrack', path: 'Wrack' },
    ],
    books: [
      ...paths.map((path, index) => ({
        id: id(30 + index),
        series_id: id(path.startsWith('Kelp') ? 10 : 11),
        library_id: id(4),
        path: `/tide/${path}`,
        file_size: sizeOf(path),
        page_count: 6 + index,
        file_hash: '',
        deleted: 0,
      })),
      {
        id: id(50),
        series_id: id(10),
        library_id: id(4),
        path: `/tide/${paths[0]}`,
        file_size: sizeOf(paths[0]!),
        page_count: 6,
        deleted: 1,
      },
    ],
    read_progress: [
      progress({}),
      progress({ current_page: 5 }),
      progress({ book_id: id(50), current_page: 3, updated_at: '2026-04-04T05:06:07Z' }),
      progress({ book_id: id(31), current_page: 99, completed: 1 }),
      progress({ book_id: id(32), current_page: -1, completed: null }),
      progress({ book_id: id(99) }),
      progress({ user_id: id(98) }),
      ...oddDates.map((date) => progress({ user_id: id(3), book_id: id(33), updated_at: date })),
    ],
    user_series_ratings: [
      { user_id: id(1), series_id: id(10), rating: 80, notes: long, updated_at: null },
      { user_id: id(1), series_id: id(10), rating: 70, notes: nul, updated_at: 1_750_000_000_000 },
      { user_id: id(1), series_id: id(11), rating: 0, notes: null, updated_at: null },
      { user_id: id(3), series_id: id(11), rating: 101, notes: null, updated_at: null },
    ],
    read_lists: [
      { id: id(60), name: 'Neap', ordered: 1, summary: long },
      { id: id(61), name: 'neap', ordered: 0, summary: null },
      { id: id(62), name: '\u0000', ordered: 0, summary: null },
    ],
    read_list_books: [
      { read_list_id: id(60), book_id: id(33), position: 5 },
      { read_list_id: id(62), book_id: id(33), position: 1 },
      { read_list_id: id(60), book_id: id(30), position: 5 },
      { read_list_id: id(60), book_id: id(50), position: 6 },
      { read_list_id: id(60), book_id: id(30), position: 90 },
      { read_list_id: id(61), book_id: id(99), position: 0 },
      { read_list_id: id(99), book_id: id(30), position: 0 },
    ],
    ...(isNew && {
      read_completions: [
        { user_id: id(1), book_id: id(30), completed_at: '2024-01-01T00:00:00Z' },
        { user_id: id(1), book_id: id(30), completed_at: '2024-01-01T00:00:00.000Z' },
        { user_id: id(1), book_id: id(30), completed_at: null },
        { user_id: id(1), book_id: id(30), completed_at: '2931-01-01T00:00:00Z' },
      ],
      reading_sessions: [
        ...oddDates.map((date) => ({
          user_id: id(1),
          book_id: id(31),
          kind: 'progress',
          to_page: 3,
          client_ended_at: date,
        })),
        { user_id: id(1), book_id: id(31), kind: 'reset', to_page: null, client_ended_at: null },
      ],
      want_to_read: [
        { user_id: id(1), series_id: id(10), book_id: null, added_at: null, position: 3 },
        { user_id: id(1), series_id: null, book_id: id(30), added_at: 'never', position: 3 },
        { user_id: id(1), series_id: null, book_id: id(50), added_at: 'never', position: null },
      ],
    }),
  }
}

export const stump = (isNew: boolean): Tables => {
  const day = (row: Row): Row =>
    isNew
      ? {
          media_id: 'm30',
          user_id: 'u1',
          start_page: 1,
          end_page: 3,
          status: 'reading',
          created_at: '2025-01-01T00:00:00Z',
          updated_at: '2025-01-01T01:00:00Z',
          ...row,
        }
      : {
          media_id: 'm30',
          user_id: 'u1',
          page: 3,
          started_at: 1_700_000_000_000,
          updated_at: 1_700_000_100_000,
          ...row,
        }
  const page = (n: number): Row => (isNew ? { end_page: n } : { page: n })
  return {
    ...(isNew ? { seaql_migrations: [{ version: 'm20260101_000001' }] } : { _prisma_migrations: [{ id: '1' }] }),
    libraries: [{ id: 'l', name: 'Tide', path: '/tide' }],
    users: [
      { id: 'u1', username: 'Marit', hashed_password: '$2b$12$abc', is_server_owner: 0, deleted_at: null },
      { id: 'u2', username: 'MARIT', hashed_password: '$2b$12$abc', is_server_owner: 0, deleted_at: null },
      { id: 'u3', username: 'kari', hashed_password: null, is_server_owner: 1, deleted_at: null },
    ],
    series: [
      { id: 's10', library_id: 'l', name: 'Kelp', path: '/tide/Kelp' },
      { id: 's11', library_id: 'l', name: broken, path: '/tide/Wrack' },
    ],
    media: paths.map((path, index) => ({
      id: `m${30 + index}`,
      series_id: path.startsWith('Kelp') ? 's10' : 's11',
      path: `/tide/${path}`,
      size: sizeOf(path),
      pages: 6 + index,
      deleted_at: index === 2 ? 1_700_000_000_000 : null,
    })),
    reading_sessions: [
      day({}),
      day(isNew ? { created_at: '2025-01-02T00:00:00Z', updated_at: '2025-01-02T01:00:00Z' } : {}),
      day({ media_id: 'm31', ...page(4000) }),
      day({ media_id: 'm32', ...page(-4) }),
      day({ media_id: 'gone' }),
      day({ user_id: 'gone' }),
      ...oddDates.map((date) => day({ user_id: 'u3', media_id: 'm33', updated_at: date })),
    ],
    finished_reading_sessions: [
      { id: 'f1', media_id: 'm31', user_id: 'u3', started_at: null, completed_at: null },
      { id: 'f2', media_id: 'm31', user_id: 'u3', started_at: null, completed_at: 1_600_000_000_000 },
      { id: 'f3', media_id: 'm31', user_id: 'u3', started_at: null, completed_at: '2020-09-13T12:26:40Z' },
      { id: 'f4', media_id: 'gone', user_id: 'u3', started_at: null, completed_at: 1 },
    ],
    reviews: [
      { id: 'v1', media_id: 'm30', user_id: 'u1', rating: 4, content: long },
      { id: 'v2', media_id: 'm30', user_id: 'u1', rating: 4, content: nul },
      { id: 'v3', media_id: 'm31', user_id: 'u1', rating: null, content: 'only words' },
      { id: 'v4', media_id: 'm32', user_id: 'u1', rating: -1, content: null },
    ],
    bookmarks: [
      { id: 'k1', media_id: 'm30', user_id: 'u1', page: 2, preview_content: long },
      { id: 'k2', media_id: 'm30', user_id: 'u1', page: 2, preview_content: broken },
      { id: 'k3', media_id: 'm30', user_id: 'u1', page: 7_000, preview_content: null },
    ],
    [isNew ? 'media_annotation' : 'media_annotations']: [
      { media_id: 'm30', user_id: 'u1', highlighted_text: long, page: 2, notes: long },
      { media_id: 'm30', user_id: 'u1', highlighted_text: long, page: 2, notes: long },
    ],
    reading_lists: [{ id: 'r', name: nul, visibility: 'PRIVATE', creating_user_id: 'u1' }],
    reading_list_items: [
      { reading_list_id: 'r', media_id: 'm33', display_order: 4 },
      { reading_list_id: 'r', media_id: 'm30', display_order: 4 },
      { reading_list_id: 'r', media_id: 'm30', display_order: null },
      { reading_list_id: 'r', media_id: 'gone', display_order: 0 },
    ],
  }
}

/** Table → the name under which the report counts its rows, together with those of other tables. */
export const accounts: Record<string, string> = {
  MangaFile: 'book',
  books: 'book',
  media: 'book',
  Series: 'series',
  series: 'series',
  AspNetUsers: 'user',
  users: 'user',
  AppUserProgresses: 'progress',
  read_progress: 'progress',
  AppUserRating: 'rating',
  user_series_ratings: 'rating',
  reviews: 'rating',
  AppUserBookmark: 'bookmark',
  AppUserTableOfContent: 'bookmark',
  bookmarks: 'bookmark',
  media_annotation: 'annotation',
  media_annotations: 'annotation',
  ReadingList: 'readList',
  read_lists: 'readList',
  reading_lists: 'readList',
  ReadingListItem: 'readList member',
  read_list_books: 'readList member',
  reading_list_items: 'readList member',
  AppUserCollectionSeries: 'collection member',
  CollectionTagSeriesMetadata: 'collection member',
  AppUserWantToRead: 'wantToRead',
  want_to_read: 'wantToRead',
  read_completions: 'completion',
  finished_reading_sessions: 'completion',
}
