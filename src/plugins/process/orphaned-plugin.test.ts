import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { endOrphanedPlugins } from './end-orphaned-plugins.ts'

/** Starts a process that starts a plugin with this code as a server does, and that can be killed like one. */
async function startServerWithPlugin(code: string) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lectern-plugin-')))
  const [packageDir, dataDir] = [join(folder, 'package'), join(folder, 'data')]
  mkdirSync(packageDir)
  mkdirSync(dataDir)
  const running = join(dataDir, 'running')
  const sayRunning = `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(running)}, '')\n`
  writeFileSync(join(packageDir, 'index.mjs'), sayRunning + code)
  const launch = { command: 'node', args: ['index.mjs'], env: {}, packageDir, dataDir, heapMegabytes: 64 }
  const server = `
    import { spawn } from 'node:child_process'
    import { planSpawn } from ${JSON.stringify(join(import.meta.dirname, 'sandbox.ts'))}
    const { file, args } = planSpawn(${JSON.stringify({ ...launch, allowedCommands: [] })})
    console.log(spawn(file, args, { stdio: 'ignore', env: {} }).pid)
    setInterval(() => {}, 1000)`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', server], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = Number(String(line))
  onTestFinished(() => {
    parent.kill('SIGKILL')
    if (isAlive(pid)) process.kill(pid, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  // The plugin must be running before it can notice anything.
  await expect.poll(() => existsSync(running)).toBe(true)
  expect(isAlive(pid)).toBe(true)
  return { pid, folder, kill: () => parent.kill('SIGKILL') }
}

it('exits when the server that started it was killed', async () => {
  // Doesn't read its input, so it doesn't notice that the server is gone.
  const { pid, kill } = await startServerWithPlugin('setInterval(() => {}, 1000)')
  kill()
  await expect.poll(() => isAlive(pid)).toBe(false)
})

it.runIf(process.platform === 'linux')(
  'is ended by the next server where it is busy for ever, whatever it calls itself',
  async () => {
    const { pid, folder, kill } = await startServerWithPlugin(`process.title = 'other'; for (;;) {}`)
    expect(endOrphanedPlugins(folder)).toEqual([])
    kill()
    await expect.poll(() => endOrphanedPlugins(folder)).toEqual([pid])
    await expect.poll(() => isAlive(pid)).toBe(false)
  },
)

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
