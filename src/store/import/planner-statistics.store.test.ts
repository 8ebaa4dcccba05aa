import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { newUid } from '../uid.ts'
import { storeForeignIds } from './foreign-ids.ts'
import { PlannerStatistics } from './planner-statistics.ts'
import { addImportSource } from './sources.ts'

onBothDatabases((open) => {
  it('counts a table that an import fills, and again when it has grown a lot', async () => {
    const { db } = await open()
    const source = await db.transaction((tx) => addImportSource(tx, { name: 'one', createdBy: null }, 1))
    const statistics = new PlannerStatistics(db)
    let stored = 0
    const store = async (count: number) => {
      const ids = Array.from({ length: count }, () => ({ foreignId: String(++stored), uid: newUid(), state: null }))
      await db.transaction((tx) => storeForeignIds(tx, source.id, 'book', ids))
      await statistics.noteGrowth(['import_id'], count)
      if (db.kind === 'sqlite') return stored
      const { rows } = await sql<{ count: number }>`
        select reltuples::int as count from pg_class where oid = 'import_id'::regclass`.execute(db.query)
      return rows[0]!.count
    }
    const counts = [await store(400), await store(600), await store(500), await store(1500)]
    if (db.kind === 'postgres') expect(counts.slice(1)).toEqual([1000, 1000, 3000])
    else expect(counts).toEqual([400, 1000, 1500, 3000])
  })
})
