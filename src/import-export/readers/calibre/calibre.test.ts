import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { makeForeignDatabase } from '../../../../test/fixtures/make-foreign-database.ts'
import { read } from '../read.fixture.ts'

describe('Calibre and Calibre-Web', () => {
  const tables = {
    library_id: [{ id: 1, uuid: 'lib-uuid' }],
    book_format_checksums: [{ id: 1, book: 1, format: 'epub', checksum: 'abcdef00000000000000000000000001' }],
    books: [
      {
        id: 1,
        uuid: 'u1',
        title: 'Late title',
        sort: 'Late title',
        path: 'Ada/First (1)',
        pubdate: '0101-01-01 00:00:00+00:00',
        series_index: 2,
      },
      { id: 2, uuid: 'u2', title: 'B', sort: 'B', path: 'Ada/B (2)', pubdate: null, series_index: 1 },
    ],
    data: [
      { id: 1, book: 1, format: 'EPUB', name: 'First - Ada', uncompressed_size: 10 },
      { id: 2, book: 1, format: 'PDF', name: 'First - Ada', uncompressed_size: 20 },
      { id: 3, book: 2, format: 'CBZ', name: 'B - Ada', uncompressed_size: 30 },
    ],
    books_authors_link: [{ id: 1, book: 1, author: 1 }],
    authors: [{ id: 1, name: 'Lovelace| Ada' }],
    metadata_dirtied: [{ id: 1, book: 1 }],
    ratings: [{ id: 1, rating: 8 }],
    books_ratings_link: [{ id: 1, book: 2, rating: 1 }],
    custom_columns: [
      { id: 1, label: 'read', name: 'Read', datatype: 'bool', is_multiple: 0, normalized: 0 },
      { id: 2, label: 'shelf', name: 'Shelf', datatype: 'text', is_multiple: 1, normalized: 1 },
      { id: 3, label: 'stars', name: 'Stars', datatype: 'rating', is_multiple: 0, normalized: 1 },
      { id: 4, label: 'said', name: 'Said', datatype: 'comments', is_multiple: 0, normalized: 0 },
    ],
    custom_column_3: [{ id: 5, value: 7 }],
    books_custom_column_3_link: [{ id: 1, book: 2, value: 5 }],
    custom_column_4: [{ id: 1, book: 2, value: '<div><p>Caf&eacute; <b>&amp;</b> more</p></div>' }],
    custom_column_1: [{ id: 1, book: 2, value: 1 }],
    custom_column_2: [{ id: 7, value: 'left' }],
    books_custom_column_2_link: [{ id: 1, book: 2, value: 7 }],
    last_read_positions: [
      {
        id: 1,
        book: 1,
        format: 'EPUB',
        user: 'ada',
        device: 'd',
        cfi: 'epubcfi(/6/4/2)',
        epoch: 1_700_000_000.5,
        pos_frac: 0.25,
      },
    ],
    annotations: [
      {
        id: 1,
        book: 1,
        format: 'EPUB',
        user_type: 'local',
        user: 'viewer',
        timestamp: 1_700_000_000,
        annot_type: 'highlight',
        annot_data: JSON.stringify({
          start_cfi: '/4/2',
          end_cfi: '/4/6',
          spine_index: 1,
          highlighted_text: 'marked',
          notes: 'note',
        }),
      },
      {
        id: 2,
        book: 1,
        format: 'EPUB',
        user_type: 'web',
        user: 'ada',
        timestamp: 1_700_000_000,
        annot_type: 'bookmark',
        annot_data: JSON.stringify({ title: 'Here', pos_type: 'epubcfi', pos: 'epubcfi(/6/4)' }),
      },
    ],
  }
  const calibre = makeForeignDatabase(tables, { name: 'metadata.db', userVersion: 25 })
  calibre.db.exec(
    `create view meta as select title_sort(title) from books; create trigger t after insert on books begin select uuid4(); end`,
  )
  const app = new DatabaseSync(join(calibre.folder, 'app.db'))
  app.exec(`
    create table settings (config_calibre_dir, config_read_column); insert into settings values ('/calibre', 0);
    create table user (id, name, email, role, password); insert into user values (1, 'ada', 'a@example.org', 1, 'scrypt:32768:8:1$s$00'), (2, 'Guest', '', 32, '');
    create table book_read_link (id, book_id, user_id, read_status, last_modified, last_time_started_reading); insert into book_read_link values (1, 1, 1, 1, '2024-01-01 10:00:00', null), (2, 2, 1, 0, '2024-01-01 10:00:00', null);
    create table kobo_reading_state (id, user_id, book_id, last_modified); insert into kobo_reading_state values (1, 1, 2, '2025-01-01 00:00:00');
    create table kobo_bookmark (id, kobo_reading_state_id, progress_percent, content_source_progress_percent, location_source, location_value); insert into kobo_bookmark values (1, 1, 40, 50, 'OEBPS/c.xhtml', 'kobo.1.1');
    create table shelf (id, uuid, name, is_public, user_id); insert into shelf values (1, 's1', 'Mine', 0, 1);
    create table book_shelf_link (id, book_id, "order", shelf, date_added); insert into book_shelf_link values (1, 1, 2, 1, null), (2, 2, 1, 1, null);
    create table kosync_progress (id, user_id, document, progress, percentage, device, device_id, timestamp); insert into kosync_progress values
      (1, 1, 'ABCDEF00000000000000000000000001', '/body/DocFragment[2]/body/p[3]/text().0', 45.5, 'Kobo', 'x', '2025-02-01 00:00:00'),
      (2, 1, 'abcdef00000000000000000000000002', '7', 99.4, 'Kobo', 'x', '2025-02-02 00:00:00');
    create table bookmark (id, user_id, book_id, format, bookmark_key); insert into bookmark values (1, 1, 2, 'CBZ', '4');`)

  it('reads what metadata.opf lacks, and never its views', async () => {
    const { kind, version, of } = await read(calibre.path)
    expect([kind, version]).toEqual(['calibre', 'schema 25'])
    expect(of('book').map((book) => book.id)).toEqual(['u1.EPUB', 'u1.PDF', 'u2.CBZ'])
    expect(of('book')[0]!.path).toBe(`${of('library')[0]!.path}/Ada/First (1)/First - Ada.epub`)
    expect(of('book')[0]!.metadata!.fields).toMatchObject({
      title: 'Late title',
      authors: [{ name: 'Lovelace, Ada', role: 'author' }],
    })
    // Without a series, the number is meaningless.
    expect(of('book')[0]!.metadata!.fields).not.toHaveProperty('number')
    expect(of('book')[0]!.metadata!.fields).not.toHaveProperty('year')
    expect(of('book')[2]!.metadata).toEqual({
      fields: { customMetadata: { read: true, shelf: ['left'], stars: 3.5, said: 'Café & more' } },
    })
    expect(of('progress')).toMatchObject([
      { userId: 'ada', bookId: 'u1.EPUB', percentage: 0.25, isCompleted: false, readAt: 1_700_000_000_500 },
      { userId: '*', bookId: 'u2.CBZ', isCompleted: true },
    ])
    expect(of('rating')).toMatchObject([{ userId: '*', id: 'u2.CBZ', rating: 80 }])
    expect(of('annotation')).toMatchObject([{ userId: '*', text: 'marked', note: 'note' }])
    expect(of('bookmark')).toMatchObject([{ userId: 'ada', note: 'Here' }])
  })

  it('says where in another file or page a person is, as far as that is known', async () => {
    const mark = (id: number, format: string, annot_type: string, data: Record<string, unknown>) => ({
      ...{ id, book: format === 'CBZ' ? 2 : 1, format, user_type: 'local', user: 'viewer', timestamp: 1_700_000_000 },
      ...{ annot_type, annot_data: JSON.stringify(data) },
    })
    const place = { user: 'ada', device: 'd', epoch: 1_700_000_000, pos_frac: 0.25 }
    const highlight = { start_cfi: '/2/4', end_cfi: '/2/6', spine_index: 3, highlighted_text: 'marked' }
    const database = makeForeignDatabase(
      {
        ...tables,
        data: [{ id: 9, book: 1, format: 'AZW3', name: 'First - Ada', uncompressed_size: 10 }, ...tables.data],
        last_read_positions: [
          { id: 1, book: 1, format: 'AZW3', cfi: 'epubcfi(/2/2/4/40)', ...place },
          { id: 2, book: 2, format: 'CBZ', cfi: 'epubcfi(/2/2/4/6[page_3]@50:50)', ...place },
        ],
        annotations: [
          mark(1, 'CBZ', 'bookmark', { title: 'Page 2', pos: 'epubcfi(/2/2/4/4[page_2])' }),
          mark(2, 'AZW3', 'bookmark', { title: 'Kindle', pos: 'epubcfi(/8/2/4)' }),
          mark(3, 'AZW3', 'highlight', highlight),
          mark(4, 'EPUB', 'bookmark', { title: 'gone', removed: true }),
        ],
      },
      { name: 'metadata.db' },
    )
    const { of } = await read(database.path)
    expect(of('book').map((book) => book.id)).toEqual(['u1.EPUB', 'u1.PDF', 'u1.AZW3', 'u2.CBZ'])
    const [kindle, comic] = of('progress').filter(({ userId }) => userId === 'ada')
    expect(kindle).toMatchObject({ bookId: 'u1.EPUB', percentage: 0.25 })
    expect(kindle).not.toHaveProperty('locator')
    expect(comic).toMatchObject({ bookId: 'u2.CBZ', page: 3 })
    expect(comic).not.toHaveProperty('locator')
    expect(of('bookmark')).toMatchObject([
      { bookId: 'u2.CBZ', page: 2, locator: null, note: 'Page 2' },
      { bookId: 'u1.EPUB', page: null, locator: null, note: 'Kindle' },
    ])
    expect(of('annotation')).toMatchObject([
      { bookId: 'u1.EPUB', text: 'marked', locator: { spineIndex: null, locations: { fragments: [] } } },
    ])
    expect(of('skipped')).toContainEqual(expect.objectContaining({ what: 'bookmark', code: 'import_removed' }))
  })

  it('reads custom columns as Calibre shows them', async () => {
    const column = (id: number, label: string, datatype: string, display = '{}') => ({
      ...{ id, label, name: label, datatype, display, is_multiple: 0, normalized: 0 },
    })
    const database = makeForeignDatabase(
      {
        ...tables,
        custom_columns: [
          column(1, 'md', 'comments', '{"interpret_as": "markdown"}'),
          column(2, 'review', 'comments', '{"interpret_as": "html"}'),
          column(3, 'bought', 'datetime'),
          column(4, 'lent', 'datetime'),
          column(5, 'never', 'datetime'),
        ],
        custom_column_1: [{ id: 1, book: 2, value: 'if a < b and c > d:\n* yes' }],
        custom_column_2: [{ id: 1, book: 2, value: '<p>if a &lt; b</p>' }],
        custom_column_3: [{ id: 1, book: 2, value: '2021-03-04 00:00:00+00:00' }],
        custom_column_4: [{ id: 1, book: 2, value: '2021-03-04 20:15:00.123456+00:00' }],
        custom_column_5: [{ id: 1, book: 2, value: '0101-01-01 00:00:00+00:00' }],
      },
      { name: 'metadata.db' },
    )
    const { of } = await read(database.path)
    expect(of('book')[2]!.metadata!.fields.customMetadata).toEqual({
      md: 'if a < b and c > d:\n* yes',
      review: 'if a < b',
      bought: '2021-03-04',
      lent: '2021-03-04T20:15:00.123Z',
    })
  })

  it('imports what metadata.opf lacks, and says what the files already contain', async () => {
    const database = makeForeignDatabase(
      {
        ...tables,
        tags: [{ id: 1, name: 'Sea' }],
        books_tags_link: [1, 2].map((book) => ({ id: book, book, tag: 1 })),
        languages: ['eng', 'deu'].map((lang_code, index) => ({ id: index + 1, lang_code })),
        books_languages_link: [1, 2].map((lang_code) => ({ id: lang_code, book: 2, lang_code })),
      },
      { name: 'metadata.db' },
    )
    database.db.exec('create virtual table annotations_fts using fts5(searchable_text)')
    const { of } = await read(database.path)
    // The scan reads subjects in metadata.opf as genres.
    expect(of('book')[0]!.metadata).toMatchObject({ fields: { genre: 'Sea' } })
    expect(of('book')[0]!.metadata).not.toHaveProperty('tags')
    const left = of('skipped').filter(({ what }) => what === 'book metadata' || what === 'other table')
    expect(left.map(({ name, rows, code, isInFiles }) => [name, rows, code, isInFiles])).toEqual([
      ['B', undefined, 'import_one_language', undefined],
      ['books_tags_link', 1, 'import_other_table', true],
      ['books_languages_link', 1, 'import_other_table', true],
      ['book_format_checksums', 1, 'import_other_table', undefined],
    ])
  })

  it('reads app.db with metadata.db beside it', async () => {
    const { kind, of } = await read(join(calibre.folder, 'app.db'))
    expect(kind).toBe('calibre-web')
    expect(of('library')).toMatchObject([{ path: '/calibre' }])
    expect(of('user')).toMatchObject([
      { username: 'ada', role: 'admin', passwordHash: expect.stringMatching(/^werkzeug:/) },
    ])
    expect(of('progress')).toMatchObject([
      { bookId: 'u1.EPUB', isCompleted: true, percentage: 1, completedAt: Date.parse('2024-01-01T10:00:00Z') },
      {
        bookId: 'u2.CBZ',
        percentage: 0.4,
        isCompleted: false,
        locator: { href: 'OEBPS/c.xhtml', koboSpan: 'kobo.1.1' },
      },
      // KOReader's progress, by the downloaded copy; a document that is no book there may be one here.
      { bookId: 'u1.EPUB', percentage: 0.455, isCompleted: false, pointer: expect.stringContaining('DocFragment[2]') },
      { bookId: 'koreader-abcdef00000000000000000000000002', isCompleted: true },
    ])
    expect(of('book').at(-1)).toMatchObject({
      id: 'koreader-abcdef00000000000000000000000002',
      syncHash: 'abcdef00000000000000000000000002',
    })
    expect(of('readList')).toMatchObject([{ name: 'Mine', ownerId: '1', memberIds: ['u2.CBZ', 'u1.EPUB'] }])
    expect(of('bookmark')).toMatchObject([{ bookId: 'u2.CBZ', page: 5 }])
    expect(of('skipped').map((row) => row.what)).toContain('user')
  })
})
