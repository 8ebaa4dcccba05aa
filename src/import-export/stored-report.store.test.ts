import { expect, it } from 'vitest'
import { makeForeignDatabase } from '../../test/fixtures/make-foreign-database.ts'
import { openTestServer } from '../../test/server.ts'
import { listImportSources } from '../store/import/sources.ts'
import { openTestImport } from './import-deps.fixture.ts'

const long = 'x'.repeat(900_000)

it.each(['sqlite', 'postgres'] as const)('the stored report says how many rows it leaves out, on %s', async (kind) => {
  const server = await openTestServer(kind, {})
  const { path, db } = makeForeignDatabase(
    {
      __EFMigrationsHistory: [{ MigrationId: '20260501000000_Y', ProductVersion: '8' }],
      // A library without a name is one nevertheless.
      Library: [{ Id: 4, Name: '', Type: 1 }],
      FolderPath: [{ Id: 1, Path: '/tide', LibraryId: 4 }],
      AspNetUsers: [
        { Id: 1, UserName: 'marit', Email: null, PasswordHash: '' },
        { Id: 2, UserName: long, Email: long, PasswordHash: '' },
      ],
      ReadingList: [{ Id: 1, AppUserId: 2, Title: long, Summary: long }],
      ReadingListItem: [1, 2, 3].map((ChapterId) => ({ ReadingListId: 1, ChapterId, Order: 1 })),
      Series: [{ Id: 10, LibraryId: 4, Name: 'Kelp', FolderPath: '/tide/Kelp' }],
      Volume: [{ Id: 20, SeriesId: 10 }],
      Chapter: [{ Id: 30, VolumeId: 20, Pages: 3 }],
      MangaFile: Array.from({ length: 620 }, (_, n) => ({
        Id: n + 1,
        ChapterId: 30,
        FilePath: `/tide/Kelp/${n}.cbz`,
        Bytes: n,
        Pages: 3,
        Format: 1,
      })),
      AppUserProgresses: [{ AppUserId: 1, ChapterId: 30, PagesRead: 2, LastModifiedUtc: '2024-02-02 10:00:00' }],
    },
    { name: 'kavita.db' },
  )
  db.close()
  try {
    const { run } = await openTestImport(server, path, {})
    const whole = await run()
    expect(whole.items.length).toBeGreaterThan(620)
    expect(whole.items).toContainEqual(
      expect.objectContaining({ type: 'library', name: '/tide (/tide)', reason: 'folder_not_mapped' }),
    )
    const [source] = await listImportSources(server.db)
    const stored = source!.report as { items: unknown[]; itemsLeftOut: number }
    expect(stored.items).toHaveLength(500)
    expect(stored.itemsLeftOut).toBe(whole.items.length - 500)
    // A hostile database could fill the memory with names.
    expect(JSON.stringify(source!.summary).length).toBeLessThan(5000)
    expect(JSON.stringify(whole).length).toBeLessThan(whole.items.length * 600)
  } finally {
    await server.close()
  }
})
