import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { postgresSchemaTypes, sqliteSchemaTypes } from '../dialect/schema-types.ts'
import { addTask } from '../task/add.ts'
import { taskTypes } from './0051-task-types.ts'

onBothDatabases((open, kind) => {
  it('tasks that wait under an old name run under the new one', async () => {
    const { db } = await open()
    for (const type of ['settle_series', 'reshelve_library', 'scan_library'])
      await db.transaction((tx) => addTask(tx, { type, key: type, priority: 1, maxAttempts: 1 }))
    await db.transaction(async (tx) => {
      const steps = taskTypes.statements(kind === 'sqlite' ? sqliteSchemaTypes : postgresSchemaTypes)
      for (const step of steps) await sql.raw(step).execute(tx)
    })
    const tasks = await db.query.selectFrom('task').select('type').orderBy('id').execute()
    expect(tasks.map(({ type }) => type)).toEqual(['update_series', 'regroup_library', 'scan_library'])
  })
})
