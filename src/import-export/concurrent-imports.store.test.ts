import { expect, it } from 'vitest'
import { onBothDatabases } from '../../test/databases.ts'
import { listImportSources } from '../store/import/sources.ts'
import { openFileLock } from '../store/sqlite/file-lock.ts'
import { openKomgaImport } from './komga-import.fixture.ts'
import { importLocks } from './source-files.ts'
import { undoLastImport } from './undo-import.ts'

onBothDatabases((_, kind) => {
  it('the same server read and imported three times at once is one import, and nothing is doubled', async ({
    onTestFinished,
  }) => {
    const { server, run } = await openKomgaImport(kind)
    onTestFinished(server.close)
    const { config } = server.lectern.context
    const reports = (await Promise.all([run(), run(), run()])).map(({ report }) => report)
    expect(reports.map(({ errors }) => errors)).toEqual([[], [], []])
    const created = reports.map(({ counts }) => counts.progress?.imported ?? 0).sort()
    expect(created.slice(0, 2)).toEqual([0, 0])
    expect(created[2]).toBeGreaterThan(0)
    expect(await listImportSources(server.db)).toHaveLength(1)

    const other = openFileLock(importLocks(config).run)
    expect(other.take()).toBe(true)
    await expect(undoLastImport(server.db, config)).rejects.toThrow('This import is running.')
    other.close()
    await undoLastImport(server.db, config)
  })
})
