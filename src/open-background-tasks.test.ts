import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { defaultConfig } from './config/load-config.ts'
import { openEvents } from './events/events.ts'
import { openBackgroundTasks } from './open-background-tasks.ts'
import { scanLibraryTask } from './scan/tasks.ts'
import { openDatabase } from './store/open.ts'

test('the thread for tasks starts when work begins, so that the server has loaded before it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-open-work-'))
  const db = await openDatabase({ dataDir, writes: 'inline' })
  const events = openEvents({})
  const wake = vi.fn()
  const startThread = vi.fn(() => ({
    link: { wake, cancel: () => {} },
    librariesChanged: () => {},
    pluginCall: () => {},
    close: async () => {},
  }))
  const options = { db, events, bus: undefined, onPluginAnswer: () => {}, onError: () => {}, startThread }
  const work = openBackgroundTasks({ ...defaultConfig(), data_dir: dataDir }, { ...options, runsTasks: true })
  work.tasks.wake()
  expect(startThread).not.toHaveBeenCalled()

  await work.begin([])
  work.tasks.wake()
  expect(wake).toHaveBeenCalledTimes(1)

  // A task left by a server that was killed.
  await work.tasks.add(scanLibraryTask, { libraryId: 1, params: { mode: 'normal' } })
  await db.transaction((tx) => tx.updateTable('task').set({ status: 'running' }).execute())
  wake.mockClear()
  const next = openBackgroundTasks({ ...defaultConfig(), data_dir: dataDir }, { ...options, runsTasks: true })
  await next.begin([])
  expect(wake).toHaveBeenCalledTimes(1)
  await next.close()

  const elsewhere = openBackgroundTasks({ ...defaultConfig(), data_dir: dataDir }, { ...options, runsTasks: false })
  const nowhere = join(dataDir, 'nowhere')
  await expect(elsewhere.begin([nowhere])).rejects.toThrow(`--library ${nowhere}: There is no folder`)
  await elsewhere.begin([])
  expect(startThread).toHaveBeenCalledTimes(2)
  await expect(elsewhere.begin([dataDir])).rejects.toThrow(
    `--library ${dataDir}: This folder contains the server’s own`,
  )
  mkdirSync(join(dataDir, 'books'))
  await expect(elsewhere.begin([join(dataDir, 'books')])).rejects.toThrow('inside the server’s own data folder')
  await work.close()
  await elsewhere.close()
  await db.close()
  rmSync(dataDir, { recursive: true })
})
