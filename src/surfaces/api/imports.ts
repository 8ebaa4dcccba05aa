import { stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { type Import, imports } from '../../contract/imports.ts'
import { problem, validationProblem } from '../../contract/problems.ts'
import { createImportedLibrary } from '../../import-export/create-imported-library.ts'
import { importStepTask } from '../../import-export/import-source-tasks.ts'
import { mapSiblingFolders } from '../../import-export/map-sibling-folders.ts'
import type { StoredSummary } from '../../import-export/read-import-source.ts'
import { removeSourceFiles } from '../../import-export/source-files.ts'
import { findUndoableImport } from '../../import-export/undo-import.ts'
import {
  addImportSource,
  changeImportSource,
  deleteImportSource,
  findImportSource,
  listImportSources,
} from '../../store/import/sources.ts'
import { findLibrary } from '../../store/library/read.ts'
import { listTasks, type TaskView } from '../../store/task/read.ts'
import { uuidToBytes } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { presentLibrary } from '../present/library.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { mountImportRuns } from './import-runs.ts'
import { mountImportUploads } from './import-uploads.ts'
import { importOptionsOf, isUnderWay, presentImport } from './present-import.ts'
import { requireImport, requireReadImport } from './require-import.ts'

/** Importing from other servers. The work itself is a task; `import-export/` does it. */
export function mountImports(api: OpenSurface, context: AppContext): void {
  const { db, config, tasks, events } = context

  serve(api, imports.list, async ({ viewer }) => {
    const newest = await newestTasks(viewer)
    // Without a name it is still being uploaded, or its upload was interrupted.
    const sources = (await listImportSources(db)).filter(({ name }) => name !== '')
    const last = await findUndoableImport(config, sources)
    return sources.map((source) => presentImport(source, newest.get(source.uid), source === last))
  })

  serve(api, imports.create, async ({ body, viewer, request }) => {
    const { path, kind } = body
    if (!isAbsolute(path))
      throw validationProblem([{ path: 'path', message: 'must be an absolute path on the server' }])
    if (!(await stat(path).catch(() => undefined)))
      throw validationProblem([{ path: 'path', message: `There is no file or folder at ${path}.` }])
    request.audited = { targetType: 'import', targetName: path }
    const { id, uid } = await db.transaction((tx) =>
      addImportSource(tx, { name: path, createdBy: viewer.userId }, Date.now()),
    )
    const { task } = await tasks.add(importStepTask, { params: { id: uid, step: 'read', path, kind } })
    return presentImport((await findImportSource(db, { id }))!, task, false)
  })

  mountImportUploads(api, context)
  mountImportRuns(api, context)

  serve(api, imports.read, ({ params, viewer }) => show(params.id, viewer))

  serve(api, imports.change, async ({ params, body, viewer }) => {
    const source = await requireImport(db, params.id)
    const before = importOptionsOf(source)
    const options = { ...before, ...body }
    const stored = source.summary as StoredSummary
    if (body.folders && stored.libraries)
      options.folders = await mapSiblingFolders(db, stored.libraries, before.folders, body.folders)
    // If it has run, it would run automatically with the new options. Where a folder is, it may know: what waited for
    // its library is imported.
    const isOnlyWhere = Object.keys(body).every((name) => name === 'folders')
    const summary = isOnlyWhere ? stored : { ...stored, awaitsPerson: true }
    await db.transaction((tx) => changeImportSource(tx, source.id, { options, summary }, Date.now()))
    return show(params.id, viewer)
  })

  serve(api, imports.createLibrary, async ({ params, body, viewer, request }) => {
    const source = await requireImport(db, params.id)
    requireReadImport(source)
    const { libraries } = source.summary as StoredSummary
    const theirs = libraries.find(
      ({ id, path }) => id === body.libraryId && (body.theirs === undefined || path === body.theirs),
    )
    if (!theirs) throw validationProblem([{ path: 'libraryId', message: 'The import has no such library.' }])
    const { path, name } = body
    const made = await createImportedLibrary({ db, config, tasks, events }, source, theirs, { path, name, viewer })
    request.audited = { targetType: 'library', targetUid: made.uid, targetName: name ?? theirs.name }
    return presentLibrary((await findLibrary(db, viewer, uuidToBytes(made.uid)))!, viewer)
  })

  serve(api, imports.remove, async ({ params, viewer }) => {
    const source = await requireImport(db, params.id)
    const task = (await newestTasks(viewer)).get(source.uid)
    if (task && isUnderWay(task)) throw problem('conflict', 'This import is running. Cancel its task first.')
    await db.transaction((tx) => deleteImportSource(tx, source.id))
    await removeSourceFiles(config, source.uid)
  })

  async function show(id: string, viewer: Viewer): Promise<Import> {
    const source = await requireImport(db, id)
    const last = await findUndoableImport(config, await listImportSources(db))
    return presentImport(source, (await newestTasks(viewer)).get(source.uid), last?.id === source.id)
  }

  /** The newest task of each import, by the import's id. */
  async function newestTasks(viewer: Viewer): Promise<Map<unknown, TaskView>> {
    const { data } = await listTasks(db, viewer, { type: importStepTask.type }, { limit: 500, offset: 0 })
    return new Map(data.reverse().map((task) => [task.params.id, task]))
  }
}
