import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openTaskLock } from './task-lock.ts'

it('only one process runs the tasks of a data folder, until it exits or is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-turn-'))
  const module = new URL('./task-lock.ts', import.meta.url).href
  const code = `const { openTaskLock } = await import(${JSON.stringify(module)})
    globalThis.turn = openTaskLock(${JSON.stringify(folder)})
    console.log(turn.take())
    setInterval(() => {}, 1000)`
  const other = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = (await once(other.stdout, 'data')) as [Buffer]
  expect(String(said)).toContain('true')

  const mine = openTaskLock(folder)
  expect(mine.take()).toBe(false)
  other.kill('SIGKILL')
  await once(other, 'exit')
  expect(mine.take()).toBe(true)
  expect(openTaskLock(folder).take()).toBe(false)
  mine.close()
  rmSync(folder, { recursive: true })
})
