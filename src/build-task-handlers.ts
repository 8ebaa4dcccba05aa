import {
  analyseBookTask,
  drawCoversTask,
  finaliseSeriesTask,
  readArtworkAndListsTask,
  retitleSeriesTask,
} from './analyse/tasks.ts'
import { createBackupHandler } from './catalog/backups/backup-task.ts'
import { deleteUnusedThumbnailsHandler } from './catalog/covers/delete-unused-thumbnails.ts'
import { duplicateHandlers } from './catalog/duplicates/find-duplicates.ts'
import { importBookTask } from './catalog/files/import-task.ts'
import { indexTextTask } from './catalog/text-search/index-text-task.ts'
import { trashHandlers } from './catalog/trash/purge-task.ts'
import type { Config } from './config/settings.ts'
import type { CatalogueEventCoalescer } from './events/coalesce-catalogue-events.ts'
import type { Events } from './events/events.ts'
import type { ReadingThreads } from './formats/isolate/reading-threads.ts'
import type { Limits } from './formats/limits.ts'
import { openConfiguredPictures, type openConfiguredThumbnails } from './images/configured-stores.ts'
import { importStepTask, importWaitingTask } from './import-export/import-task.ts'
import type { PluginCalls } from './plugins/bus-calls/call-plugin.ts'
import {
  autoMatchTask,
  dismissForUserTask,
  pollSourceTask,
  recommendForUserTask,
  syncForUserTask,
} from './plugins/tasks.ts'
import { regroupLibraryTask, scanFoldersTask, scanLibraryTask } from './scan/tasks.ts'
import type { Db } from './store/open.ts'
import { loadHandlersLazily } from './tasks/lazy-handlers.ts'
import { pruneTasksHandler } from './tasks/prune-tasks.ts'
import type { TaskHandler } from './tasks/task-kind.ts'
import type { Tasks } from './tasks/tasks.ts'

export interface TaskHandlerDeps {
  db: Db
  config: Config
  events: Pick<Events, 'emit'>
  tasks: Tasks
  coalescer: CatalogueEventCoalescer
  threads: ReadingThreads
  limits: Limits
  /** How many books are analysed at the same time. */
  width: number
  thumbnails: ReturnType<typeof openConfiguredThumbnails>
  /** False draws no covers while analysing. */
  withCovers: boolean
  afterScan(libraryId: string): Promise<void>
  plugins(): Promise<PluginCalls>
  onError: (error: unknown) => void
}

/** Whoever does each kind of task. What most servers seldom do is loaded with the first task that needs it. */
export function buildTaskHandlers(deps: TaskHandlerDeps): TaskHandler[] {
  const { db, config, tasks, coalescer, threads, limits, thumbnails } = deps
  return [
    ...loadHandlersLazily(
      [
        [scanLibraryTask, 'scan'],
        [scanFoldersTask, 'scan'],
        [regroupLibraryTask, 'scan'],
        [importBookTask, 'scan'],
        [analyseBookTask, 'analyse'],
        [finaliseSeriesTask, 'series'],
        [drawCoversTask, 'other'],
        [retitleSeriesTask, 'series'],
        [readArtworkAndListsTask, 'other'],
      ],
      () => loadFileHandlers(deps),
    ),
    ...loadHandlersLazily(
      [
        [pollSourceTask, 'plugin'],
        [autoMatchTask, 'plugin'],
        [syncForUserTask, 'plugin'],
        [recommendForUserTask, 'plugin'],
        [dismissForUserTask, 'plugin'],
      ],
      async () => {
        const { buildPluginHandlers } = await import('./build-plugins.ts')
        return buildPluginHandlers({ ...(await openEditing(deps)), plugins: deps.plugins })
      },
    ),
    ...loadHandlersLazily([[indexTextTask, 'text']], async () => {
      const { indexTextHandler } = await import('./catalog/text-search/update-text-index.ts')
      const before = [scanLibraryTask, scanFoldersTask, regroupLibraryTask, analyseBookTask].map(({ type }) => type)
      return [indexTextHandler({ db, threads, limits, before })]
    }),
    ...loadHandlersLazily(
      [
        [importWaitingTask, 'other'],
        [importStepTask, 'other'],
      ],
      async () => {
        const { waitingImportsHandler } = await import('./import-export/waiting-imports.ts')
        const { importStepHandler } = await import('./import-export/import-step-handler.ts')
        const editing = { ...(await openEditing(deps)), tasks }
        return [waitingImportsHandler(editing), importStepHandler(editing)]
      },
    ),
    ...trashHandlers({ db, coalescer, thumbnails }),
    ...duplicateHandlers({ db }),
    deleteUnusedThumbnailsHandler({ db, thumbnails }),
    createBackupHandler({ db, config }),
    pruneTasksHandler(db, [analyseBookTask.type, finaliseSeriesTask.type]),
  ]
}

async function loadFileHandlers(deps: TaskHandlerDeps): Promise<TaskHandler[]> {
  const { db, config, events, thumbnails } = deps
  const { buildFileTaskHandlers } = await import('./build-file-task-handlers.ts')
  const coverOptions = () => ({
    small: config.images.thumbnail_size,
    quality: config.images.quality,
    maxPixels: config.limits.image_pixels,
  })
  return buildFileTaskHandlers({
    ...deps,
    // One more than can be drawn: each has a whole picture in memory, and a second one waiting gains no speed.
    readAtOnce: deps.width + 1,
    settleMs: () => config.scanner.settle_seconds * 1000,
    covers: deps.withCovers ? { thumbnails, options: coverOptions } : undefined,
    artwork: deps.withCovers
      ? { config, db, events, images: { thumbnails, pictures: openConfiguredPictures(config) } }
      : undefined,
  })
}

/** What imports and plugins need to change the catalogue as a person would. */
async function openEditing({ db, config, events, tasks, thumbnails }: TaskHandlerDeps) {
  const { openCurationLibraryRules } = await import('./surfaces/api/curation-library-rules.ts')
  const images = { thumbnails, pictures: openConfiguredPictures(config) }
  return { db, config, events, images, libraryRules: openCurationLibraryRules({ db, config, tasks }) }
}
