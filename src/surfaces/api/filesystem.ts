import { access, constants, readdir, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, parse } from 'node:path'
import { type FileSystemEntry, filesystem } from '../../contract/filesystem.ts'
import { invalid } from '../../contract/problems.ts'
import { readClosedFolders } from '../../scan/closed-folders.ts'
import type { House } from '../house.ts'
import { type OpenSurface, serve } from '../serve.ts'

/** Folders only, and only their names: enough to choose one, and nothing of what is in it. */
export function mountFilesystem(api: OpenSurface, { db }: Pick<House, 'db'>): void {
  serve(api, filesystem.browse, async ({ query, viewer }) => {
    const folder = await openFolder(query.path ?? homedir())
    const isClosed = (await readClosedFolders(db, viewer)).has(folder)
    const isTop = parse(folder).root === folder
    return {
      currentPath: folder,
      parentPath: isTop ? null : dirname(folder),
      entries: isClosed ? [] : await foldersIn(folder),
    }
  })

  serve(api, filesystem.drives, async () => Promise.all((await drives()).map((path) => describe(path, path))))
}

/** The folder itself, links resolved: what is shown is where one really is. */
async function openFolder(path: string): Promise<string> {
  const wrong = (message: string) => invalid([{ path: 'path', message }])
  if (!isAbsolute(path) || path.includes('\0')) throw wrong('must be an absolute path')
  const folder = await realpath(path).catch(() => undefined)
  if (!folder || !(await stat(folder)).isDirectory()) throw wrong('there is no such folder')
  if (!(await isReadable(folder))) throw wrong('the server may not read this folder')
  return folder
}

async function foldersIn(folder: string): Promise<FileSystemEntry[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const names = entries
    .filter((entry) => (entry.isDirectory() || entry.isSymbolicLink()) && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .sort((a, b) => collator.compare(a, b))
  const found: FileSystemEntry[] = []
  for (const name of names.slice(0, MOST)) {
    const path = await realpath(join(folder, name)).catch(() => undefined)
    if (!path) continue
    const isDirectory = await stat(path).then(
      (stats) => stats.isDirectory(),
      () => false,
    )
    if (isDirectory) found.push(await describe(name, path))
  }
  return found
}

async function describe(name: string, path: string): Promise<FileSystemEntry> {
  return { name, path, isDirectory: true, isReadable: await isReadable(path) }
}

const isReadable = (path: string) =>
  access(path, constants.R_OK | constants.X_OK).then(
    () => true,
    () => false,
  )

async function drives(): Promise<string[]> {
  if (process.platform !== 'win32') return ['/', homedir()].filter((path, index, all) => all.indexOf(path) === index)
  const letters = Array.from({ length: 26 }, (_, n) => `${String.fromCharCode(65 + n)}:\\`)
  const there = await Promise.all(
    letters.map((letter) =>
      access(letter).then(
        () => true,
        () => false,
      ),
    ),
  )
  return letters.filter((_, index) => there[index])
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
const MOST = 5000
