import type { AnalyseDeps } from './analyse/analyse-deps.ts'
import { analyseHandlers } from './analyse/analyse-task-handlers.ts'
import { importBookHandlers } from './catalog/files/import-book-handler.ts'
import { purgeMissingBooks, type TrashDeps } from './catalog/trash/purge-missing-books.ts'
import { analyseFileInThread } from './formats/isolate/reading-thread-requests.ts'
import { withFileInLibrary } from './images/open-file-in-library.ts'
import { type ScanTaskDeps, scanHandlers } from './scan/scan-task-handlers.ts'
import { scanFoldersTask } from './scan/tasks.ts'
import { regroupHandlers } from './scan/write/regroup-library.ts'
import { makeStrategiesFor } from './strategies/library-strategies.ts'
import type { TaskHandler } from './tasks/task-kind.ts'

export interface FileTaskHandlerDeps
  extends Omit<AnalyseDeps, 'rulesFor'>,
    Pick<TrashDeps, 'thumbnails'>,
    Pick<ScanTaskDeps, 'afterScan'> {
  settleMs: () => number
}

/** Handlers of the tasks that read folders and files. The worker loads them with the first task that needs one. */
export function buildFileTaskHandlers(deps: FileTaskHandlerDeps): TaskHandler[] {
  const { db, tasks, coalescer, thumbnails, afterScan } = deps
  const withRules = { ...deps, rulesFor: makeStrategiesFor(db) }
  const scanning: ScanTaskDeps = {
    db,
    tasks,
    coalescer,
    get settleMs() {
      return deps.settleMs()
    },
    readPublication: (file) =>
      withFileInLibrary(
        file,
        async (path) => (await analyseFileInThread(deps.threads, path, { limits: deps.limits })).publication,
      ),
    afterScan,
    purge: (library) => purgeMissingBooks({ db, coalescer, thumbnails }, library, { cautious: true }).then(() => {}),
  }
  return [
    ...scanHandlers(scanning),
    ...importBookHandlers({
      db,
      scanFolder: async (libraryId, folder) => {
        await tasks.add(scanFoldersTask, { libraryId, params: { folders: [folder] } })
      },
    }),
    ...regroupHandlers(withRules),
    ...analyseHandlers(withRules),
  ]
}
