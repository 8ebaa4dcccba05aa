import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { databaseKinds, openTestDatabase } from '../../../test/databases.ts'
import { type BookFilter, compileBookFilter } from '../book/filter.ts'
import { resolveBookFilter } from './resolve-filter.ts'
import { makeTestCatalogue } from './test-catalogue.fixture.ts'

const rare = { op: 'contains', value: 'zzq' } as const

it.skipIf(!databaseKinds().includes('postgres'))(
  'lets PostgreSQL expect few rows of a rare text, and join summaries instead of looking each up',
  async ({ onTestFinished }) => {
    const { db, drop } = await openTestDatabase('postgres')
    onTestFinished(drop)
    const { viewer, books } = await makeTestCatalogue(db, { seriesCount: 60 })
    await sql`analyze`.execute(db.query)
    const planOf = async (filter: BookFilter) => {
      const holds = compileBookFilter(await resolveBookFilter(db, viewer, filter), filter)
      const plan = sql<{ 'QUERY PLAN': string }>`explain select b.id from book b where ${holds}`
      const lines = (await plan.execute(db.query)).rows.map((row) => row['QUERY PLAN'])
      return { text: lines.join('\n'), rows: Number(/rows=(\d+)/.exec(lines[0]!)![1]) }
    }
    for (const filter of [{ text: 'title', test: rare }, { series: { text: 'publisher', test: rare } }] as const)
      expect((await planOf(filter)).rows).toBeLessThan(books.length / 10)
    for (const op of ['contains', 'not contains'] as const)
      expect((await planOf({ text: 'summary', test: { ...rare, op } })).text).not.toContain('SubPlan')
  },
)
