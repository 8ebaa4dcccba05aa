import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { defaultConfig } from '../../config/load-config.ts'
import { databaseFile } from '../../store/open.ts'
import { readPendingRestore, requestRestore, restoreAtStart } from './pending-restore.ts'
import { finishRestoredFile } from './restore-into-new-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-restored-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const put = (name: string, text: string) => writeFileSync(join(folder, name), text)
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8')
const stamp = '2026-01-02T030405'
const old = `lectern.db.before-restore-${stamp}.bak`

it('changes nothing if there is no restored file', async () => {
  put('lectern.db', 'old')
  mkdirSync(join(folder, 'lectern.db.restoring'))
  expect(await finishRestoredFile(folder)).toBeUndefined()
  expect(textOf('lectern.db')).toBe('old')
})

it('replaces the old database and its log, at whatever step a crash happens', async () => {
  put('lectern.db', 'old')
  put('lectern.db-wal', 'old log')
  put(`lectern.db.restored-${stamp}`, 'new')
  expect(await finishRestoredFile(folder)).toBe(join(folder, old))
  expect([textOf('lectern.db'), textOf(old), textOf(`${old}-wal`)]).toEqual(['new', 'old', 'old log'])
  expect(existsSync(join(folder, 'lectern.db-wal'))).toBe(false)
})

it('never leaves the old log beside the new database, and loses no file', async () => {
  // Killed between the two renames, after which a command created an empty database.
  put(old, 'old')
  put('lectern.db', 'empty')
  put('lectern.db-wal', 'old log')
  put(`lectern.db.restored-${stamp}`, 'new')
  await finishRestoredFile(folder)
  expect(readdirSync(folder).sort()).toEqual(['lectern.db', old, `${old}-wal`, `${old}.2`].sort())
  expect([textOf('lectern.db'), textOf(old), textOf(`${old}.2`)]).toEqual(['new', 'old', 'empty'])
})

it('a restore is retried after a crash a limited number of times; then the database stays as it was', async () => {
  const config = { ...defaultConfig(), data_dir: folder }
  const name = 'lectern-2026-01-02T030405.backup.gz'
  writeFileSync(databaseFile(folder), 'old')
  await requestRestore(config, { name, requestedAt: 1, attempts: 2 })
  expect(readPendingRestore(config)).toMatchObject({ name })
  const said: string[] = []
  await restoreAtStart(config, (line) => said.push(line))
  expect(said.join()).toMatch(/interrupted 2 times/)
  expect(readPendingRestore(config)).toBeUndefined()

  // The file no longer exists, so the restore fails, and is not tried at the next start.
  await requestRestore(config, { name, requestedAt: 1 })
  await restoreAtStart(config, (line) => said.push(line))
  expect(said.at(-1)).toMatch(/failed, and nothing was changed/)
  expect(readPendingRestore(config)).toBeUndefined()
  expect(readdirSync(folder)).toEqual(['lectern.db'])
  expect(textOf('lectern.db')).toBe('old')
})
