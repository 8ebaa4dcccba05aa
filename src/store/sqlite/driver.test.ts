import { Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tables } from '../tables.ts'
import { sqliteDialect } from './driver.ts'

test('a limit is written out, everything else stays a parameter', () => {
  const db = new Kysely<Tables>({
    dialect: sqliteDialect({ run: () => ({ rows: [], changes: 0, insertId: 0 }) }, () => {}),
  })
  const { sql: text, parameters } = db
    .selectFrom('book')
    .select('id')
    .where('library_id', '=', 3)
    .limit(50)
    .offset(100)
    .compile()
  expect(text).toBe('select "id" from "book" where "library_id" = ? limit 50 offset ?')
  expect(parameters).toEqual([3, 100])
  const counted = db.selectFrom('book').select('id').limit(sql<number>`(select 1)`).compile()
  expect(counted.sql).toContain('limit (select 1)')
})
