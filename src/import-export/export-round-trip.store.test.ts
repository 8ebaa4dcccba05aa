import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImportedLibrary } from './create-imported-library.ts'
import { importFromSource } from './import-from-source.ts'
import { isImportComplete } from './import-report.ts'
import { type KomgaImport, openKomgaImport } from './komga-import.fixture.ts'
import { readImportSource, type StoredSummary } from './read-import-source.ts'

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`an export of what was imported, on ${kind}`, () => {
    let server: KomgaImport['server']
    let komga: KomgaImport['komga']
    let depsOf: KomgaImport['depsOf']
    let newSource: KomgaImport['newSource']
    let run: KomgaImport['run']
    let exportTo: KomgaImport['exportTo']
    beforeAll(async () => {
      ;({ server, komga, depsOf, newSource, run, exportTo } = await openKomgaImport(kind))
      await run()
    })
    afterAll(() => server.close())

    it('what is exported comes back as what it is', async () => {
      const path = join(komga.folder, 'export.jsonl.gz')
      await exportTo(path)
      const deps = depsOf()
      const source = await readImportSource(deps, (await newSource(path)).id, path)
      expect(source.kind).toBe('lectern')
      const report = await importFromSource(deps, source.id, { isDryRun: false })
      expect(isImportComplete(report)).toBe(true)
      expect(report.counts.book).toMatchObject({ rows: 3, imported: 3, left: 0 })
      expect(report.counts.user).toMatchObject({ rows: 3, updated: 3 })
      expect(report.counts.progress).toMatchObject({ imported: 0, updated: 0, left: 0 })
      expect(report.counts.readList).toMatchObject({ rows: 1, unchanged: 1 })
      expect(report.counts.cover).toMatchObject({ rows: 1, unchanged: 1 })
    })

    it('an export says how libraries are read, and a server that has none makes them the same', async () => {
      const [{ id }] = (await server.request('GET', 'libraries', { as: server.admin })).json
      const settings = {
        seriesStrategy: 'custom',
        seriesConfig: { pattern: '^(?P<series>[^/]+)/', seriesNameTemplate: '{series}' },
        numberStrategy: 'file_order',
        excludedPatterns: '**/Extras/**',
        defaultReadingDirection: 'rtl',
      }
      const changed = await server.request('PATCH', `libraries/${id}`, { as: server.admin, body: settings })
      expect(changed.status).toBe(200)
      const path = join(komga.folder, 'settings.jsonl.gz')
      await exportTo(path)
      const source = await readImportSource(depsOf(), (await newSource(path)).id, path)
      const [theirs] = (source.summary as StoredSummary).libraries
      const folder = mkdtempSync(join(tmpdir(), 'library-'))
      const { db, config, tasks, events } = server.lectern.context
      const made = await createImportedLibrary({ db, config, tasks, events }, source, theirs!, {
        path: folder,
        name: 'Again',
      })
      const { json } = await server.request('GET', `libraries/${made.uid}`, { as: server.admin })
      expect(json).toMatchObject({ name: 'Again', path: folder, ...settings })
      await server.request('DELETE', `libraries/${made.uid}`, { as: server.admin })
    })
  })
}
