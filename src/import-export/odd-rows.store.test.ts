import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeForeignDatabase } from '../../test/fixtures/make-foreign-database.ts'
import { openTestServer, type TestServer } from '../../test/server.ts'
import { expectEveryRowReported, expectNothingNew } from './expect-every-row-once.fixture.ts'
import { openTestImport } from './import-deps.fixture.ts'
import { accounts, codex, files, kavita, stump, type Tables } from './odd-rows.fixture.ts'

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`rows as real databases have them, on ${kind}`, () => {
    let server: TestServer
    beforeAll(async () => {
      server = await openTestServer(kind, files)
      await server.scan()
    })
    afterAll(() => server.close())

    const stored = async () => {
      const tables = [
        'user',
        'progress',
        'completion',
        'reading_session',
        'user_rating',
        'bookmark',
        'annotation',
      ] as const
      const more = ['want_to_read', 'collection', 'read_list', 'read_list_book', 'collection_series'] as const
      const counts: Record<string, number> = {}
      for (const table of [...tables, ...more]) {
        const rows = await server.db.query
          .selectFrom(table)
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
        counts[table] = Number(rows.n)
      }
      return counts
    }

    it.each<[string, Tables, string]>([
      ['Kavita 0.7', kavita(false), 'kavita.db'],
      ['Kavita 0.9', kavita(true), 'kavita.db'],
      ['Codex 1', codex(false), 'codex.db'],
      ['Codex 2', codex(true), 'codex.db'],
      ['Stump 0.0', stump(false), 'stump.db'],
      ['Stump 0.1', stump(true), 'stump.db'],
    ])('%s: every row is imported or explained, once', async (_, tables, name) => {
      const foreign = makeForeignDatabase(tables, { name, wal: true })
      const { run } = await openTestImport(server, foreign.path, { folders: { '/tide': server.library } })
      await expectEveryRowReported(run, tables, accounts)
      const before = await stored()
      await expectNothingNew(run)
      expect(await stored()).toEqual(before)
      foreign.db.close()
    })
  })
}
