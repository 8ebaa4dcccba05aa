import { type RawBuilder, sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { databaseKinds, openTestDatabase } from '../../../test/databases.ts'
import { makeBook, makeLibrary, makeSeries } from '../../../test/rows.ts'
import type { Db } from '../open.ts'
import { holdsWordsAndPairs, matchingPassages } from './find-in-postgres.ts'
import { parseTextQuery } from './query.ts'
import { holdsWordPairs } from './word-pairs.ts'
import { MAX_PASSAGES_PER_BOOK } from './write.ts'

const PASSAGES = 4000

/** Every fourth passage holds both words, every sixteenth next to each other. */
async function makePassages(): Promise<{ db: Db; first: number }> {
  const { db, drop } = await openTestDatabase('postgres')
  onTestFinished(drop)
  const first = await db.transaction(async (tx) => {
    const book = await makeBook(tx, await makeSeries(tx, await makeLibrary(tx)))
    const first = book.id * MAX_PASSAGES_PER_BOOK
    const numbers = sql`generate_series(0, ${sql.lit(PASSAGES - 1)}) as n`
    await sql`insert into book_text (id, book_id, place, body)
      select ${sql.lit(first)} + n, ${book.id}, '{}', '' from ${numbers}`.execute(tx)
    await sql`insert into text_search (id, words) select ${sql.lit(first)} + n, (case
      when n % 16 = 0 then '''white'':1 ''whale'':2' when n % 4 = 0 then '''white'':1,3 ''ship'':2 ''whale'':5 ''sail'':4'
      else '''ship'':1' end)::tsvector from ${numbers}`.execute(tx)
    return first
  })
  await sql`analyze text_search`.execute(db.query)
  return { db, first }
}

async function planOf(db: Db, query: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(db.query)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

describe.runIf(databaseKinds().includes('postgres'))('a phrase in PostgreSQL', () => {
  it('is looked for in the passages that were given, instead of all those that hold the words', async () => {
    const { db, first } = await makePassages()
    const ids = Array.from({ length: PASSAGES / 4 }, (_, n) => first + 4 * n)
    const matching = matchingPassages(ids, "'white' <-> 'whale'")
    const plan = await planOf(db, matching)
    expect(plan).not.toContain('text_search_words')
    expect(plan).toMatch(/Subquery Scan[^\n]*\n\s*Filter: \(f\.words @@/)
    const { rows } = await matching.execute(db.query)
    expect(rows).toHaveLength(PASSAGES / 16)
    expect(Number(rows[0]!.id)).toBe(first + PASSAGES - 16)
  })

  it('is found by its pairs of adjacent words, which are not computed again', async () => {
    const { db, first } = await makePassages()
    const ids = async (words: string[]) => {
      const holds = holdsWordPairs({ words, isPrefix: false, isCharacter: false })
      const query = sql<{ id: number }>`select f.id from text_search f where ${holds}`
      expect(await planOf(db, query)).toMatch(/Bitmap Index Scan on text_search_pairs/)
      return (await query.execute(db.query)).rows.map(({ id }) => Number(id) - first)
    }
    const every = (step: number) => Array.from({ length: PASSAGES / step }, (_, n) => step * n)
    expect(await ids(['white', 'whale'])).toEqual(every(16))
    expect(await ids(['white', 'ship', 'white'])).toEqual(every(4).filter((n) => n % 16 !== 0))
    expect(await ids(['whale', 'white'])).toEqual([])
  })

  it('is found by its rare words, too, because each number of a pair stands for many pairs', async () => {
    const { db } = await makePassages()
    const planFor = async (sampled: string) => {
      const sample = { ofAll: [sampled], ofSearched: [sampled] }
      const holds = await holdsWordsAndPairs(db, { query: parseTextQuery('"white whale"'), options: {}, sample })
      return planOf(db, sql`select f.id from text_search f where ${holds}`)
    }
    expect(await planFor('the white ship')).toContain("words @@ '''whale'''::tsquery")
    expect(await planFor('the whale was white')).not.toContain('words @@')
  })
})
