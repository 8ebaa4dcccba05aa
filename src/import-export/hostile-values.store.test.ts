import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeForeignDatabase } from '../../test/fixtures/make-foreign-database.ts'
import { openTestServer, type TestServer } from '../../test/server.ts'
import { expectEveryRowReported, expectNothingNew } from './expect-every-row-once.fixture.ts'
import { openTestImport } from './import-deps.fixture.ts'
import { calibreAccounts, calibreWebAccounts, oddCalibre, oddCalibreWeb } from './odd-calibre-rows.fixture.ts'
import { komgaAccounts, oddKomga } from './odd-komga-rows.fixture.ts'
import { accounts, codex, files, kavita, type Row, stump, type Tables } from './odd-rows.fixture.ts'

const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
/** Wrong types, and what JSON, dates, texts and numbers can be at worst. */
const hostileValues: Row[string][] = [
  ...[null, '', 0, -7, 1.5e300, Number.POSITIVE_INFINITY, 2 ** 53 - 1, 'x'.repeat(3000), 'a\u0000b', '__proto__'],
  ...[new Uint8Array([0, 255, 254, 1]), new Uint8Array(16).fill(9), '{"a":', deep(4000), '"\\ud800\\u0000"'],
  ...[
    '{"href":"\\ud800\\u0000","locations":{"progression":"x"}}',
    '[1,null,{"name":null,"role":7}]',
    '{"constructor":1}',
  ],
  ...['-4712-01-01', '9999-12-31 23:59:59', '12345-01-01', '../../etc/passwd', 'file:///%E0%A4%A', '🏴‍☠️'],
]

const programs: { name: string; tables: Tables; beside?: Tables; file: string; counted: Record<string, string> }[] = [
  { name: 'Komga', tables: oddKomga(true), file: 'database.sqlite', counted: komgaAccounts },
  { name: 'Kavita', tables: kavita(true), file: 'kavita.db', counted: accounts },
  { name: 'Codex', tables: codex(true), file: 'codex.db', counted: accounts },
  { name: 'Stump 0.0', tables: stump(false), file: 'stump.db', counted: accounts },
  { name: 'Stump 0.1', tables: stump(true), file: 'stump.db', counted: accounts },
  { name: 'Calibre', tables: oddCalibre(true), file: 'metadata.db', counted: calibreAccounts },
  {
    ...{ name: 'Calibre-Web', tables: oddCalibreWeb(true), beside: oddCalibre(true) },
    ...{ file: 'app.db', counted: calibreWebAccounts },
  },
]
const SEEDS = [1, 2]

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`databases with hostile values, on ${kind}`, () => {
    let server: TestServer
    beforeAll(async () => {
      server = await openTestServer(kind, files)
      await server.scan()
    })
    afterAll(() => server.close())

    const cases = programs.flatMap((program) => SEEDS.map((seed) => ({ ...program, seed })))
    it.each(cases)('$name (seed $seed): every row is imported or explained', async (program) => {
      const { beside, file, counted, seed } = program
      const random = randomNumbers(seed)
      const tables = spoil(program.tables, random)
      const foreign = makeForeignDatabase(tables, { name: file })
      foreign.db.close()
      if (beside) makeForeignDatabase(spoil(beside, random), { name: 'metadata.db', folder: foreign.folder }).db.close()
      const root = file === 'metadata.db' ? foreign.folder : '/tide'
      const { run } = await openTestImport(server, foreign.path, { folders: { [root]: server.library } })
      await expectEveryRowReported(run, tables, counted)
      await expectNothingNew(run)
      expect((await server.request('GET', 'books', { as: server.admin })).status).toBe(200)
    })
  })
}

/** Every tenth value becomes a hostile one. */
function spoil(tables: Tables, random: () => number): Tables {
  const value = (given: Row[string]) =>
    random() < 0.1 ? hostileValues[Math.floor(random() * hostileValues.length)]! : given
  const row = (given: Row): Row => Object.fromEntries(Object.entries(given).map(([name, one]) => [name, value(one)]))
  return Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.map(row)]))
}

/** The same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed * 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
