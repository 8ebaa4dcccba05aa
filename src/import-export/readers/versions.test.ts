import { describe, expect, it } from 'vitest'
import { makeForeignDatabase } from '../../../test/fixtures/make-foreign-database.ts'
import { makeKomga } from '../komga.fixture.ts'
import {
  type Accounts,
  calibre,
  calibre25,
  calibre27,
  codex,
  codexNew,
  codexOld,
  kavita,
  kavitaNew,
  kavitaOld,
  stump,
  stumpNew,
  stumpOld,
  type Tables,
  web,
  webNew,
  webOld,
} from './program-versions.fixture.ts'
import { read } from './read.fixture.ts'

type Row = Tables[string][number]

/** Every row becomes a record, or a `skipped` record with the reason. */
async function expectAccounted(path: string, tables: Tables, accounts: Accounts): Promise<void> {
  const { records } = await read(path)
  const said: Record<string, number> = {}
  for (const record of records) {
    const type = record.type === 'skipped' ? record.what : record.type
    said[type] = (said[type] ?? 0) + 1
  }
  const rows: Record<string, number> = {}
  for (const [table, type] of Object.entries(accounts)) rows[type] = (rows[type] ?? 0) + (tables[table]?.length ?? 0)
  for (const [type, count] of Object.entries(rows)) expect([type, said[type] ?? 0]).toEqual([type, count])
}

/** Adds a row with only empty values, as if all that it referred to were deleted. */
const withEmpty = (rows: Row[]): Row[] => [
  ...rows,
  { ...Object.fromEntries(Object.keys(rows[0]!).map((key) => [key, ''])) },
]

const emptied = (tables: Tables, accounts: Accounts): Tables =>
  Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => [name, name in accounts && rows.length > 0 ? withEmpty(rows) : rows]),
  )

describe('two versions of each program', () => {
  it.each<[string, Tables, Accounts, number]>([
    ['Kavita 0.7', kavitaOld, kavita, 0],
    ['Kavita 0.9', kavitaNew, kavita, 0],
    ['Codex 1', codexOld, codex, 0],
    ['Codex 2', codexNew, codex, 0],
    ['Stump 0.0', stumpOld, stump, 0],
    ['Stump 0.1', stumpNew, stump, 0],
    ['Calibre 6', calibre25, calibre, 25],
    ['Calibre 9', calibre27, calibre, 27],
    ['Calibre-Web 0.6', webOld, web, 0],
    ['Calibre-Web Automated 4', webNew, web, 0],
  ])('%s: every row is imported or explained', async (_, tables, accounts, userVersion) => {
    const newer = { ...tables, TableOfANewerVersion: [{ a: 1 }, { a: 2 }] }
    const { path } = makeForeignDatabase(newer, { userVersion })
    await expectAccounted(path, newer, accounts)
    expect((await read(path)).of('skipped')).toContainEqual(
      expect.objectContaining({ what: 'other table', name: 'tableofanewerversion', rows: 2 }),
    )
    const odd = emptied(tables, accounts)
    await expectAccounted(makeForeignDatabase(odd, { userVersion }).path, odd, accounts)
  })

  it('Komga before 2025 and after, with what was deleted since', async () => {
    const accounts = {
      BOOK: 'book',
      SERIES: 'series',
      USER: 'user',
      READ_PROGRESS: 'progress',
      READLIST: 'readList',
      COLLECTION: 'collection',
      USER_API_KEY: 'key',
      PAGE_HASH: 'page hash',
    }
    const book = (number: number) => ({
      id: `BOK000000000${number}`,
      series: 'Aurora',
      path: `Aurora/${number}.cbz`,
      size: number,
    })
    for (const isOld of [true, false]) {
      const { path, db } = makeKomga([book(1), book(2), book(3)], {
        passwordHash: '$2a$10$abc',
        isOld,
        more: { PAGE_HASH: [{ HASH: 'x', ACTION: 'DELETE_AUTO' }] },
      })
      for (const table of Object.keys(accounts)) db.exec(`insert into "${table}" default values`)
      const tables = Object.fromEntries(
        Object.keys(accounts).map((table) => [table, db.prepare(`select * from "${table}"`).all() as Row[]]),
      )
      await expectAccounted(path, tables, accounts)
    }
  })

  it('Komga before 2023 keeps the order of read lists', async () => {
    const books = [1, 2, 3].map((n) => ({ id: `BOK000000000${n}`, series: 'Aurora', path: `Aurora/${n}.cbz`, size: n }))
    const { path, db } = makeKomga(books, { passwordHash: '$2a$10$abc', isOld: true })
    db.exec('alter table "READLIST" drop column "ORDERED"')
    const lists = (await read(path)).of('readList')
    expect(lists.length).toBeGreaterThan(0)
    expect(lists.every(({ isOrdered }) => isOrdered)).toBe(true)
  })

  it('Calibre-Web 0.6.6 says only whether a book is read', async () => {
    const { of } = await read(makeForeignDatabase(webOld).path)
    expect(of('progress')).toMatchObject([{ isCompleted: true, percentage: 1 }])
    expect(of('completion')).toHaveLength(1)
  })

  it('reads how libraries were set up', async () => {
    const settings = async (tables: Tables) => (await read(makeForeignDatabase(tables).path)).of('library')[0]!.settings
    expect(await settings(stumpOld)).toMatchObject({ seriesStrategy: 'series_volume_chapter' })
    expect(await settings(stumpNew)).toMatchObject({ seriesStrategy: 'series_volume', defaultReadingDirection: 'rtl' })
    expect(await settings(codexOld)).toMatchObject({ seriesStrategy: 'flat', seriesConfig: { requireMetadata: true } })
  })

  it('keeps the person of an old Kavita with the one role they had', async () => {
    for (const tables of [kavitaOld, kavitaNew]) {
      const { of } = await read(makeForeignDatabase(tables).path)
      expect(of('series')[0]!.metadata!.fields.authors).toEqual([{ name: 'Grace', role: 'writer' }])
      expect(of('collection')).toMatchObject([{ name: 'Best', memberIds: ['10'] }])
      expect(of('key')).toHaveLength(1)
      expect(of('progress')).toMatchObject([{ page: 4, readAt: expect.any(Number) }])
    }
  })

  it('leaves out keys of Kavita that are only for pictures, and finds Want to read and dates of old versions', async () => {
    const { of } = await read(makeForeignDatabase(kavitaNew).path)
    expect(of('skipped')).toContainEqual(expect.objectContaining({ what: 'key', name: 'image-only' }))
    const Series = [{ Id: 10, LibraryId: 1, Name: 'Aurora', AppUserId: 1 }]
    const old = await read(makeForeignDatabase({ ...kavitaOld, Series }).path)
    expect(old.of('wantToRead')).toMatchObject([{ userId: '1', of: 'series', id: '10' }])
    expect(old.of('bookmark')).toMatchObject([{ at: Date.UTC(2022, 2, 3, 10) }])
  })

  it('gives collections of an old Kavita that were not promoted to an administrator', async () => {
    const { path } = makeForeignDatabase({
      ...kavitaOld,
      AspNetRoles: [
        { Id: 1, Name: 'Pleb' },
        { Id: 2, Name: 'Admin' },
      ],
      AspNetUserRoles: [{ UserId: 1, RoleId: 2 }],
      CollectionTag: ['Own', 'Shared'].map((Title, Promoted) => ({ Id: Promoted, Title, Summary: '', Promoted })),
    })
    const { of } = await read(path)
    expect(of('collection').map(({ name, ownerId }) => [name, ownerId])).toEqual([
      ['Own', '1'],
      ['Shared', null],
    ])
  })

  it('spreads a Kavita chapter of several files over them', async () => {
    const own = { AppUserId: 1, ChapterId: 30, CreatedUtc: '2024-01-01 00:00:00' }
    const { path } = makeForeignDatabase({
      ...kavitaNew,
      Chapter: [{ Id: 30, VolumeId: 20, Pages: 8 }],
      MangaFile: ['a', 'b'].map((name, n) => ({ Id: n + 1, ChapterId: 30, FilePath: `/manga/${name}.cbz`, Pages: 4 })),
      AppUserBookmark: [1, 5, 99].map((Page) => ({ ...own, Page })),
      AppUserProgresses: [{ ...own, PagesRead: 8, TotalReads: 2 }],
      ReadingListItem: [{ ReadingListId: 404, ChapterId: 30, Order: 0 }],
    })
    const { of } = await read(path)
    expect(of('bookmark').map(({ bookId, page }) => [bookId, page])).toEqual([
      ['1', 2],
      ['2', 2],
      ['2', 96],
    ])
    // Each was read twice; only one of the times is known.
    expect(of('completion').map(({ bookId, isUndated }) => [bookId, isUndated])).toEqual([
      ['1', true],
      ['1', true],
      ['2', true],
      ['2', true],
    ])
    expect(of('skipped')).toContainEqual(expect.objectContaining({ what: 'readList member' }))
  })
})
