import { describe, expect, it } from 'vitest'
import { makeForeignDatabase } from '../../../../test/fixtures/make-foreign-database.ts'
import { read } from '../read.fixture.ts'

const uuid = (digit: string) => Uint8Array.fromHex(digit.repeat(32))
const uuidText = (digit: string) =>
  `${digit.repeat(8)}-${digit.repeat(4)}-${digit.repeat(4)}-${digit.repeat(4)}-${digit.repeat(12)}`

describe('Codex', () => {
  const codex = makeForeignDatabase({
    seaql_migrations: [{ version: 'm20260108_000108', applied_at: 1 }],
    libraries: [{ id: uuid('1'), name: 'Comics', path: '/books' }],
    users: [
      {
        id: uuid('2'),
        username: 'ada',
        email: 'a@example.org',
        password_hash: '$argon2id$v=19$m=19456,t=2,p=1$x$y',
        role: 'maintainer',
        is_active: 1,
        created_at: '2026-01-01T00:00:00+00:00',
      },
    ],
    sharing_tags: [{ id: uuid('3'), name: 'kids' }],
    user_access_groups: [{ user_id: uuid('2'), access_group_id: uuid('4') }],
    access_group_sharing_tags: [{ access_group_id: uuid('4'), sharing_tag_id: uuid('3'), access_mode: 'deny' }],
    series: [{ id: uuid('5'), library_id: uuid('1'), name: 'Aurora', path: 'Aurora' }],
    series_metadata: [
      {
        series_id: uuid('5'),
        title: 'Aurora!',
        title_lock: 1,
        summary: 'from a file',
        summary_lock: 0,
        authors_json: '[{"name":"Ada","role":"writer"}]',
      },
    ],
    books: [
      {
        id: uuid('6'),
        series_id: uuid('5'),
        library_id: uuid('1'),
        path: '/books/Aurora/1.cbz',
        file_size: 500,
        file_hash: 'AA11',
        partial_hash: 'AA11',
        koreader_hash: 'K1',
        page_count: 8,
        deleted: 0,
      },
      {
        id: uuid('7'),
        series_id: uuid('5'),
        library_id: uuid('1'),
        path: '/books/old/1.cbz',
        file_size: 500,
        file_hash: 'AA11',
        partial_hash: 'AA11',
        koreader_hash: 'K1',
        page_count: 8,
        deleted: 1,
      },
    ],
    book_metadata: [
      { book_id: uuid('6'), isbns: '978-0-306-40615-7,0-306-40615-2', isbns_lock: 1, number: 1.5, number_lock: 1 },
      { book_id: uuid('7'), summary: 'from a file ' },
    ],
    read_progress: [
      {
        user_id: uuid('2'),
        book_id: uuid('7'),
        current_page: 99,
        progress_percentage: null,
        completed: 1,
        started_at: '2026-11-16T02:30:09.600858136+00:00',
        updated_at: '2026-11-16T02:30:09+00:00',
        completed_at: null,
        r2_progression: null,
      },
    ],
    reading_sessions: [
      {
        user_id: uuid('2'),
        book_id: uuid('7'),
        kind: 'progress',
        to_page: 5,
        client_started_at: '2025-04-02T10:00:00+00:00',
        client_ended_at: '2025-04-02T11:00:00.123+02:00',
        pages_read: 4,
      },
    ],
    read_completions: [{ user_id: uuid('2'), book_id: uuid('7'), completed_at: '2025-04-02T11:00:00+00:00' }],
    user_series_ratings: [
      { user_id: uuid('2'), series_id: uuid('5'), rating: 85, notes: 'fine', updated_at: '2026-01-01T00:00:00Z' },
    ],
    collections: [
      { id: uuid('8'), name: 'Auto', condition: '{}', ordered: 0 },
      { id: uuid('9'), name: 'Hand', condition: null, ordered: 1 },
      { id: uuid('b'), name: '', condition: null, ordered: 0 },
    ],
    collection_series: [
      { collection_id: uuid('9'), series_id: uuid('5'), position: 0 },
      { collection_id: uuid('8'), series_id: uuid('5'), position: 0 },
    ],
    api_keys: [
      {
        id: uuid('a'),
        user_id: uuid('2'),
        name: 'app',
        key_hash: '$argon2id$v=19$m=1$x$y',
        key_prefix: 'codex_0123456789abcdef',
        is_active: 1,
      },
    ],
  })

  it('is read with its dead rows, real times and groups', async () => {
    const { kind, of } = await read(codex.path)
    expect(kind).toBe('codex')
    expect(of('user')).toMatchObject([
      {
        id: uuidText('2'),
        role: 'maintainer',
        labels: [{ name: 'kids', mode: 'deny' }],
        passwordHash: expect.stringMatching(/^argon2:/),
      },
    ])
    expect(of('book')).toMatchObject([
      {
        id: uuidText('6'),
        syncHash: 'k1',
        sha256: 'aa11',
        metadata: { fields: { number: '1.5', isbns: ['978-0-306-40615-7', '0-306-40615-2'] } },
      },
      { id: uuidText('7'), isDeleted: true },
    ])
    expect(of('series')[0]).toMatchObject({
      path: '/books/Aurora',
      metadata: { fields: { title: 'Aurora!', authors: [{ name: 'Ada', role: 'writer' }] } },
    })
    expect(of('series')[0]!.metadata!.fields).not.toHaveProperty('summary')
    expect(of('progress')).toMatchObject([
      { bookId: uuidText('7'), page: 99, isCompleted: true, readAt: Date.parse('2025-04-02T09:00:00.123Z') },
    ])
    expect(of('session')).toMatchObject([{ fromPage: 1, toPage: 5 }])
    expect(of('rating')).toMatchObject([{ rating: 85, notes: 'fine' }])
    expect(of('collection')).toMatchObject([
      { name: 'Hand', isOrdered: true, memberIds: [uuidText('5')] },
      { name: uuidText('b'), isOrdered: false },
    ])
    expect(of('key')).toMatchObject([{ scheme: 'codex', lookup: 'codex_0123456789abcdef' }])
    expect(of('skipped')).toMatchObject([
      { what: 'automatic collection', name: 'Auto' },
      { what: 'collection member', code: 'import_reference' },
    ])
  })

  it('1.0 has other names for paths, people and links of books', async () => {
    const old = makeForeignDatabase({
      seaql_migrations: [{ version: 'm20260123_000034', applied_at: 1 }],
      libraries: [{ id: uuid('1'), name: 'Comics', path: '/books' }],
      users: [{ id: uuid('2'), username: 'ada', password_hash: '$argon2id$v=19$m=1$x$y', role: 'admin', is_active: 1 }],
      series: [{ id: uuid('5'), library_id: uuid('1'), name: 'Aurora', path: 'Aurora' }],
      series_metadata: [{ series_id: uuid('5'), title: 'Aurora', total_book_count: 12 }],
      books: [
        {
          ...{ id: uuid('6'), series_id: uuid('5'), library_id: uuid('1'), file_path: '/books/Aurora/1.cbz' },
          ...{ file_size: 500, file_hash: 'AA11', partial_hash: 'AA11', page_count: 12, deleted: 0 },
        },
      ],
      book_metadata: [
        {
          ...{ book_id: uuid('6'), writer: 'Ada Lovelace, Grace Hopper', writer_lock: 1, inker: 'Alan', inker_lock: 0 },
          ...{ web: 'https://example.org/1', web_lock: 1 },
        },
      ],
      read_progress: [
        {
          ...{ user_id: uuid('2'), book_id: uuid('6'), current_page: 3, completed: 0 },
          ...{ started_at: '2026-01-30 10:00:00.123 +00:00', updated_at: '2026-01-31T11:00:00+00:00' },
        },
      ],
    })
    const { of } = await read(old.path)
    expect(of('book')).toMatchObject([
      {
        path: '/books/Aurora/1.cbz',
        metadata: {
          fields: {
            authors: [
              { name: 'Ada Lovelace', role: 'writer' },
              { name: 'Grace Hopper', role: 'writer' },
              { name: 'Alan', role: 'inker' },
            ],
          },
          links: [{ label: 'Web', url: 'https://example.org/1' }],
        },
      },
    ])
    expect(of('series')[0]!.metadata).toMatchObject({ fields: { totalBookCount: 12 } })
    expect(of('progress')).toMatchObject([{ page: 3, percentage: 0.25, readAt: Date.UTC(2026, 0, 31, 11) }])
  })

  it('ids and links of books come over', async () => {
    const { path } = makeForeignDatabase({
      ...{ read_progress: [{ id: 1 }], users: [{ password_hash: '' }] },
      books: [{ id: uuid('6'), path: '/books/1.cbz', file_hash: '' }],
      book_external_ids: [
        { book_id: uuid('6'), source: 'plugin:openlibrary', external_id: 'OL1M', external_url: 'https://ol.org/OL1M' },
      ],
      book_external_links: [
        { book_id: uuid('6'), source_name: 'goodreads', url: 'https://goodreads.com/1', external_id: '1' },
      ],
    })
    const { of } = await read(path)
    expect(of('book')[0]!.metadata).toEqual({
      fields: {},
      externalIds: [{ source: 'plugin:openlibrary', id: 'OL1M', url: 'https://ol.org/OL1M' }],
      links: [{ label: 'goodreads', url: 'https://goodreads.com/1', externalId: '1' }],
    })
  })
})
