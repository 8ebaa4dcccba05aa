import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openTestDatabase } from '../../../test/databases.ts'
import { openAccentInsensitiveMatcher, type TextOperator } from '../text/accent-insensitive-matcher.ts'
import { textCondition } from './sql-conditions.ts'

const texts = ['One Piece', 'ONE', 'e', '', 'a\0b', '100% (a)', 'Émigré', '進撃の巨人', 'Ａｂｃ', null]
const values = ['one', 'E', 'piece', '', 'é', 'ne p', 'a', '%', '巨人', 'one piece of eight', 'b']
const operators: TextOperator[] = ['is', 'contains', 'beginsWith', 'endsWith']

it('compares plain letters in SQLite exactly as other texts, without a call for each', async ({ onTestFinished }) => {
  const { db, drop } = await openTestDatabase('sqlite')
  onTestFinished(drop)
  const database = new DatabaseSync(':memory:')
  onTestFinished(() => database.close())
  const matches = openAccentInsensitiveMatcher()
  const called: (string | null)[] = []
  database.function('text_matches', ((operator: string, value: string, text: string | null) => {
    called.push(text)
    return matches(operator, value, text)
  }) as never)
  for (const op of operators) {
    for (const value of values) {
      for (const text of texts) {
        const holds = textCondition('sqlite', sql`t.text`, { op, value })
        const { sql: statement, parameters } = sql`select ${holds} as holds from (select ${text} as text) t`.compile(
          db.query,
        )
        const row = database.prepare(statement).get(...(parameters as string[]))
        expect([op, value, text, row!.holds]).toEqual([op, value, text, matches(op, value, text)])
      }
    }
  }
  expect([...new Set(called)]).toEqual(['a\0b', 'Émigré', '進撃の巨人', 'Ａｂｃ', null])
})
