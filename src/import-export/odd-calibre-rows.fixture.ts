import { oddNames, oddPages, sameMoment } from './odd-komga-rows.fixture.ts'
import { broken, files, long, nul, oddDates, paths, type Row, type Tables } from './odd-rows.fixture.ts'

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'))
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1, -'.cbz'.length)

/** A label may be any lower-case word, among them those that every object of JavaScript has. */
const labels = ['constructor', 'read', 'date_read', 'progress', 'said', '🌊', 'stars', 'saga', 'made']

/** A Calibre library that plugins, power cuts and three computers have written to. */
export const oddCalibre = (isNew: boolean): Tables => {
  const mark = (more: Row = {}, data: unknown = { pos: 'epubcfi(/4/2)', title: '🌊' }): Row => ({
    ...{ book: 1, format: 'CBZ', user_type: 'web', user: 'marit', timestamp: 1_628_503_872.25, annot_type: 'bookmark' },
    annot_data: typeof data === 'string' ? data : JSON.stringify(data),
    ...more,
  })
  const place = (more: Row): Row => ({
    ...{
      book: 1,
      format: 'CBZ',
      user: 'marit',
      device: '🌊',
      cfi: 'epubcfi(/2/4)',
      epoch: 1_628_503_872,
      pos_frac: 0.5,
    },
    ...more,
  })
  const highlight = { start_cfi: '/2/4', end_cfi: '/2/6', highlighted_text: long, notes: nul, spine_index: 0 }
  return {
    library_id: [
      { id: 1, uuid: isNew ? 'tide-uuid' : null },
      { id: 2, uuid: 'other' },
    ],
    books: [
      ...paths.map((path, index) => ({
        id: index + 1,
        uuid: index === 1 ? null : `uuid-${index + 1}`,
        title: oddNames[index + 2] ?? null,
        sort: oddNames[index + 3] ?? null,
        path: folderOf(path),
        pubdate: oddDates[index] ?? null,
        series_index: oddPages[index + 3] ?? null,
      })),
      { id: 5, uuid: 'uuid-1', title: 'Same uuid', sort: null, path: folderOf(paths[0]!), series_index: null },
      { id: 6, uuid: 'uuid-6', title: 'No folder', sort: null, path: '', series_index: -1 },
      { id: 7, uuid: nul, title: long, sort: null, path: '../../etc', series_index: 1e300 },
      { id: 8, uuid: 'uuid-8', title: 'No file', sort: null, path: 'Kelp', series_index: 1 },
      // No folder can have these names.
      { id: 9, uuid: 'uuid-9', title: 'NUL', sort: null, path: nul, series_index: 1 },
      { id: 10, uuid: 'uuid-10', title: 'Long folder', sort: null, path: long, series_index: 1 },
    ],
    data: [
      ...paths.map((path, index) => ({
        ...{ id: index + 1, book: index + 1, format: index === 2 ? 'cbz' : 'CBZ', name: nameOf(path) },
        uncompressed_size: index === 0 ? files[path]!.length : [null, -5, 'big'][index - 1]!,
      })),
      { id: 5, book: 5, format: 'CBZ', name: nameOf(paths[0]!), uncompressed_size: 0 },
      { id: 6, book: 6, format: 'EPUB', name: 'nowhere', uncompressed_size: 1 },
      { id: 7, book: 7, format: 'PDF', name: 'passwd', uncompressed_size: 1 },
      { id: 8, book: 77, format: 'EPUB', name: 'gone', uncompressed_size: 1 },
      { id: 9, book: 1, format: null, name: 'unnamed', uncompressed_size: 1 },
      { id: 10, book: 1, format: 'MOBI', name: '', uncompressed_size: 1 },
    ],
    metadata_dirtied: [1, 2, 3, 4, 77].map((book, index) => ({ id: index, book })),
    authors: oddNames.map((name, index) => ({ id: index, name })),
    books_authors_link: oddNames.map((_, index) => ({ id: index, book: 1, author: index })),
    tags: oddNames.map((name, index) => ({ id: index, name })),
    books_tags_link: oddNames.map((_, index) => ({ id: index, book: 1, tag: index })),
    series: oddNames.map((name, index) => ({ id: index, name })),
    books_series_link: oddNames.map((_, index) => ({ id: index, book: 1 + (index % 9), series: index })),
    publishers: [{ id: 1, name: nul }],
    books_publishers_link: [{ id: 1, book: 1, publisher: 1 }],
    languages: [{ id: 1, lang_code: '🌊' }],
    books_languages_link: [1, 2].map((n) => ({ id: n, book: 1, lang_code: 1 })),
    comments: [{ id: 1, book: 1, text: `<p>${long}</p>` }],
    identifiers: oddNames.map((name, index) => ({ id: index, book: 1, type: index % 2 ? 'isbn' : name, val: name })),
    ratings: oddPages.map((rating, index) => ({ id: index, rating })),
    books_ratings_link: oddPages.map((_, index) => ({ id: index, book: 1 + (index % 9), rating: index })),
    custom_columns: labels.map((label, index) => ({
      ...{ id: index + 1, label, name: label, is_multiple: index === 0 ? 1 : 0, normalized: index === 0 ? 1 : 0 },
      datatype: ['text', 'bool', 'datetime', 'float', 'comments', 'int', 'rating', 'series', 'composite'][index]!,
    })),
    custom_column_1: oddNames.map((value, index) => ({ id: index, value })),
    books_custom_column_1_link: oddNames.map((_, index) => ({ id: index, book: 1, value: index })),
    custom_column_2: [1, 0, null, 'yes', broken].map((value, index) => ({ id: index, book: index + 1, value })),
    custom_column_3: oddDates.map((value, index) => ({ id: index, book: index + 1, value })),
    custom_column_4: oddPages.map((value, index) => ({ id: index, book: index + 1, value })),
    custom_column_5: [{ id: 1, book: 1, value: long }],
    custom_column_6: [{ id: 1, book: 1, value: 1e300 }],
    custom_column_7: [{ id: 1, book: 1, value: 'many' }],
    custom_column_8: [{ id: 1, book: 1, value: nul }],
    last_read_positions: [
      ...oddPages.map((pos_frac) => place({ pos_frac })),
      ...oddDates.map((epoch) => place({ book: 2, epoch })),
      ...sameMoment.map((epoch) => place({ book: 3, user: 'Marit', epoch, pos_frac: 1 })),
      ...oddNames.map((user) => place({ book: 4, user, cfi: user })),
      place({ book: 77 }),
    ],
    annotations: [
      mark({}, 'not json'),
      mark({}, '[1, 2]'),
      mark({}, '"text"'),
      mark({}, 'null'),
      mark({ annot_data: broken }),
      mark(),
      mark(),
      mark({ book: 77 }),
      mark({ timestamp: 'yesterday', user: '*' }),
      mark({ annot_type: 'last-read' }, { pos: 7, pos_frac: 'half' }),
      mark({ annot_type: 'last-read', user_type: 'local', user: 'viewer' }, { pos: '', pos_frac: -2 }),
      mark({ annot_type: 'highlight' }, highlight),
      mark({ annot_type: 'highlight' }, { ...highlight, spine_index: -1 }),
      mark({ annot_type: 'highlight' }, { ...highlight, spine_index: 1e300, style: 7, start_cfi: '[[/', end_cfi: '/' }),
      mark({ annot_type: 'highlight' }, { removed: true }),
      mark({ annot_type: null }, { highlighted_text: 'untyped', style: { which: 'purple' } }),
    ],
    preferences: [{ id: 1, key: 'saved_searches', val: '{}' }],
    ...(isNew && { books_pages_link: [{ id: 1, book: 1, pages: 7 }], book_format_checksums: checksums() }),
    future_table: [{ id: 1, mood: 'calm' }],
  }
}

const checksums = (): Row[] => [
  { id: 1, book: 1, format: 'CBZ', checksum: 'ABCDEF00000000000000000000000001' },
  { id: 2, book: 77, format: 'CBZ', checksum: nul },
  { id: 3, book: 1, format: null, checksum: null },
]

/** Calibre-Web's own tables beside it. */
export const oddCalibreWeb = (isNew: boolean): Tables => {
  const user = (id: number, name: Row[string], more: Row = {}): Row => ({
    ...{ id, [isNew ? 'name' : 'nickname']: name, email: `${id}@tide.example`, role: 2 + 256, password: 'scrypt:' },
    ...more,
  })
  const read = (more: Row): Row => ({
    ...{ book_id: 1, user_id: 1, read_status: 2, last_modified: '2021-08-09 10:11:12', times_started_reading: 1 },
    ...more,
  })
  return {
    settings: [{ config_calibre_dir: '/tide/', config_read_column: 2 }],
    user: [
      user(1, 'marit', { role: null }),
      user(2, 'Marit', { email: '1@TIDE.example' }),
      user(3, '🌊', { email: '', role: -1 }),
      user(4, null, { email: null }),
      user(5, '', { email: 'no address' }),
      user(6, nul, { role: 1e12, password: broken }),
      user(7, 'Guest', { role: 32 }),
      user(8, 'y'.repeat(300), { denied_tags: long, allowed_tags: nul, default_language: '🌊' }),
    ],
    book_read_link: [
      ...oddPages.map((read_status) => read({ read_status })),
      ...oddDates.map((last_modified) => read({ book_id: 2, read_status: 1, last_modified })),
      ...sameMoment.map((last_modified) => read({ book_id: 3, last_modified })),
      read({ book_id: 77, read_status: 1 }),
      read({ book_id: null }),
      read({ user_id: 77 }),
      read({ user_id: null }),
    ],
    kobo_reading_state: [
      { id: 1, user_id: 1, book_id: 1, last_modified: 'yesterday' },
      { id: 2, user_id: 1, book_id: 1, last_modified: '2022-01-01 00:00:00' },
      { id: 3, user_id: 3, book_id: 4, last_modified: 1_628_503_872 },
      { id: 4, user_id: null, book_id: 4, last_modified: null },
    ],
    kobo_bookmark: [
      ...[40, 60, -20, 1e300].map((progress_percent, index) => ({
        ...{ kobo_reading_state_id: index + 1, progress_percent, content_source_progress_percent: 'half' },
        ...{ location_source: nul, location_value: '🌊' },
      })),
      { kobo_reading_state_id: 77, progress_percent: 3 },
      { kobo_reading_state_id: 1, progress_percent: null },
    ],
    shelf: oddNames.map((name, index) => ({
      ...{ id: index + 1, uuid: index < 2 ? 'same' : `shelf-${index}`, name },
      ...{ is_public: index % 2, user_id: index === 4 ? 77 : 1 },
    })),
    book_shelf_link: [
      { shelf: 4, book_id: 3, order: 9, date_added: null },
      { shelf: 4, book_id: 1, order: null, date_added: 'never' },
      { shelf: 4, book_id: 2, order: -4, date_added: null },
      { shelf: 4, book_id: 2, order: -4, date_added: null },
      { shelf: 4, book_id: 77, order: 1e12, date_added: null },
      { shelf: 77, book_id: 1, order: 0, date_added: null },
      { shelf: 4, book_id: null, order: 0, date_added: null },
    ],
    bookmark: [
      ...oddPages.map((bookmark_key) => ({ user_id: 1, book_id: 1, format: 'cbz', bookmark_key })),
      { user_id: 1, book_id: 1, format: null, bookmark_key: 'epubcfi(/6/4!/4)' },
      { user_id: 1, book_id: 77, format: 'CBZ', bookmark_key: '3' },
      { user_id: null, book_id: 1, format: 'CBZ', bookmark_key: '3' },
    ],
    remote_auth_token: [
      { id: 1, user_id: 1, auth_token: 'f'.repeat(32), token_type: 1 },
      { id: 2, user_id: 1, auth_token: 'f'.repeat(32), token_type: 1 },
      { id: 3, user_id: 77, auth_token: nul, token_type: 1 },
      { id: 4, user_id: 1, auth_token: null, token_type: 1 },
      { id: 5, user_id: 1, auth_token: 'e'.repeat(32), token_type: 0 },
    ],
    archived_book: [{ id: 1, book_id: 77, is_archived: 1 }],
    ...(isNew && {
      kosync_progress: [
        ...oddPages.map((percentage) => koreader({ percentage })),
        ...oddDates.map((timestamp) => koreader({ timestamp })),
        koreader({ document: null }),
        koreader({ document: nul, progress: long }),
        koreader({ user_id: 77 }),
      ],
      magic_shelf: [{ id: 1, name: '🌊', rules: '{}' }],
    }),
    future_table: [{ id: 1, mood: 'calm' }],
  }
}

const koreader = (more: Row): Row => ({
  ...{ user_id: 1, document: 'abcdef00000000000000000000000001', progress: '3', percentage: 40, device: '🌊' },
  timestamp: '2021-08-09 10:11:12',
  ...more,
})

/** Table → the name under which the report counts its rows. */
export const calibreAccounts: Record<string, string> = { data: 'book', books_ratings_link: 'rating' }
export const calibreWebAccounts: Record<string, string> = {
  user: 'user',
  shelf: 'readList',
  book_shelf_link: 'readList member',
  bookmark: 'bookmark',
  remote_auth_token: 'key',
}
