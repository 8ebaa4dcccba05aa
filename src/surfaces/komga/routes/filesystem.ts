import { readdir } from 'node:fs/promises'
import { dirname, isAbsolute, join, parse } from 'node:path'
import { readFoldersHiddenFrom } from '../../../catalog/libraries/folders-hidden-from-viewer.ts'
import { inspectFolder } from '../../../catalog/libraries/inspect-folder.ts'
import { server } from '../../../contract/komga/server.ts'
import { validationProblem } from '../../../contract/problems.ts'
import { libraryReads, likelyMountPointOf } from '../../../images/limit-library-reads.ts'
import { serve } from '../../serve.ts'
import type { KomgaContext } from '../komga-context.ts'

/** The folders of the server, for choosing one for a library. */
export function mountFilesystem({ surface, context }: KomgaContext): void {
  serve(surface, server.filesystem, async ({ body, viewer }) => {
    const path = body?.path ?? ''
    if (path === '') return { directories: [{ type: 'directory', name: '/', path: '/' }], files: [] }
    if (!isAbsolute(path) || path.includes('\0'))
      throw validationProblem([{ path: 'path', message: 'Path must be absolute' }])
    const folder = (await inspectFolder(path))?.path
    const closed = await readFoldersHiddenFrom(context.db, viewer)
    if (!folder || closed.isUnknown(folder)) {
      throw validationProblem([{ path: 'path', message: 'Path does not exist' }])
    }
    const list = () => readdir(folder, { withFileTypes: true }).catch(() => [])
    const entries = closed.has(folder) ? [] : await libraryReads.run(likelyMountPointOf(folder), list)
    const shown = entries
      .filter((entry) => !entry.name.startsWith('.') && !closed.isUnknown(join(folder, entry.name)))
      .map((entry) => ({
        type: entry.isDirectory() ? 'directory' : 'file',
        name: entry.name,
        path: join(folder, entry.name),
      }))
      .sort((a, b) => a.name.localeCompare(b.name))
    const parent = parse(folder).root === folder ? '' : dirname(folder)
    const itemsOfType = (type: string) => shown.filter((one) => one.type === type)
    return { parent, directories: itemsOfType('directory'), files: body?.showFiles ? itemsOfType('file') : [] }
  })
}
