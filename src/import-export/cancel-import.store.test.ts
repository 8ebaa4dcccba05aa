import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../test/databases.ts'
import { importFromSource } from './import-from-source.ts'
import { type KomgaImport, openKomgaImport } from './komga-import.fixture.ts'
import { readImportSource } from './read-import-source.ts'

describe.each(databaseKinds())('an import that is cancelled, on %s', (kind) => {
  let test: KomgaImport
  beforeAll(async () => {
    test = await openKomgaImport(kind)
  })
  afterAll(() => test?.server.close())

  it('ends between edits of books, and the next run does the rest', async () => {
    const cancelled = new AbortController()
    // The first edit is announced: from then on, somebody cancels.
    const events = { emit: () => cancelled.abort() }
    const deps = test.depsOf()
    const source = await readImportSource(deps, (await test.newSource(test.komga.path)).id, test.komga.path)
    const { signal } = cancelled
    const report = await importFromSource({ ...deps, events }, source.id, { isDryRun: false, signal })
    expect(report.isCancelled).toBe(true)
    expect(report.counts['book metadata']).toMatchObject({ imported: 1 })
    expect(report.counts['unlocked book metadata']?.imported ?? 0).toBe(0)
    const { counts } = (await test.run()).report
    expect(counts['book metadata']).toMatchObject({ imported: 0, unchanged: 1 })
    expect(counts['unlocked book metadata']!.imported).toBeGreaterThan(0)
    expect(counts.readList).toMatchObject({ rows: 1, failed: 0 })
  })
})
