import { describe, expect, it } from 'vitest'
import { makeForeignDatabase } from '../../../../test/fixtures/make-foreign-database.ts'
import { read } from '../read.fixture.ts'

describe('Stump', () => {
  const shared = {
    libraries: [{ id: 'l1', name: 'Comics', path: '/books' }],
    series: [{ id: 's1', library_id: 'l1', name: 'Aurora', path: '/books/Aurora' }],
    media: [
      {
        id: 'm1',
        series_id: 's1',
        path: '/books/Aurora/1.cbz',
        size: 5,
        koreader_hash: 'k',
        pages: 8,
        deleted_at: null,
      },
      {
        id: 'm2',
        series_id: 's1',
        path: '/books/Aurora/2.cbz',
        size: 6,
        koreader_hash: null,
        pages: 4,
        deleted_at: null,
      },
    ],
    users: [
      {
        id: 'u1',
        username: 'ada',
        hashed_password: '$2b$12$abc',
        is_server_owner: 0,
        permissions: 'file:download',
        is_locked: 0,
        deleted_at: null,
        created_at: 1_700_000_000_000,
      },
    ],
    age_restrictions: [{ id: 1, age: 12, restrict_on_unset: 1, user_id: 'u1' }],
  }
  const old = makeForeignDatabase({
    ...shared,
    _prisma_migrations: [{ id: '1' }],
    _LibraryToUser: [{ A: 'l1', B: 'u1' }],
    reading_sessions: [
      {
        id: 'r1',
        media_id: 'm1',
        user_id: 'u1',
        page: 3,
        percentage_completed: 0.3,
        epubcfi: null,
        started_at: 1_700_000_000_000,
        updated_at: '2024-01-01T00:00:00.000+00:00',
      },
    ],
    finished_reading_sessions: [
      { id: 'f1', media_id: 'm2', user_id: 'u1', started_at: 1_600_000_000_000, completed_at: 1_600_000_100_000 },
    ],
    reviews: [{ id: 'v1', media_id: 'm1', user_id: 'u1', rating: 4, content: 'nice', created_at: 1_700_000_000_000 }],
  })
  const current = makeForeignDatabase({
    ...shared,
    seaql_migrations: [{ version: 'm20260101_000001' }],
    reading_sessions: [
      {
        id: 1,
        media_id: 'm1',
        user_id: 'u1',
        start_page: 1,
        end_page: 3,
        end_percentage: 0.3,
        end_locator: null,
        status: 'reading',
        created_at: '2025-01-01T00:00:00Z',
        updated_at: '2025-01-01T01:00:00Z',
      },
      {
        id: 2,
        media_id: 'm1',
        user_id: 'u1',
        start_page: 3,
        end_page: 8,
        end_percentage: 1,
        end_locator: null,
        status: 'finished',
        created_at: '2025-01-02T00:00:00Z',
        updated_at: '2025-01-02T01:00:00Z',
      },
    ],
  })

  it('0.0 is read with open and finished sessions', async () => {
    const { kind, version, of } = await read(old.path)
    expect([kind, version]).toEqual(['stump', '0.0'])
    expect(of('user')).toMatchObject([
      { allLibraries: false, libraryIds: [], ageLimit: 12, allowUnrated: false, denied: [] },
    ])
    expect(of('progress')).toMatchObject([
      { bookId: 'm1', page: 3, isCompleted: false, startedAt: 1_700_000_000_000, readAt: Date.UTC(2024, 0) },
      { bookId: 'm2', isCompleted: true, completedAt: 1_600_000_100_000 },
    ])
    expect(of('completion')).toHaveLength(1)
    expect(of('rating')).toMatchObject([{ of: 'book', rating: 80, notes: 'nice' }])
  })

  it('0.1 is read by its newest day', async () => {
    const { version, of } = await read(current.path)
    expect(version).toMatch(/^0\.1/)
    expect(of('progress')).toMatchObject([{ page: 8, isCompleted: true, readAt: Date.parse('2025-01-02T01:00:00Z') }])
    expect(of('session')).toHaveLength(2)
  })

  it('the first versions of 0.0 have one row per book, finished or not', async () => {
    const { path } = makeForeignDatabase({
      ...shared,
      _prisma_migrations: [{ id: '1' }],
      read_progresses: [
        { media_id: 'm1', user_id: 'u1', page: 3, is_completed: 0, updated_at: 1_700_000_000_000, completed_at: null },
        {
          ...{ media_id: 'm2', user_id: 'u1', page: 4, is_completed: 1 },
          ...{ updated_at: 1_700_000_000_000, completed_at: 1_600_000_000_000 },
        },
      ],
    })
    const { of } = await read(path)
    expect(of('progress')).toMatchObject([
      { bookId: 'm1', page: 3, isCompleted: false, readAt: 1_700_000_000_000 },
      { bookId: 'm2', page: 4, isCompleted: true, completedAt: 1_600_000_000_000 },
    ])
    expect(of('completion')).toMatchObject([{ bookId: 'm2', completedAt: 1_600_000_000_000 }])
  })

  it('0.1 keeps Readium locators, with decimals as text and members without a value', async () => {
    const locator = (more: object) =>
      JSON.stringify({
        ...{ chapterTitle: 'Two', href: 'OEBPS/two.xhtml', title: null, type: 'application/xhtml+xml', text: null },
        locations: { fragments: null, progression: '0.25', position: 3, totalProgression: '0.5', cssSelector: null },
        ...more,
      })
    const place = {
      ...{ href: 'OEBPS/two.xhtml', title: 'Two', type: 'application/xhtml+xml' },
      locations: { progression: 0.25, position: 3, totalProgression: 0.5 },
    }
    const { path } = makeForeignDatabase({
      ...shared,
      seaql_migrations: [{ version: 'm20250807_202824_init' }],
      reading_sessions: [
        {
          ...{ media_id: 'm1', user_id: 'u1', page: null, percentage_completed: 0.5, locator: locator({}) },
          ...{ started_at: '2025-01-01T00:00:00Z', updated_at: '2025-01-02T00:00:00Z' },
        },
      ],
      bookmarks: [{ id: 'b', media_id: 'm1', user_id: 'u1', page: null, locator: locator({}), preview_content: 'p' }],
      media_annotations: [
        {
          ...{ id: 'a', media_id: 'm1', user_id: 'u1', annotation_text: 'mine' },
          locator: locator({ text: { before: null, highlight: 'marked', after: null } }),
        },
      ],
    })
    const { of } = await read(path)
    expect(of('progress')).toMatchObject([{ locator: place, percentage: 0.5 }])
    expect(of('bookmark')[0]!.locator).toEqual(place)
    expect(of('annotation')).toMatchObject([{ text: 'marked', note: 'mine', locator: place }])
  })

  it('of 2026 opens libraries to users, and has an owner only by permission', async () => {
    const user = (id: string, permissions: string | null, more: object = {}) => ({
      ...{ id, username: id, hashed_password: '$2b$12$abc', permissions, is_locked: 0, deleted_at: null, ...more },
    })
    const { path } = makeForeignDatabase({
      ...shared,
      libraries: ['l1', 'l2'].map((id) => ({ id, name: id, path: `/${id}`, config_id: 1 })),
      library_configs: [{ id: 1, library_pattern: 'SERIES_BASED', ignore_rules: '["**/extras/**"]' }],
      library_access: [{ id: 1, user_id: 'kid', library_id: 'l2' }],
      users: [
        user('ada', 'MANAGE_SERVER'),
        user('kid', 'DOWNLOAD_FILE,EDIT_METADATA'),
        user('none', null, { oidc_issuer_id: 'subject-1' }),
      ],
      age_restrictions: [{ id: 1, user_id: null, age: 12, restrict_on_unset: 1 }],
      media: [
        {
          id: 'm1',
          library_id: 'l2',
          series_id: null,
          path: '/l2/1.cbz',
          size: 5,
          koreader_hash: null,
          pages: 8,
          deleted_at: null,
        },
      ],
    })
    const { of } = await read(path)
    expect(of('user').map((one) => [one.username, one.role, one.allLibraries, one.libraryIds, one.denied])).toEqual([
      ['ada', 'admin', true, [], []],
      ['kid', 'reader', false, ['l2'], []],
      ['none', 'reader', false, [], ['FILE_DOWNLOAD']],
    ])
    expect(of('skipped').map(({ what, name }) => `${what} ${name}`)).toEqual([
      'restriction kid: EDIT_METADATA',
      'restriction none: subject-1',
      'other table age_restrictions',
    ])
    expect(of('library')[0]!.settings).toMatchObject({ excludedPatterns: ['**/extras/**'] })
    expect(of('book')).toMatchObject([{ libraryId: 'l2' }])
  })
})
