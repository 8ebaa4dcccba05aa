import { linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BookImportPlan } from './plan-book-import.ts'
import { putFileIntoLibrary } from './put-file-into-library.ts'

let folder: string
let plan: BookImportPlan
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const put = (name: string, text: string) => writeFileSync(join(folder, name), text)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-import-'))
  mkdirSync(join(folder, 'library'))
  put('new.cbz', 'new')
  const [source, target] = [join(folder, 'new.cbz'), join(folder, 'library/1.cbz')]
  plan = { source, target, path: '1.cbz', folder: '', replaced: undefined, isNew: true }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test.each(['copy', 'move', 'hardlink'] as const)(
  'brings a file in by %s and leaves nothing else behind',
  async (mode) => {
    await putFileIntoLibrary(plan, mode, async () => {})
    expect(read('library/1.cbz')).toBe('new')
    expect(readdirSync(join(folder, 'library'))).toEqual(['1.cbz'])
    expect(readdirSync(folder)).toEqual(mode === 'move' ? ['library'] : ['library', 'new.cbz'])
  },
)

test('if another file appears at the target meanwhile, both it and the source stay', async () => {
  const late = async () => put('library/1.cbz', 'theirs')
  await expect(putFileIntoLibrary(plan, 'move', late)).rejects.toThrow('A file with this name already exists.')
  expect([read('library/1.cbz'), read('new.cbz')]).toEqual(['theirs', 'new'])
  expect(readdirSync(join(folder, 'library'))).toEqual(['1.cbz'])
})

test('a hard link left by a killed import is not written through to its source', async () => {
  put('other.cbz', 'other')
  linkSync(join(folder, 'other.cbz'), join(folder, `library/.1.cbz.${process.pid}.part`))
  await putFileIntoLibrary(plan, 'copy', async () => {})
  expect([read('library/1.cbz'), read('other.cbz')]).toEqual(['new', 'other'])
})

test('a replaced file is deleted last', async () => {
  put('library/old.cbz', 'old')
  const replaced = join(folder, 'library/old.cbz')
  const fails = async () => {
    throw new Error('no')
  }
  await expect(putFileIntoLibrary({ ...plan, replaced }, 'move', fails)).rejects.toThrow('no')
  expect(readdirSync(join(folder, 'library'))).toEqual(['old.cbz'])
  await putFileIntoLibrary({ ...plan, replaced }, 'move', async () => {})
  expect(readdirSync(join(folder, 'library'))).toEqual(['1.cbz'])
})
