import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { planSpawn } from './sandbox.ts'

it('ends by itself when the server that started it was killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-plugin-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [packageDir, dataDir] = [join(folder, 'package'), join(folder, 'data')]
  mkdirSync(packageDir)
  mkdirSync(dataDir)
  // Waits for nothing, and does not notice that nobody speaks to it any more.
  writeFileSync(join(packageDir, 'index.mjs'), 'setInterval(() => {}, 1000)')
  const launch = { command: 'node', args: ['index.mjs'], env: {}, packageDir, dataDir, heapMegabytes: 64 }
  const { file, args } = planSpawn({ ...launch, allowedCommands: [] })
  const server = `
    const { spawn } = require('node:child_process')
    const { pid } = spawn(${JSON.stringify(file)}, ${JSON.stringify(args)}, { stdio: 'ignore', env: {} })
    console.log(pid)
    setInterval(() => {}, 1000)`
  const parent = spawn(process.execPath, ['-e', server], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = Number(String(line))
  onTestFinished(() => {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  })
  // It has to have begun before it can notice anything.
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(isAlive(pid)).toBe(true)
  parent.kill('SIGKILL')
  await expect.poll(() => isAlive(pid), { timeout: 30_000 }).toBe(false)
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
