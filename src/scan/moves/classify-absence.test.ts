import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { classifyAbsence, isCertainlyRemoved } from './classify-absence.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lectern-taken-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const day = 86_400_000
const now = Date.now()
const seen = { from: now - day, until: now + day }
const how = (path: string, when = seen) => classifyAbsence(root, path, when)
const changedAt = (folder: string, time: number) => utimesSync(join(root, folder), time / 1000, time / 1000)

it('a file was removed if its folder has changed since the last scan', () => {
  mkdirSync(join(root, 'Saga'))
  expect(how('Saga/1.cbz')).toBe('file')
  changedAt('Saga', now - 2 * day)
  expect(how('Saga/1.cbz')).toBeUndefined()
})

it('if the folder is gone, the one above it decides, and only for few missing files', () => {
  expect(how('Saga/Volume/1.cbz')).toBe('folder')
  expect([isCertainlyRemoved('folder', 50), isCertainlyRemoved('folder', 51), isCertainlyRemoved('file', 51)]).toEqual([
    true,
    false,
    true,
  ])
  changedAt('', now - 2 * day)
  expect(how('Saga/Volume/1.cbz')).toBeUndefined()
})

it('a folder that was created since is taken for the mount point of a missing disk', ({ skip }) => {
  mkdirSync(join(root, 'nas'))
  skip(statSync(join(root, 'nas')).birthtimeMs === 0, 'this disk does not say when a folder was made')
  expect(how('nas/Saga/1.cbz', { from: now - day, until: now - day })).toBeUndefined()
})

it('a broken link, a missing root and an existing file leave it undecided', () => {
  symlinkSync(join(root, 'nowhere'), join(root, 'linked'))
  expect(how('linked/1.cbz')).toBeUndefined()
  writeFileSync(join(root, '1.cbz'), '')
  expect(how('1.cbz')).toBeUndefined()
  rmSync(root, { recursive: true })
  expect(how('1.cbz')).toBeUndefined()
})
