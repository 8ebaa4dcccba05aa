import { describe, expect, it } from 'vitest'
import { makeForeignDatabase } from '../../../test/fixtures/make-foreign-database.ts'
import { oddCalibre, oddCalibreWeb } from '../odd-calibre-rows.fixture.ts'
import { oddKomga } from '../odd-komga-rows.fixture.ts'
import { codex, kavita, stump, type Tables } from '../odd-rows.fixture.ts'
import type { ImportRecord, SourceKind } from '../records.ts'
import { knownSchemas } from './known-schemas.fixture.ts'
import { read } from './read.fixture.ts'

interface Program {
  kind: Exclude<SourceKind, 'lectern'>
  file: string
  tables: Tables
  /** Tables whose rows are imported only if something names them: words, settings, and versions of the schema. */
  words: string
}

const programs: Program[] = [
  { kind: 'komga', file: 'database.sqlite', tables: oddKomga(true), words: 'flyway_schema_history' },
  { kind: 'kavita', file: 'kavita.db', tables: kavita(true), words: '__EFMigrationsHistory Genre Tag AspNetRoles' },
  {
    ...{ kind: 'codex', file: 'codex.db', tables: codex(true) },
    words: 'seaql_migrations genres tags access_group_sharing_tags',
  },
  { kind: 'stump', file: 'stump.db', tables: stump(true), words: 'seaql_migrations library_configs' },
  { kind: 'calibre', file: 'metadata.db', tables: oddCalibre(true), words: 'library_id custom_columns' },
  { kind: 'calibre-web', file: 'app.db', tables: oddCalibreWeb(true), words: 'settings archived_book' },
]

/** What an import's report counts. */
const countRows = (records: readonly ImportRecord[]): number =>
  records.reduce((total, one) => {
    const members = one.type === 'collection' || one.type === 'readList' ? one.memberIds.length : 0
    return total + members + (one.type === 'skipped' ? (one.rows ?? 1) : 1)
  }, 0)

describe.each(programs)('$kind', ({ kind, file, tables, words }) => {
  const rowsOf = async (changed: Tables) => {
    const { path, db } = makeForeignDatabase({ ...tables, ...changed }, { name: file, userVersion: 27 })
    db.close()
    return countRows((await read(path, kind)).records)
  }

  it('counts rows that belong to nothing, in every table', async () => {
    const before = await rowsOf({})
    const uncounted: string[] = []
    for (const [table, text] of Object.entries(knownSchemas[kind] as Record<string, string>)) {
      const columns = text.split(/\s+/).filter((column) => column !== '')
      const strays = [1, 2, 3].map((n) => Object.fromEntries(columns.map((column) => [column, `stray ${column} ${n}`])))
      const found = (await rowsOf({ [table]: [...(tables[table] ?? []), ...strays] })) - before
      if (found < strays.length) uncounted.push(table)
    }
    expect(uncounted.sort()).toEqual(words.split(' ').sort())
  }, 120_000)
})
