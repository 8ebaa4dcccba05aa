import { readdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, parse } from 'node:path'
import {
  type FoldersHiddenFromViewer,
  readFoldersHiddenFrom,
} from '../../catalog/libraries/folders-hidden-from-viewer.ts'
import { inspectFolder, inspectFolderQuickly } from '../../catalog/libraries/inspect-folder.ts'
import { countBooksInFolder, likelyBookFolders, readMountPoints } from '../../catalog/libraries/likely-book-folders.ts'
import { refuseRelativePath } from '../../catalog/libraries/refuse-relative-path.ts'
import { type FileSystemEntry, filesystem, type SuggestedFolder } from '../../contract/filesystem.ts'
import { validationProblem } from '../../contract/problems.ts'
import { libraryReads, likelyMountPointOf } from '../../images/limit-library-reads.ts'
import type { AppContext } from '../app-context.ts'
import { type OpenSurface, serve } from '../serve.ts'

/** Only the names of folders: enough to choose one, without revealing its content. */
export function mountFilesystem(api: OpenSurface, { db }: Pick<AppContext, 'db'>): void {
  serve(api, filesystem.browse, async ({ query, viewer }) => {
    const closed = await readFoldersHiddenFrom(db, viewer)
    const folder = await openFolder(query.path ?? homedir(), closed)
    const isTop = parse(folder).root === folder
    return {
      currentPath: folder,
      parentPath: isTop ? null : dirname(folder),
      entries: closed.has(folder) ? [] : (await foldersIn(folder)).filter(({ path }) => !closed.isUnknown(path)),
    }
  })

  serve(api, filesystem.suggestedFolders, async ({ viewer, reply }) => {
    const closed = await readFoldersHiddenFrom(db, viewer)
    const leaves = new AbortController()
    reply.raw.once('close', () => leaves.abort())
    const found = await Promise.all(
      likelyBookFolders(await readMountPoints()).map((path) => inspectFolderQuickly(path)),
    )
    const places = new Map(found.flatMap((place) => (place && !closed.has(place.path) ? [[place.path, place]] : [])))
    const counted = await Promise.all(
      [...places.values()].map(async ({ path, isReadable }): Promise<SuggestedFolder> => {
        // The count would reveal books that this user may not see.
        const mayCount = isReadable && !closed.touch(path)
        const seen = mayCount ? await countBooksInFolder(path, { signal: leaves.signal }) : undefined
        return { path, isReadable, bookCount: seen?.count ?? null, isMore: seen?.isMore ?? false }
      }),
    )
    // Folders without books aren't suggested; users who want to start with an empty folder browse to it.
    return counted.filter(({ bookCount, isMore }) => bookCount !== 0 || isMore)
  })

  serve(api, filesystem.drives, async () => (await Promise.all(drives().map((path) => describe(path, path)))).flat())
}

/** The folder with links resolved: shows the real path. */
async function openFolder(path: string, closed: FoldersHiddenFromViewer): Promise<string> {
  refuseRelativePath(path)
  const wrong = (message: string) => validationProblem([{ path: 'path', message }])
  const folder = await inspectFolder(path)
  if (!folder || closed.isUnknown(folder.path)) throw wrong('There is no folder at this path on the server.')
  if (!folder.isReadable) throw wrong('The server is not allowed to read this folder.')
  return folder.path
}

async function foldersIn(folder: string): Promise<FileSystemEntry[]> {
  const entries = await libraryReads.run(likelyMountPointOf(folder), () =>
    readdir(folder, { withFileTypes: true }).catch(() => []),
  )
  const names = entries
    .filter((entry) => (entry.isDirectory() || entry.isSymbolicLink()) && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .sort((a, b) => collator.compare(a, b))
  const found = await Promise.all(names.slice(0, MAX_FOLDERS).map((name) => describe(name, join(folder, name))))
  return found.flat()
}

async function describe(name: string, path: string): Promise<FileSystemEntry[]> {
  const folder = await inspectFolderQuickly(path)
  return folder ? [{ name, isDirectory: true, ...folder }] : []
}

/** The starting points. The caller skips those that don't exist. */
function drives(): string[] {
  if (process.platform !== 'win32') return [...new Set(['/', homedir()])]
  return Array.from({ length: 26 }, (_, n) => `${String.fromCharCode(65 + n)}:\\`)
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
const MAX_FOLDERS = 5000
