import { describe, expect, it } from 'vitest'
import { makeForeignDatabase } from '../../../test/fixtures/make-foreign-database.ts'
import { read } from './read.fixture.ts'

const reading = ['LibrariesRead', 'SeriesRead', 'BooksRead', 'PagesRead', 'ProgressRead']

describe('limits of keys', () => {
  const uuid = (digit: string) => Uint8Array.fromHex(digit.repeat(32))
  const codexKeys = async (...given: (string | null)[]) => {
    const { path } = makeForeignDatabase({
      seaql_migrations: [{ version: 'm20260108_000108', applied_at: 1 }],
      libraries: [{ id: uuid('1'), name: 'Comics', path: '/books' }],
      users: [{ id: uuid('2'), username: 'ada', role: 'admin', is_active: 1, password_hash: '' }],
      series: [{ id: uuid('5'), library_id: uuid('1'), name: 'Aurora', path: 'Aurora' }],
      series_metadata: [{ series_id: uuid('5'), title: 'Aurora', title_lock: 0 }],
      books: [{ id: uuid('6'), path: '/books/1.cbz', file_hash: 'a', partial_hash: 'a', koreader_hash: 'k' }],
      read_progress: [{ id: uuid('7'), completed: 0 }],
      api_keys: given.map((permissions, index) => ({
        id: uuid(String(index)),
        user_id: uuid('2'),
        name: 'app',
        key_hash: '$argon2id$v=19$m=1$x$y',
        key_prefix: `codex_${index}`,
        permissions,
        is_active: 1,
      })),
    })
    return (await read(path, 'codex')).of('key').map((key) => key.permissions)
  }

  it('Codex: what a key may do comes along, and one that nobody understands may only read', async () => {
    expect(
      await codexKeys(
        '["books-read","progress-write","moon-write"]',
        '[]',
        '["moon-write"]',
        '{"all":true}',
        'x',
        null,
      ),
    ).toEqual([['BooksRead', 'ProgressWrite'], [], reading, reading, reading, reading])
  })

  it('Stump: a key with a list reads, whatever its owner may do; one that inherits says nothing', async () => {
    const given = ['"inherit"', Buffer.from('"inherit"'), '["ACCESS_KOREADER_SYNC"]', '["feature:api_keys"]', 'x', null]
    const { path } = makeForeignDatabase({
      seaql_migrations: [{ version: 'm20260101_000001' }],
      libraries: [{ id: 'l1', name: 'Comics', path: '/books' }],
      media: [{ id: 'm1', path: '/books/1.cbz', series_id: 's1', deleted_at: null }],
      users: [
        {
          ...{ id: 'u1', username: 'ada', hashed_password: '', is_server_owner: 1 },
          ...{ permissions: '', is_locked: 0, deleted_at: null },
        },
      ],
      api_keys: given.map((permissions, index) => ({
        id: index + 1,
        user_id: 'u1',
        name: 'app',
        short_token: `short${index}`,
        long_token_hash: 'ab'.repeat(32),
        permissions,
      })),
    })
    const keys = (await read(path, 'stump')).of('key')
    expect(keys.map((key) => key.permissions)).toEqual([
      undefined,
      undefined,
      [...reading, 'ProgressWrite'],
      [...reading, 'ProgressWrite', 'ApiKeysRead', 'ApiKeysWrite'],
      reading,
      reading,
    ])
  })
})

describe('limits of accounts', () => {
  const user = (Id: number, more: object = {}) => ({
    ...{ Id, UserName: `u${Id}`, PasswordHash: 'AQAAAAIAAYagAAAAEA==', AgeRestriction: -1, LockoutEnd: null },
    ...{ AgeRestrictionIncludeUnknowns: 1, ...more },
  })
  it('Kavita: accounts without a role, locked ones, and ages', async () => {
    const { path } = makeForeignDatabase({
      __EFMigrationsHistory: [{ MigrationId: '20260601000000_X', ProductVersion: '10.0.9' }],
      AspNetUsers: [
        user(1),
        user(2),
        user(3, { AgeRestriction: 0, AgeRestrictionIncludeUnknowns: 0 }),
        user(4, { LockoutEnd: '9999-12-31 23:59:59.9999999+00:00' }),
        user(5, { LockoutEnd: '2020-01-01 00:00:00+00:00', AgeRestriction: 1 }),
      ],
      MangaFile: [{ Id: 1, ChapterId: 1, FilePath: '/manga/1.cbz' }],
      AppUserProgresses: [{ AppUserId: 1, ChapterId: 1, PagesRead: 1 }],
      AspNetRoles: ['Admin', 'Pleb', 'Login', 'Read Only'].map((Name, index) => ({ Id: index + 1, Name })),
      AspNetUserRoles: [
        { UserId: 2, RoleId: 2 },
        ...[3, 4, 5].map((UserId) => ({ UserId, RoleId: 3 })),
        { UserId: 5, RoleId: 4 },
      ],
    })
    const { of } = await read(path, 'kavita')
    expect(of('user').map((one) => [one.username, one.isActive, one.ageLimit, one.allowUnrated])).toEqual([
      ['u1', false, null, true],
      ['u2', false, null, true],
      ['u3', true, 0, false],
      ['u4', false, null, true],
      ['u5', true, 0, true],
    ])
    expect(of('skipped').filter((row) => row.what === 'restriction')).toMatchObject([
      { name: 'u4: 9999-12-31 23:59:59.9999999+00:00', code: 'import_disabled' },
      { name: 'u5: Read Only', code: 'import_limit' },
    ])
  })

  it('Calibre-Web: what limits an account there is reported', async () => {
    const row = (id: number, name: string, role: number, more: object) => ({
      ...{ id, name, email: null, role, password: null, denied_tags: '', allowed_tags: '' },
      ...{ denied_column_value: '', allowed_column_value: '', default_language: 'all', ...more },
    })
    const { path } = makeForeignDatabase(
      {
        user: [
          row(1, 'admin', 1, {}),
          row(2, 'free', 256, {}),
          row(3, 'kid', 2, { denied_column_value: 'adult', allowed_column_value: 'kids', default_language: 'deu' }),
        ],
        shelf: [{ id: 1, uuid: 's', name: 'Mine', is_public: 1, user_id: 1 }],
        book_read_link: [{ id: 1, book_id: 1, user_id: 1, read_status: 0 }],
        book_shelf_link: [{ id: 1, book_id: 1, order: 1, shelf: 1 }],
        remote_auth_token: [{ id: 1, user_id: 1, auth_token: 'f'.repeat(32), token_type: 1, expiration: null }],
      },
      { name: 'app.db' },
    )
    const { of } = await read(path, 'calibre-web')
    // The key in the address of an administrator's Kobo.
    expect(of('key')).toMatchObject([{ permissions: [...reading, 'ProgressWrite'] }])
    const limits = of('skipped').filter((one) => one.what === 'restriction')
    expect(limits.map((one) => one.name)).toEqual(['kid: adult', 'kid: kids', 'kid: deu', 'kid: viewer'])
    expect(limits.every((one) => one.code === 'import_limit')).toBe(true)
  })
})
