import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeForeignDatabase } from '../../../../test/fixtures/make-foreign-database.ts'
import { makeZip } from '../../../../test/fixtures/make-zip.ts'
import { folder, read } from '../read.fixture.ts'

describe('Kavita', () => {
  const kavita = makeForeignDatabase(
    {
      __EFMigrationsHistory: [{ MigrationId: '20260601000000_X', ProductVersion: '10.0.9' }],
      AspNetUsers: [
        {
          Id: 1,
          UserName: 'ada',
          Email: 'ada@example.org',
          PasswordHash: 'AQAAAAIAAYagAAAAEA==',
          AgeRestriction: -1,
          AgeRestrictionIncludeUnknowns: 0,
          ApiKey: 'plain-key-of-ada',
          CreatedUtc: '2022-01-02 03:04:05.1234567',
        },
        {
          Id: 2,
          UserName: 'kid',
          Email: null,
          PasswordHash: 'AQAAAAIAAYagAAAAEA==',
          AgeRestriction: 8,
          AgeRestrictionIncludeUnknowns: 1,
          ApiKey: 'plain-key-of-kid',
        },
      ],
      AspNetRoles: [
        { Id: 1, Name: 'Admin' },
        { Id: 2, Name: 'Pleb' },
        { Id: 3, Name: 'Login' },
      ],
      AspNetUserRoles: [
        { UserId: 1, RoleId: 1 },
        { UserId: 2, RoleId: 2 },
        { UserId: 2, RoleId: 3 },
      ],
      AppUserLibrary: [{ AppUsersId: 2, LibrariesId: 1 }],
      Library: [{ Id: 1, Name: 'Manga', Type: 0 }],
      FolderPath: [{ Id: 1, Path: '/manga', LibraryId: 1 }],
      Series: [
        {
          Id: 10,
          LibraryId: 1,
          Name: 'Aurora',
          SortName: 'Aurora, The',
          SortNameLocked: 1,
          LocalizedName: 'オーロラ',
          FolderPath: '/manga/Aurora',
          AniListId: 42,
          CoverImage: 'series10.png',
          CoverImageLocked: 1,
        },
      ],
      SeriesMetadata: [
        {
          Id: 100,
          SeriesId: 10,
          Summary: '<p>Hand &amp; made</p>',
          SummaryLocked: 1,
          AgeRating: 8,
          AgeRatingLocked: 1,
          PublicationStatus: 2,
          PublicationStatusLocked: 1,
          WebLinks: 'https://anilist.co/manga/42,https://example.org',
          GenresLocked: 1,
          WriterLocked: 1,
        },
      ],
      Genre: [{ Id: 1, Title: 'Noir' }],
      GenreSeriesMetadata: [{ GenresId: 1, SeriesMetadatasId: 100 }],
      Person: [{ Id: 5, Name: 'Grace' }],
      SeriesMetadataPeople: [{ SeriesMetadataId: 100, PersonId: 5, Role: 3, OrderWeight: 0 }],
      Volume: [{ Id: 20, SeriesId: 10, MinNumber: 1 }],
      Chapter: [
        { Id: 30, VolumeId: 20, Pages: 8, TitleName: 'Mine', TitleNameLocked: 1 },
        { Id: 31, VolumeId: 20, Pages: 5 },
        { Id: 32, VolumeId: 20, Pages: 4 },
      ],
      MangaFile: [
        {
          Id: 40,
          ChapterId: 30,
          FilePath: '/manga/Aurora/a1.cbz',
          Bytes: 111,
          Pages: 8,
          Format: 1,
          KoreaderHash: 'ABCDEF',
        },
        { Id: 41, ChapterId: 31, FilePath: '/manga/Aurora/a2.cbz', Bytes: 112, Pages: 2, Format: 1 },
        { Id: 42, ChapterId: 31, FilePath: '/manga/Aurora/a3.cbz', Bytes: 113, Pages: 3, Format: 1 },
        { Id: 43, ChapterId: 32, FilePath: '/manga/Aurora/b.epub', Bytes: 114, Pages: 4, Format: 3 },
      ],
      AppUserProgresses: [
        {
          AppUserId: 1,
          ChapterId: 30,
          PagesRead: 8,
          TotalReads: 2,
          BookScrollId: null,
          CreatedUtc: '2024-01-01 00:00:00',
          LastModifiedUtc: '2024-02-02 10:00:00.5',
        },
        {
          AppUserId: 1,
          ChapterId: 31,
          PagesRead: 3,
          TotalReads: 0,
          BookScrollId: null,
          CreatedUtc: '0001-01-01 00:00:00',
          LastModifiedUtc: '2024-02-03 10:00:00',
        },
        {
          AppUserId: 1,
          ChapterId: 32,
          PagesRead: 2,
          TotalReads: 0,
          BookScrollId: '//html[1]/BODY/APP-ROOT[1]/DIV[1]/body/div[1]/p[3]',
          CreatedUtc: '2024-01-01 00:00:00',
          LastModifiedUtc: '2024-02-04 10:00:00',
        },
        {
          AppUserId: 2,
          ChapterId: 30,
          PagesRead: 0,
          TotalReads: 0,
          BookScrollId: null,
          CreatedUtc: '2024-01-01 00:00:00',
          LastModifiedUtc: '2024-02-04 10:00:00',
        },
      ],
      AppUserRating: [
        { AppUserId: 1, SeriesId: 10, Rating: 4.5, HasBeenRated: 1, Review: '<b>Good</b>' },
        { AppUserId: 2, SeriesId: 10, Rating: 0, HasBeenRated: 0, Review: null },
      ],
      AppUserBookmark: [{ AppUserId: 1, ChapterId: 30, Page: 2, CreatedUtc: '2024-05-05 00:00:00' }],
      AppUserAnnotation: [
        {
          AppUserId: 1,
          ChapterId: 32,
          PageNumber: 1,
          XPath: '//body/p[1]',
          SelectedText: 'said',
          Comment: 'why',
          SelectedSlotIndex: 1,
          CreatedUtc: '2025-01-01 00:00:00',
        },
      ],
      AppUserCollection: [{ Id: 7, AppUserId: 1, Title: 'Mine', Summary: '', Promoted: 0 }],
      AppUserCollectionSeries: [{ CollectionsId: 7, ItemsId: 10 }],
      ReadingList: [{ Id: 8, AppUserId: 1, Title: 'Order', Promoted: 1 }],
      ReadingListItem: [
        { ReadingListId: 8, ChapterId: 31, Order: 1 },
        { ReadingListId: 8, ChapterId: 30, Order: 0 },
      ],
      AppUserWantToRead: [{ AppUserId: 1, SeriesId: 10 }],
      AppUserSmartFilter: [{ Name: 'Unread' }],
      SeriesRelation: [
        { Id: 1, SeriesId: 10, TargetSeriesId: 11, RelationKind: 2 },
        { Id: 2, SeriesId: 10, TargetSeriesId: 12, RelationKind: 14 },
        { Id: 3, SeriesId: 10, TargetSeriesId: 12, RelationKind: 8 },
        { Id: 4, SeriesId: 10, TargetSeriesId: 12, RelationKind: 99 },
        { Id: 5, SeriesId: 10, TargetSeriesId: null, RelationKind: 1 },
      ],
    },
    { name: 'kavita.db' },
  )
  mkdirSync(join(kavita.folder, 'covers'))
  writeFileSync(join(kavita.folder, 'covers/series10.png'), 'picture')

  it('is read in its own units', async () => {
    const { kind, of } = await read(kavita.path)
    expect(kind).toBe('kavita')
    expect(of('user')).toMatchObject([
      {
        username: 'ada',
        role: 'admin',
        allLibraries: true,
        ageLimit: null,
        passwordHash: expect.stringMatching(/^aspnet:/),
        createdAt: Date.parse('2022-01-02T03:04:05.123Z'),
      },
      {
        username: 'kid',
        role: 'reader',
        allLibraries: false,
        libraryIds: ['1'],
        ageLimit: 13,
        allowUnrated: true,
        isActive: true,
      },
    ])
    expect(of('book').map((book) => [book.id, book.path, book.syncHash])).toEqual([
      ['40', '/manga/Aurora/a1.cbz', 'abcdef'],
      ['41', '/manga/Aurora/a2.cbz', null],
      ['42', '/manga/Aurora/a3.cbz', null],
      ['43', '/manga/Aurora/b.epub', null],
    ])
    expect(of('book')[0]!.metadata).toEqual({ fields: { title: 'Mine' } })
    const [series] = of('series')
    expect(series!.metadata).toEqual({
      fields: {
        titleSort: 'Aurora, The',
        summary: 'Hand & made',
        ageRating: 13,
        status: 'ended',
        authors: [{ name: 'Grace', role: 'writer' }],
      },
      alternateTitles: [{ label: 'localized', title: 'オーロラ' }],
      externalIds: [{ source: 'anilist', id: '42' }],
      genres: ['Noir'],
      links: [
        { label: 'anilist', url: 'https://anilist.co/manga/42' },
        { label: 'example.org', url: 'https://example.org' },
      ],
    })
    expect(of('relation')).toEqual([
      { type: 'relation', seriesId: '10', otherId: '11', kind: 'sequel' },
      { type: 'relation', seriesId: '10', otherId: '12', kind: 'side_story' },
    ])
    const progress = of('progress')
    expect(progress).toHaveLength(4)
    expect(progress[0]).toMatchObject({
      bookId: '40',
      page: 8,
      isCompleted: true,
      completedAt: Date.parse('2024-02-02T10:00:00.5Z'),
    })
    expect(progress[1]).toMatchObject({ bookId: '41', page: 2, isCompleted: true })
    expect(progress[2]).toMatchObject({ bookId: '42', page: 2, isCompleted: false })
    expect(progress[3]).toMatchObject({ bookId: '43', page: 3, pointer: '/body/DocFragment[3]/body/div[1]/p[3].0' })
    expect(of('completion').length).toBeGreaterThanOrEqual(1)
    expect(of('rating')).toMatchObject([{ userId: '1', of: 'series', rating: 90, notes: 'Good' }])
    expect(of('bookmark')).toMatchObject([{ bookId: '40', page: 3 }])
    expect(of('annotation')).toMatchObject([{ bookId: '43', text: 'said', note: 'why' }])
    expect(of('collection')).toMatchObject([{ ownerId: '1', memberIds: ['10'] }])
    expect(of('readList')).toMatchObject([{ ownerId: null, memberIds: ['40', '41', '42'] }])
    expect(of('cover')).toMatchObject([{ of: 'series', id: '10', data: Buffer.from('picture').toString('base64') }])
    expect(of('key')).toHaveLength(2)
    expect(
      of('skipped')
        .map((row) => row.what)
        .sort(),
    ).toEqual(['progress', 'rating', 'series relation', 'series relation', 'series relation', 'smart filter'])
  })

  it('comes in a zip with its covers, too', async () => {
    kavita.db.close()
    const path = join(folder, 'backup.zip')
    writeFileSync(
      path,
      makeZip([
        { name: 'config/kavita.db', data: readFileSync(kavita.path) },
        { name: 'config/covers/series10.png', data: 'picture' },
      ]),
    )
    const { of } = await read(path)
    expect(of('book')).toHaveLength(4)
    expect(of('cover')[0]!.data).not.toBeNull()
  })
})
