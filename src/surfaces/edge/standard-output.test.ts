import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { tempFiles } from '../../../test/fixtures/temp-files.ts'
import { openStandardOutput } from './standard-output.ts'

const write = tempFiles()

function openFile(path: string): number {
  const fd = openSync(path, 'w')
  onTestFinished(() => closeSync(fd))
  return fd
}

test('writes whole lines at once', () => {
  const path = write('log.txt', Buffer.alloc(0))
  const output = openStandardOutput(openFile(path))
  output.write('one\n')
  expect(readFileSync(path, 'utf8')).toBe('one\n')
  output.write(`${'ü'.repeat(300_000)}\n`)
  expect(readFileSync(path, 'utf8')).toHaveLength(300_005)
})

test.skipIf(process.platform === 'win32')(
  'a pipe that nobody reads any more holds the server up only once',
  async () => {
    const program = `
    const { openStandardOutput } = await import(${JSON.stringify(join(import.meta.dirname, 'standard-output.ts'))})
    // Writes that would block fail instead.
    process.stdout._handle.setBlocking(false)
    const output = openStandardOutput()
    for (let i = 0; i < 400; i += 1) output.write('x'.repeat(10_000))
    process.exit(7)`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 15_000,
    })
    child.stdout.pause()
    expect(await new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)))).toBe(7)
  },
)

test.skipIf(!existsSync('/dev/full'))('a log on a full disk stops neither the server nor its end', async () => {
  const program = `
    const { openLogger } = await import(${JSON.stringify(join(import.meta.dirname, 'server-logger.ts'))})
    const log = openLogger({ level: 'info', pretty: false })
    for (let i = 0; i < 50; i += 1) log.info('a line')
    log.fatal('the last one')
    setTimeout(() => process.exit(7), 50)`
  const full = openFile('/dev/full')
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', full, 'ignore'],
    timeout: 20_000,
  })
  expect(await new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)))).toBe(7)
})
