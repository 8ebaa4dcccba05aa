import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { locateInLibrarySync, openFileInLibrary, pathOfOpenFile } from './open-file-in-library.ts'

const place = mkdtempSync(join(realpathSync(tmpdir()), 'verified-'))
const [root, outside] = [join(place, 'library'), join(place, 'library-secret')]
afterAll(() => rmSync(place, { recursive: true }))

beforeEach(() => {
  rmSync(root, { recursive: true, force: true })
  rmSync(outside, { recursive: true, force: true })
  mkdirSync(join(root, 'series'), { recursive: true })
  mkdirSync(outside)
  writeFileSync(join(root, 'series', 'book.cbz'), 'book')
  writeFileSync(join(outside, 'book.cbz'), 'secret')
})

const file = { path: join(root, 'series', 'book.cbz'), root }
async function read(): Promise<string> {
  const handle = await openFileInLibrary(file)
  try {
    return await readFile(pathOfOpenFile(handle, file.path), 'utf8')
  } finally {
    await handle.close()
  }
}
const both = [read, async () => locateInLibrarySync(file).close()]

it('opens what lies in the library, also through a link inside it', async () => {
  expect(await read()).toBe('book')
  renameSync(join(root, 'series'), join(root, 'other'))
  symlinkSync('other', join(root, 'series'))
  expect(await read()).toBe('book')
})

it('does not follow a file that was swapped for a link', async () => {
  rmSync(file.path)
  symlinkSync(join(outside, 'book.cbz'), file.path)
  for (const open of both) await expect(open()).rejects.toMatchObject({ code: 'ENOENT' })
})

it('does not follow a folder that was swapped for a link, nor a folder with a name that begins alike', async () => {
  rmSync(join(root, 'series'), { recursive: true })
  symlinkSync(outside, join(root, 'series'))
  for (const open of both) await expect(open()).rejects.toMatchObject({ code: 'ENOENT' })
})

it('keeps reading the opened file when the path is swapped', async () => {
  const handle = await openFileInLibrary(file)
  rmSync(file.path)
  symlinkSync(join(outside, 'book.cbz'), file.path)
  if (process.platform === 'linux') expect(await readFile(pathOfOpenFile(handle, file.path), 'utf8')).toBe('book')
  await handle.close()
})

it('does not release the locks of a database that a link leads to', async () => {
  const path = join(outside, 'own.db')
  const own = new DatabaseSync(path)
  own.exec('CREATE TABLE kept (id INTEGER); BEGIN IMMEDIATE')
  rmSync(file.path)
  symlinkSync(path, file.path)
  for (const open of both) await expect(open()).rejects.toMatchObject({ code: 'ENOENT' })
  expect(writesFromElsewhere(path)).toBe('database is locked')
  own.close()
})

/** Another process writes to the database: undefined, or what it is told. */
function writesFromElsewhere(path: string): string | undefined {
  const write = `const db = new (require('node:sqlite').DatabaseSync)(process.argv[1])
    try { db.exec('INSERT INTO kept VALUES (1)') } catch (error) { console.log(error.message) }`
  return execFileSync(process.execPath, ['--no-warnings', '-e', write, path], { encoding: 'utf8' }).trim() || undefined
}

it.skipIf(process.platform === 'win32')('opens no pipe: reading it would never end', async () => {
  rmSync(file.path)
  execFileSync('mkfifo', [file.path])
  for (const open of both) await expect(open()).rejects.toMatchObject({ code: 'ENOENT' })
})
