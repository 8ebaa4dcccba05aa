import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/databases.ts'
import { facetCondition } from './facet-conditions.ts'
import { combineWithAnd } from './sql-conditions.ts'

test('on SQLite, the tags of a book are read once, however many names a part of a tag matches', async () => {
  const { db, drop } = await openTestDatabase('sqlite')
  const planFor = async (ids: number[]) => {
    const found = { kind: db.kind, userId: 1, ids: () => ids }
    const test = { op: 'contains', value: 'a' } as const
    const holds = ['book', 'series'].map((entity) =>
      facetCondition(found, entity as 'book', sql.ref(entity === 'book' ? 'b.id' : 'b.series_id'), 'tag', test),
    )
    const { rows } = await sql<{ detail: string }>`explain query plan
      select b.id from book b where ${combineWithAnd(holds)}`.execute(db.query)
    return rows.map(({ detail }) => detail).filter((detail) => detail.startsWith('SEARCH g'))
  }
  expect(await planFor([1, 2, 3])).toEqual([
    'SEARCH g USING COVERING INDEX book_tag_back (book_id=?)',
    'SEARCH g USING COVERING INDEX series_tag_back (series_id=?)',
  ])
  expect((await planFor([1])).every((detail) => detail.includes('tag_id=?'))).toBe(true)
  await drop()
})
