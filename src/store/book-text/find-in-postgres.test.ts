import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { databaseKinds, openTestDatabase } from '../../../test/databases.ts'
import { makeBook, makeLibrary, makeSeries } from '../../../test/rows.ts'
import { matchingPassages } from './find-in-postgres.ts'
import { MAX_PASSAGES_PER_BOOK } from './write.ts'

const PASSAGES = 4000

it.runIf(databaseKinds().includes('postgres'))(
  'checks the passages it was given, instead of all those that hold the words',
  async () => {
    const { db, drop } = await openTestDatabase('postgres')
    onTestFinished(drop)
    const first = await db.transaction(async (tx) => {
      const book = await makeBook(tx, await makeSeries(tx, await makeLibrary(tx)))
      const first = book.id * MAX_PASSAGES_PER_BOOK
      const numbers = sql`generate_series(0, ${sql.lit(PASSAGES - 1)}) as n`
      await sql`insert into book_text (id, book_id, place, body)
        select ${sql.lit(first)} + n, ${book.id}, '{}', '' from ${numbers}`.execute(tx)
      // Every fourth holds both words, every sixteenth next to each other.
      await sql`insert into text_search (id, words) select ${sql.lit(first)} + n, (case
        when n % 16 = 0 then '''white'':1 ''whale'':2' when n % 4 = 0 then '''white'':1 ''whale'':9'
        else '''ship'':1' end)::tsvector from ${numbers}`.execute(tx)
      return first
    })
    await sql`analyze text_search`.execute(db.query)
    const ids = Array.from({ length: PASSAGES / 4 }, (_, n) => first + 4 * n)
    const matching = matchingPassages(ids, "'white' <-> 'whale'")
    const { rows: plan } = await sql<{ 'QUERY PLAN': string }>`explain ${matching}`.execute(db.query)
    const steps = plan.map((row) => row['QUERY PLAN']).join('\n')
    expect(steps).not.toContain('text_search_words')
    expect(steps).toMatch(/Subquery Scan[^\n]*\n\s*Filter: \(f\.words @@/)
    const { rows } = await matching.execute(db.query)
    expect(rows).toHaveLength(PASSAGES / 16)
    expect(Number(rows[0]!.id)).toBe(first + PASSAGES - 16)
  },
)
