import { deleteUnusedThumbnailsTask } from '../../catalog/covers/delete-unused-thumbnails.ts'
import { checkLibraryFolder, libraryColumnsOf, newLibraryFields } from '../../catalog/libraries/check-library-input.ts'
import { parseExcludedPatterns } from '../../catalog/libraries/excluded-paths.ts'
import { readFoldersHiddenFrom, readLibraryRootsForViewer } from '../../catalog/libraries/folders-hidden-from-viewer.ts'
import { indexTextTask } from '../../catalog/text-search/index-text-task.ts'
import { purgeMissingBooks } from '../../catalog/trash/purge-missing-books.ts'
import { libraries } from '../../contract/libraries.ts'
import { validationProblem } from '../../contract/problems.ts'
import { bookFormats } from '../../formats/book-formats.ts'
import { previewScan } from '../../scan/preview-scan.ts'
import { queueAfterOptionsChange, queueScanAfterChange } from '../../scan/queue-scans.ts'
import { regroupLibraryTask, scanLibraryTask } from '../../scan/tasks.ts'
import { type LibraryView, listLibraries } from '../../store/library/read.ts'
import { deleteLibrary, insertLibrary, type LibraryFields, updateLibrary } from '../../store/library/write.ts'
import { revisionForViewer } from '../../store/revision.ts'
import { bytesToUuid, uuidToBytes } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { answerWithRevisionEtag } from '../edge/etag.ts'
import { presentLibrary } from '../present/library.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { listUnfinishedScans } from './library-scans.ts'
import { readLibrary } from './read-library.ts'

export function mountLibraries(api: OpenSurface, context: AppContext): void {
  const { db, tasks, events } = context

  serve(api, libraries.list, async ({ viewer, request, reply }) => {
    const revision = await revisionOf(viewer)
    return answerWithRevisionEtag({ request, reply }, revision, async () =>
      (await listLibraries(db, viewer)).map((library) => presentLibrary(library, viewer)),
    )
  })

  serve(api, libraries.create, async ({ body, viewer }) => {
    const fields = newLibraryFields(body)
    const path = await checkLibraryFolder(
      body.path,
      await readLibraryRootsForViewer(db, viewer),
      context.config.data_dir,
    )
    const { id, uid } = await db.transaction((tx) => insertLibrary(tx, { ...fields, path }, viewer))
    events.emit({ type: 'library_created', libraryId: bytesToUuid(uid) }, { libraryId: id })
    if (body.scanImmediately ?? true) await tasks.add(scanLibraryTask, { libraryId: id, params: { mode: 'normal' } })
    return presentLibrary(await readLibrary(db, viewer, bytesToUuid(uid)), viewer)
  })

  serve(api, libraries.preview, async ({ body, viewer }) => {
    const hidden = await readFoldersHiddenFrom(db, viewer)
    const root = await checkLibraryFolder(body.path, [], context.config.data_dir, hidden.isUnknown)
    if (hidden.touch(root)) {
      throw validationProblem([{ path: 'path', message: 'This folder contains books you don’t have access to.' }])
    }
    const { seriesStrategy: name, seriesConfig: config } = libraryColumnsOf({
      seriesStrategy: body.seriesStrategy,
      seriesConfig: body.seriesConfig,
      excludedPatterns: body.excludedPatterns,
    })
    const allowedFormats = body.allowedFormats?.length ? body.allowedFormats : bookFormats
    const rules = { allowedFormats, excludedPatterns: parseExcludedPatterns(body.excludedPatterns ?? []) }
    return previewScan(root, rules, { name: name!, config })
  })

  serve(api, libraries.read, async ({ params, viewer, request, reply }) => {
    // The revision first: data read after it can only be newer.
    const revision = await revisionOf(viewer)
    const library = await readLibrary(db, viewer, params.id)
    return answerWithRevisionEtag({ request, reply }, revision, () => presentLibrary(library, viewer))
  })

  serve(api, libraries.update, async ({ params, body, viewer }) => {
    const library = await readLibrary(db, viewer, params.id)
    const fields = libraryColumnsOf(body, library)
    if (body.path !== undefined) {
      const others = (await readLibraryRootsForViewer(db, viewer)).filter((other) => other.id !== library.id)
      fields.path = await checkLibraryFolder(body.path, others, context.config.data_dir)
    }
    await db.transaction((tx) => updateLibrary(tx, library.id, fields))
    await queueTasksAfterChange(tasks, library, fields)
    events.emit({ type: 'library_updated', libraryId: library.uid }, { libraryId: library.id })
    return presentLibrary(await readLibrary(db, viewer, params.id), viewer)
  })

  serve(api, libraries.remove, async ({ params, viewer, request }) => {
    const library = await readLibrary(db, viewer, params.id)
    request.audited = { targetName: library.name }
    for (const scan of await listUnfinishedScans(db, viewer, library.id)) await tasks.cancel(scan)
    await deleteLibrary(db, library.id)
    await tasks.add(deleteUnusedThumbnailsTask, {})
    events.emit({ type: 'library_deleted', libraryId: library.uid }, { libraryId: library.id })
  })

  serve(api, libraries.purge, async ({ params, viewer, request }) => {
    const library = await readLibrary(db, viewer, params.id)
    request.audited = { targetType: 'library', targetName: library.name }
    const trash = { db, coalescer: events, thumbnails: context.images.thumbnails }
    const { deleted } = await purgeMissingBooks(trash, { id: library.id, uid: uuidToBytes(library.uid) }, { viewer })
    return deleted
  })

  async function revisionOf(viewer: Viewer): Promise<string> {
    return `libraries-${viewer.userId}-${await revisionForViewer(db, viewer, 'catalog', 'access')}`
  }
}

/** If the folder or its organisation changes, the books are updated in the background. */
async function queueTasksAfterChange(
  tasks: AppContext['tasks'],
  before: LibraryView,
  after: Partial<LibraryFields>,
): Promise<void> {
  const isChanged = (field: keyof LibraryFields & keyof LibraryView) =>
    after[field] !== undefined && JSON.stringify(after[field]) !== JSON.stringify(before[field])
  if (STRATEGY_FIELDS.some(isChanged)) await tasks.add(regroupLibraryTask, { libraryId: before.id })
  if (after.metadataOptions)
    await queueAfterOptionsChange(tasks, before.id, before.metadataOptions, after.metadataOptions)
  if (isChanged('textSearch')) await tasks.add(indexTextTask, { libraryId: before.id })
  if ((['path', 'allowedFormats', 'excludedPatterns'] as const).some(isChanged))
    await queueScanAfterChange(tasks, before.id)
}

/** What decides which series, title and number a file gets. */
const STRATEGY_FIELDS = [
  'seriesStrategy',
  'seriesConfig',
  'bookStrategy',
  'bookConfig',
  'numberStrategy',
  'numberConfig',
  'titleRules',
] as const
