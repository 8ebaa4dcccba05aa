import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openFileLock, withFileLock } from './file-lock.ts'

it('only one process holds a lock, until it exits or is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-turn-'))
  const file = join(folder, 'tasks.lock')
  const module = new URL('./file-lock.ts', import.meta.url).href
  const code = `const { openFileLock } = await import(${JSON.stringify(module)})
    globalThis.turn = openFileLock(${JSON.stringify(file)})
    console.log(turn.take())
    setInterval(() => {}, 1000)`
  const other = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = (await once(other.stdout, 'data')) as [Buffer]
  expect(String(said)).toContain('true')

  const mine = openFileLock(file)
  expect(mine.take()).toBe(false)
  other.kill('SIGKILL')
  await once(other, 'exit')
  expect(mine.take()).toBe(true)
  expect(openFileLock(file).take()).toBe(false)
  mine.close()
  rmSync(folder, { recursive: true })
})

it('work waits until the lock is free, or until it is no longer wanted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-turn-'))
  const file = join(folder, 'a.lock')
  const done: string[] = []
  const first = withFileLock(file, () => sleep(300).then(() => void done.push('first')))
  const unwanted = withFileLock(file, async () => done.push('unwanted'), { signal: AbortSignal.timeout(50) })
  const second = withFileLock(file, async () => done.push('second'), { onWait: () => done.push('waits') })
  await expect(unwanted).rejects.toThrow('timeout')
  await Promise.all([first, second])
  expect(done).toEqual(['waits', 'first', 'second'])
  rmSync(folder, { recursive: true })
})
