import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readServerLog } from './read-server-log.ts'
import { logFilePaths, openRotatingLogFile } from './rotating-log-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-log-'))
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

const line = (n: number) => `${JSON.stringify({ level: 30, time: n, msg: `line ${n}` })}\n`
const read = (after?: string) => readServerLog(folder, { level: 'info', limit: 100, after })
const told = async (after?: string) => (await read(after)).lines.map(({ time }) => time)

test('a full file is moved away by one process, and the others follow it into the new one', async () => {
  const one = openRotatingLogFile(folder, 100)
  const other = openRotatingLogFile(folder, 100)
  one.write(line(1))
  other.write(line(2))
  const { cursor } = await read()
  for (let n = 3; n < 6; n++) one.write(line(n))
  vi.advanceTimersByTime(1500)
  other.write(line(6))
  one.write(line(7))
  expect(readFileSync(logFilePaths(folder).current, 'utf8')).toBe(line(6) + line(7))
  expect(await told()).toEqual([1, 2, 3, 4, 5, 6, 7])
  // A reader from before the rotation still gets every line exactly once.
  expect(await told(cursor)).toEqual([3, 4, 5, 6, 7])
})

test('a line is read only when it is complete', async () => {
  const file = openRotatingLogFile(folder)
  file.write(line(1) + line(2).slice(0, 10))
  const first = await read()
  expect(first.lines).toHaveLength(1)
  file.write(line(2).slice(10))
  expect(await told(first.cursor)).toEqual([2])
})
