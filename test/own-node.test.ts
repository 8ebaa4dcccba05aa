import { execFile, spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'lectern-own-node-'))
afterAll(() => rmSync(folder, { recursive: true }))
const run = promisify(execFile)
const bin = join(import.meta.dirname, '..', 'bin')
const source = new URL('../src/', import.meta.url)

test.skipIf(process.platform === 'win32')('our own Node is found where npm made no command of it', async () => {
  const own = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  for (const made of [dirname(own), join(folder, 'node_modules', '.bin'), join(folder, 'bin')]) {
    mkdirSync(made, { recursive: true })
  }
  symlinkSync(process.execPath, own)
  for (const file of ['own-node.js', 'run-own-node.js']) copyFileSync(join(bin, file), join(folder, 'bin', file))
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  writeFileSync(
    join(folder, 'say.ts'),
    'const said: string = process.argv[2] ?? ""\nconsole.log(process.argv0, said, process.env.SETTING ?? "")\n',
  )

  const { stdout } = await run(process.execPath, ['bin/own-node.js', 'say.ts', 'hello'], { cwd: folder })
  expect(stdout).toMatch(/bin\/node hello \n$/)
  expect(existsSync(join(folder, 'node_modules', '.bin', 'node'))).toBe(true)

  const script =
    "import { runOwnNode } from './bin/run-own-node.js'; await runOwnNode(['say.ts', 'hi'], { SETTING: 'set' })"
  const again = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: folder })
  expect(again.stdout).toMatch(/bin\/node hi set\n$/)
})

test.skipIf(process.platform === 'win32')('a server ends when the Node that started ours is killed', async () => {
  writeFileSync(
    join(folder, 'serve.mjs'),
    `import { endWithLauncher } from '${join(bin, 'run-own-node.js')}'
    endWithLauncher()
    process.on('SIGTERM', () => (console.log('ended'), process.exit()))
    console.log('served', process.env.OWN_NODE_LAUNCHER)
    setTimeout(() => process.exit(), 60_000)`,
  )
  // As Node 20, which cannot become another program.
  const script = `process.execve = undefined
    const { runOwnNode } = await import('${join(bin, 'run-own-node.js')}')
    await runOwnNode(['serve.mjs'])`
  const launcher = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: folder })
  const lines = createInterface({ input: launcher.stdout })[Symbol.asyncIterator]()
  expect((await lines.next()).value).toBe('served undefined')
  launcher.kill('SIGKILL')
  expect((await lines.next()).value).toBe('ended')
})

test('the first start compiles all, so that neither the server nor its threads load the compiler', async () => {
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') }
  const asked = run(process.execPath, [join(bin, 'lectern.js'), 'migrat'], { cwd: folder, env })
  await expect(asked).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('did you mean migrate?') })

  const script = `
    process.argv = ['node', 'main.ts', 'help']
    for (const name of ['formats/epub/read-epub.ts', 'main.ts']) await import(new URL(name, '${source}'))
    console.log(process.moduleLoadList.some((name) => name.includes('amaro')))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: folder, env })
  expect(stdout).toMatch(/false\n$/)
})
