import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../test/databases.ts'
import { changeImportSource } from '../store/import/sources.ts'
import { importFromSource } from './import-from-source.ts'
import { type KomgaImport, openKomgaImport } from './komga-import.fixture.ts'
import { readImportSource, requireImportSource, type StoredSummary } from './read-import-source.ts'

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

  it('forgets nothing that was read or chosen while it ran', async () => {
    const deps = test.depsOf()
    const source = await readImportSource(deps, (await test.newSource(test.komga.path)).id, test.komga.path)
    const summaryOf = async () => (await requireImportSource(deps, source.id)).summary as StoredSummary
    let change: Promise<void> | undefined
    const onProgress = () => {
      change ??= summaryOf().then((summary) => {
        const newer = { ...summary, records: summary.records + 1, awaitsPerson: true }
        return deps.db.transaction((tx) => changeImportSource(tx, source.id, { summary: newer }, Date.now()))
      })
    }
    const before = await summaryOf()
    await importFromSource(deps, source.id, { isDryRun: false, onProgress })
    await change
    expect(await summaryOf()).toMatchObject({ records: before.records + 1, awaitsPerson: true, isCutOff: false })
  })
})
