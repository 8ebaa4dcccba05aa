import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openTestDatabase } from '../../../test/databases.ts'
import { makeLibrary } from '../../../test/rows.ts'
import type { Tasks } from '../../tasks/tasks.ts'
import { watchLibraries } from './watch-libraries.ts'

it('a library is watched once even if two calls start watching it at the same time', async () => {
  const { db, drop } = await openTestDatabase('sqlite')
  const root = mkdtempSync(join(tmpdir(), 'lectern-watch-'))
  const [add, onError] = [vi.fn(async () => {}), vi.fn()]
  const watch = watchLibraries({ db, tasks: { add } as never as Tasks, isOn: () => true, onError, quietMs: 10 })
  onTestFinished(async () => {
    await watch.close()
    await drop()
    rmSync(root, { recursive: true })
  })
  await db.transaction((tx) => makeLibrary(tx, { path: root }))
  await Promise.all([watch.follow(), watch.follow()])
  mkdirSync(join(root, 'New'))
  await expect.poll(() => add.mock.calls.length).toBe(1)
  // A second watcher would have fired at the same moment.
  await sleep(100)
  expect(add).toHaveBeenCalledOnce()
  expect(onError).not.toHaveBeenCalled()
})
