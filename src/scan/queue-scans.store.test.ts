import { expect, it } from 'vitest'
import { onBothDatabases } from '../../test/databases.ts'
import { makeLibrary } from '../../test/rows.ts'
import { openTasks } from '../tasks/tasks.ts'
import { queueScanAfterChange } from './queue-scans.ts'

onBothDatabases((open) => {
  it('changes during a scan are scanned after it, earlier changes by the scan itself', async () => {
    const { db } = await open()
    const { id } = await db.transaction((tx) => makeLibrary(tx))
    const tasks = openTasks({ db, events: { emit: () => {} }, link: { wake: () => {}, cancel: () => {} } })
    const queue = async () => {
      const rows = await db.query.selectFrom('task').select(['type', 'status']).orderBy('id').execute()
      return rows.map(({ type, status }) => `${type} ${status}`)
    }
    await queueScanAfterChange(tasks, id)
    await queueScanAfterChange(tasks, id)
    expect(await queue()).toEqual(['scan_library pending'])
    await db.transaction((tx) => tx.updateTable('task').set({ status: 'running' }).execute())
    await queueScanAfterChange(tasks, id)
    expect(await queue()).toEqual(['scan_library running', 'scan_folders pending'])
  })
})
