import { describe, expect, it } from 'vitest'
import { makeForeignDatabase } from '../../../test/fixtures/make-foreign-database.ts'
import { kavitaNew } from './program-versions.fixture.ts'
import { read } from './read.fixture.ts'

type Tables = Parameters<typeof makeForeignDatabase>[0]
const readTables = async (tables: Tables, kind: Parameters<typeof read>[1]) => {
  const found = await read(makeForeignDatabase(tables).path, kind)
  const reasons = found.of('skipped').map(({ what, name, reason }) => `${what} | ${name} | ${reason}`)
  return { ...found, reasons }
}

describe('Kavita', () => {
  const people = [
    [5, 3, 'Grace'],
    [6, 10, 'North'],
    [7, 10, 'South'],
    [8, 11, 'Ada'],
    [9, 15, 'Oslo'],
  ] as const
  const tables: Tables = {
    ...kavitaNew,
    Series: [{ Id: 10, LibraryId: 1, Name: 'Aurora', MangaBakaId: 77, CbrId: 88, AniListId: 0 }],
    SeriesMetadata: [
      { Id: 100, SeriesId: 10, PublisherLocked: 1, CharacterLocked: 1, TeamLocked: 1, LocationLocked: 1 },
    ],
    Person: people.map(([Id, , Name]) => ({
      ...{
        Id,
        Name,
        Description: Id === 5 ? 'Wrote it.' : null,
        CoverImage: 'p.png',
        CoverImageLocked: Id === 6 ? 1 : 0,
      },
    })),
    SeriesMetadataPeople: people.map(([PersonId, Role]) => ({ SeriesMetadataId: 100, PersonId, Role, OrderWeight: 0 })),
    MangaFile: [{ Id: 40, ChapterId: 30, FilePath: '/manga/Aurora/a1.epub', Pages: 8, Format: 3 }],
    AppUserBookmark: [{ AppUserId: 1, ChapterId: 30, Page: 2, XPath: '//body/div[1]/p[3]' }],
    AppUserTableOfContent: [
      ...[{ AppUserId: 1, ChapterId: 30, PageNumber: 3, Title: 'Here', BookScrollId: 'id("x")', SelectedText: 'So' }],
    ],
    ReadingList: [{ Id: 1, AppUserId: 1, Title: 'In order', Promoted: 0, StartingYear: 1999, EndingYear: 0 }],
  }

  it('takes ids and places along, and lists what has no field here', async () => {
    const { of, reasons } = await readTables(tables, 'kavita')
    expect(of('series')[0]!.metadata).toMatchObject({
      fields: { publisher: 'North' },
      externalIds: [
        { source: 'mangabaka', id: '77' },
        { source: 'comicbookroundup', id: '88' },
      ],
    })
    expect(of('bookmark').map(({ locator }) => locator)).toMatchObject([
      { spineIndex: 2, xpath: { start: '//body/div[1]/p[3]' } },
      { spineIndex: 3, xpath: { start: 'id("x")' }, text: { highlight: 'So' } },
    ])
    for (const line of [
      'series metadata | Aurora | This server has no field for: characters: Ada; locations: Oslo; Publisher: South.',
      'person | Grace | This server has no field for: Description.',
      'person | North | This server has no field for: CoverImage.',
      'readList | In order | This server has no field for: StartingYear: 1999.',
    ])
      expect(reasons).toContain(line)
  })
})

describe('Codex', () => {
  const series = (id: string, more: object) => ({ series_id: id, title: id, status: 'ongoing', ...more })
  const tables: Tables = {
    seaql_migrations: [{ version: 'm1' }],
    libraries: [{ id: 'l', name: 'Books', path: '/books' }],
    users: [
      { id: 'u', username: 'ada', role: 'reader', password_hash: null, permissions: '["books-write","teleport"]' },
    ],
    series: ['A', 'B', 'C'].map((id) => ({ id, library_id: 'l', name: id, path: id })),
    series_metadata: [
      series('A', { summary: 'By hand.', publisher: 'Of the file', status: 'ended', title_sort: 'Aa', year: 1999 }),
      series('B', { summary: 'Of the file', title: 'B!', total_volume_count: 3, total_chapter_count: 30 }),
      series('C', { total_chapter_count: 12, total_chapter_count_lock: 1 }),
    ],
    read_progress: [{ id: null }],
    books: [
      { id: 'a', series_id: 'A', library_id: 'l', path: '/books/A/1.cbz', file_size: 1, file_hash: 'x' },
      { id: 'b', series_id: 'B', library_id: 'l', path: '/books/B/1.cbz', file_size: 1, file_hash: 'y' },
    ],
    book_metadata: [
      {
        book_id: 'a',
        publisher: 'Of the file ',
        year: 1999,
        custom_metadata: '{"shelf":"3"}',
        custom_metadata_lock: 1,
      },
      {
        ...{ book_id: 'b', summary: 'Of the file', awards_json_lock: 1 },
        awards_json: '[{"name":"Prize","year":2001,"won":true},{"year":3}]',
      },
    ],
  }

  it('takes what a person wrote, locked or not, and nothing that a file says', async () => {
    const { of, reasons } = await readTables(tables, 'codex')
    expect(of('series').map(({ metadata }) => metadata?.fields)).toEqual([
      { summary: 'By hand.', status: 'ended', titleSort: 'Aa' },
      { title: 'B!', totalBookCount: 3 },
      { totalBookCount: 12 },
    ])
    expect(of('book').map(({ metadata }) => metadata?.fields)).toEqual([
      { customMetadata: { shelf: '3' } },
      { awards: [{ name: 'Prize', year: 2001, won: true }] },
    ])
    expect(of('user')[0]).toMatchObject({ permissions: ['BooksWrite'] })
    expect(reasons).toContain('series metadata | B! | This server has no field for: total_chapter_count: 30.')
    expect(reasons.filter((line) => line.startsWith('restriction | ada: teleport'))).toHaveLength(1)
  })
})

it('Stump 0.1: every read-through that was finished', async () => {
  const day = (status: string, readthrough_number: number, at: string) => ({
    ...{ media_id: 'm', user_id: 'u', start_page: 1, end_page: 9, status, readthrough_number },
    ...{ created_at: at, updated_at: at },
  })
  const { of } = await readTables(
    {
      seaql_migrations: [{ version: 'm1' }],
      users: [{ id: 'u', username: 'ada', hashed_password: '' }],
      libraries: [{ id: 'l', name: 'Books', path: '/books' }],
      series: [{ id: 's', library_id: 'l', name: 'S', path: '/books/S' }],
      media: [{ id: 'm', series_id: 's', path: '/books/S/1.cbz', size: 1, pages: 9 }],
      reading_sessions: [
        day('finished', 1, '2024-01-01T00:00:00Z'),
        day('finished', 2, '2025-01-01T00:00:00Z'),
        day('reading', 3, '2026-01-01T00:00:00Z'),
      ],
    },
    'stump',
  )
  expect(of('progress')).toMatchObject([{ isCompleted: false, readAt: Date.UTC(2026, 0, 1) }])
  expect(of('completion').map(({ completedAt }) => completedAt)).toEqual([Date.UTC(2024, 0, 1), Date.UTC(2025, 0, 1)])
})

it('Komga: a folder of one-shots by another name, and whoever could connect no Kobo', async () => {
  const library = (ID: string, ONESHOTS_DIRECTORY: string) => ({
    ID,
    NAME: ID,
    ROOT: `file:/${ID}/`,
    ONESHOTS_DIRECTORY,
  })
  const { reasons } = await readTables(
    {
      flyway_schema_history: [{ installed_rank: 1, version: '2026' }],
      LIBRARY: [library('A', '_oneshots'), library('B', 'Einzelhefte')],
      BOOK: [{ ID: 'b', URL: 'file:/A/b.cbz' }],
      READ_PROGRESS: [{ BOOK_ID: null }],
      USER: ['kid', 'boss'].map((ID) => ({ ID, EMAIL: `${ID}@example.org`, PASSWORD: '' })),
      USER_ROLE: [{ USER_ID: 'boss', ROLE: 'KOBO_SYNC' }],
    },
    'komga',
  )
  expect(reasons).toContain('library | B: Einzelhefte | This server has no field for: ONESHOTS_DIRECTORY.')
  expect(reasons.filter((line) => /KOBO_SYNC|ONESHOTS/.test(line))).toHaveLength(2)
  expect(reasons.some((line) => line.startsWith('restriction | kid@example.org: KOBO_SYNC'))).toBe(true)
})
