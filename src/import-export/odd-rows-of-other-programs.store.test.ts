import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeForeignDatabase } from '../../test/fixtures/make-foreign-database.ts'
import { openTestServer, type TestServer } from '../../test/server.ts'
import { expectEveryRowReported, expectNothingNew } from './expect-every-row-once.fixture.ts'
import { openTestImport } from './import-deps.fixture.ts'
import { calibreAccounts, calibreWebAccounts, oddCalibre, oddCalibreWeb } from './odd-calibre-rows.fixture.ts'
import { komgaAccounts, oddKomga } from './odd-komga-rows.fixture.ts'
import { files, type Tables } from './odd-rows.fixture.ts'

interface Program {
  name: string
  tables: Tables
  /** Calibre's, beside those of Calibre-Web. */
  beside?: Tables
  file: string
  accounts: Record<string, string>
}

const programs: Program[] = [true, false].flatMap((isNew) => {
  const age = isNew ? 'new' : 'old'
  return [
    { name: `${age} Komga`, tables: oddKomga(isNew), file: 'database.sqlite', accounts: komgaAccounts },
    { name: `${age} Calibre`, tables: oddCalibre(isNew), file: 'metadata.db', accounts: calibreAccounts },
    {
      name: `${age} Calibre-Web`,
      tables: oddCalibreWeb(isNew),
      beside: oddCalibre(isNew),
      file: 'app.db',
      accounts: calibreWebAccounts,
    },
    { name: `${age} Calibre-Web alone`, tables: oddCalibreWeb(isNew), file: 'app.db', accounts: calibreWebAccounts },
  ]
})

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`odd rows of Komga, Calibre and Calibre-Web, on ${kind}`, () => {
    let server: TestServer
    beforeAll(async () => {
      server = await openTestServer(kind, files)
      await server.scan()
    })
    afterAll(() => server.close())

    it.each(programs)('$name: every row is imported or explained, once', async (program) => {
      const { tables, beside, file, accounts } = program
      const foreign = makeForeignDatabase(tables, { name: file, wal: true })
      if (beside) makeForeignDatabase(beside, { name: 'metadata.db', folder: foreign.folder }).db.close()
      const root = file === 'metadata.db' ? foreign.folder : '/tide'
      const { run } = await openTestImport(server, foreign.path, { folders: { [root]: server.library } })
      await expectEveryRowReported(run, tables, accounts)
      await expectNothingNew(run)
      foreign.db.close()
    })

    it('imports an account without its address if that is none', async () => {
      const { json } = await server.request('GET', 'users?search=no%20address', { as: server.admin })
      expect(json.data).toMatchObject([{ username: 'no address', email: null }])
    })

    it('limits whoever may only see a label without a name', async () => {
      const { json } = await server.request('GET', 'users?search=limited', { as: server.admin })
      expect(json.data).toMatchObject([{ sharingTags: [{ accessMode: 'allow' }] }])
      expect(json.data[0].sharingTags).toHaveLength(1)
    })
  })
}
