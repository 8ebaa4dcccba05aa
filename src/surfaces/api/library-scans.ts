import { libraries } from '../../contract/libraries.ts'
import { problem } from '../../contract/problems.ts'
import { scanFoldersTask, scanLibraryTask } from '../../scan/tasks.ts'
import type { Db } from '../../store/open.ts'
import { findNewestTask, listTasks, redactTaskForViewer, type TaskView } from '../../store/task/read.ts'
import { bytesToUuid } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { presentScanStatus } from '../present/library.ts'
import { presentTask } from '../present/task.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { readLibrary } from './read-library.ts'

/** Starting, watching and cancelling scans of a library. */
export function mountLibraryScans(api: OpenSurface, { db, tasks }: AppContext): void {
  serve(api, libraries.scan, async ({ params, query, viewer }) => {
    const library = await readLibrary(db, viewer, params.id)
    const { task, isNew } = await tasks.add(scanLibraryTask, { libraryId: library.id, params: { mode: query.mode } })
    if (!isNew) {
      throw problem('conflict', 'A scan of this library is already queued or running.', {
        taskId: bytesToUuid(task.uid),
      })
    }
    return presentTask(task)
  })

  serve(api, libraries.scanStatus, async ({ params, viewer }) => {
    const library = await readLibrary(db, viewer, params.id)
    const scan = await findNewestTask(db, library.id, [scanLibraryTask.type])
    if (!scan) throw problem('not_found', 'This library hasn’t been scanned yet.')
    return presentScanStatus(redactTaskForViewer(scan, viewer), library.uid)
  })

  serve(api, libraries.cancelScan, async ({ params, viewer }) => {
    const library = await readLibrary(db, viewer, params.id)
    const scans = await listUnfinishedScans(db, viewer, library.id)
    if (scans.length === 0) throw problem('not_found', 'No scan of this library is queued or running.')
    for (const scan of scans) await tasks.cancel(scan)
  })

  serve(api, libraries.activeScans, async ({ viewer }) => {
    const found = await Promise.all(
      (['running', 'pending'] as const).map((status) =>
        listTasks(db, viewer, { status, type: scanLibraryTask.type }, { limit: 500, offset: 0 }),
      ),
    )
    return found.flatMap(({ data }) => data.map((task) => presentScanStatus(task, bytesToUuid(task.libraryUid!))))
  })
}

/** Queued or running scans of the library, also those of single folders. */
export async function listUnfinishedScans(db: Db, viewer: Viewer, libraryId: number): Promise<TaskView[]> {
  const found: TaskView[] = []
  for (const type of [scanLibraryTask.type, scanFoldersTask.type]) {
    for (const status of ['pending', 'running'] as const) {
      const filter = { type, status, libraryId }
      found.push(...(await listTasks(db, viewer, filter, { limit: 100, offset: 0 })).data)
    }
  }
  return found
}
