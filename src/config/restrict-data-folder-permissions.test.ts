import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { restrictDataFolderPermissions } from './restrict-data-folder-permissions.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-modes-'))
afterAll(() => rmSync(folder, { recursive: true }))

function makeData(name: string, files: string[]): string {
  const data = join(folder, name)
  for (const file of files) {
    mkdirSync(dirname(join(data, file)), { recursive: true })
    writeFileSync(join(data, file), 'x')
    chmodSync(join(data, file), 0o644)
    // Whatever the umask is.
    for (let part = dirname(join(data, file)); part !== folder; part = dirname(part)) chmodSync(part, 0o755)
  }
  return data
}
const modeOf = (...path: string[]) => (statSync(join(...path)).mode & 0o777).toString(8)

test('files that everyone could read become readable only by the server', () => {
  const files = [
    'lectern.db',
    'lectern.db-wal',
    'jwt-secret',
    'tasks.lock',
    'logs/lectern.log',
    'covers/ab/c',
    'cache/x/y',
  ]
  const data = makeData('open', files)
  const warn = vi.fn()
  restrictDataFolderPermissions(data, warn)
  for (const file of files) expect(modeOf(data, file), file).toBe('600')
  for (const part of ['.', 'logs', 'covers', 'covers/ab', 'cache/x']) expect(modeOf(data, part), part).toBe('700')
  expect(warn).not.toHaveBeenCalled()
})

test('files of other users and targets of links are not changed', () => {
  const data = makeData('shared', ['lectern.db', 'holiday.jpg', 'elsewhere/lectern.db'])
  symlinkSync(join(data, 'elsewhere'), join(data, 'covers'))
  restrictDataFolderPermissions(data, vi.fn())
  expect(modeOf(data, 'lectern.db')).toBe('600')
  expect([modeOf(data), modeOf(data, 'holiday.jpg'), modeOf(data, 'elsewhere/lectern.db')]).toEqual([
    '755',
    '644',
    '644',
  ])
})

test('reports what it cannot change', () => {
  const data = makeData('stubborn', ['lectern.db'])
  const warn = vi.fn()
  // As a disk without file modes does.
  restrictDataFolderPermissions(data, warn, () => {})
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('lectern.db and 1 more'))
})
