import {
  analyseBookTask,
  finaliseSeriesTask,
  generateThumbnailsTask,
  rereadLibraryFilesTask,
  retitleSeriesTask,
} from './analyse/tasks.ts'
import { createBackupHandler } from './catalog/backups/create-backup-task.ts'
import { deleteUnusedThumbnailsHandler } from './catalog/covers/delete-unused-thumbnails.ts'
import { duplicateHandlers } from './catalog/duplicates/find-duplicates.ts'
import { importBookTask } from './catalog/files/import-book-task.ts'
import { indexTextTask } from './catalog/text-search/index-text-task.ts'
import { purgeMissingBooksHandlers } from './catalog/trash/purge-missing-books-task.ts'
import type { Config } from './config/settings.ts'
import type { CatalogueEventCoalescer } from './events/coalesce-catalogue-events.ts'
import type { Events } from './events/events.ts'
import type { ReadingThreadPool } from './formats/isolate/reading-thread-pool.ts'
import type { Limits } from './formats/limits.ts'
import { openConfiguredPictureStore, type openConfiguredThumbnailStore } from './images/configured-stores.ts'
import { importStepTask, resumeWaitingImportsTask } from './import-export/import-source-tasks.ts'
import type { PluginCalls } from './plugins/bus-calls/plugin-bus.ts'
import {
  autoMatchTask,
  dismissRecommendationTask,
  pollReleaseSourceTask,
  recommendForUserTask,
  syncForUserTask,
} from './plugins/tasks.ts'
import { regroupLibraryTask, scanFoldersTask, scanLibraryTask } from './scan/tasks.ts'
import type { Db } from './store/open.ts'
import { loadHandlersLazily } from './tasks/lazy-handlers.ts'
import { pruneTaskHistoryHandler } from './tasks/prune-task-history.ts'
import type { TaskHandler } from './tasks/task-kind.ts'
import type { Tasks } from './tasks/tasks.ts'

export interface TaskHandlerDeps {
  db: Db
  config: Config
  events: Pick<Events, 'emit'>
  tasks: Tasks
  coalescer: CatalogueEventCoalescer
  threads: ReadingThreadPool
  limits: Limits
  /** How many books are analysed at the same time. */
  width: number
  thumbnails: ReturnType<typeof openConfiguredThumbnailStore>
  /** If false, analysing draws no covers. */
  withCovers: boolean
  afterScan(libraryId: string): Promise<void>
  plugins(): Promise<PluginCalls>
  onError: (error: unknown) => void
}

/**
 * The handler of each kind of task. Those that most servers seldom need are loaded with the first task that needs them.
 */
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
        [generateThumbnailsTask, 'other'],
        [retitleSeriesTask, 'series'],
        [rereadLibraryFilesTask, 'other'],
      ],
      () => loadFileHandlers(deps),
    ),
    ...loadHandlersLazily(
      [
        [pollReleaseSourceTask, 'plugin'],
        [autoMatchTask, 'plugin'],
        [syncForUserTask, 'plugin'],
        [recommendForUserTask, 'plugin'],
        [dismissRecommendationTask, 'plugin'],
      ],
      async () => {
        const { buildPluginTaskHandlers } = await import('./build-plugin-host.ts')
        return buildPluginTaskHandlers({ ...(await openEditing(deps)), plugins: deps.plugins })
      },
    ),
    ...loadHandlersLazily([[indexTextTask, 'text']], async () => {
      const { indexTextHandler } = await import('./catalog/text-search/update-text-index.ts')
      const before = [scanLibraryTask, scanFoldersTask, regroupLibraryTask, analyseBookTask].map(({ type }) => type)
      return [indexTextHandler({ db, threads, limits, before })]
    }),
    ...loadHandlersLazily(
      [
        [resumeWaitingImportsTask, 'other'],
        [importStepTask, 'other'],
      ],
      async () => {
        const { resumeWaitingImportsHandler } = await import('./import-export/resume-waiting-imports-handler.ts')
        const { importStepHandler } = await import('./import-export/import-step-handler.ts')
        const { makeKoreaderPositionToLocator } = await import('./images/koreader-position-to-locator.ts')
        const koreaderPositionToLocator = makeKoreaderPositionToLocator(threads, limits)
        const editing = { ...(await openEditing(deps)), koreaderPositionToLocator, tasks }
        return [resumeWaitingImportsHandler(editing), importStepHandler(editing)]
      },
    ),
    ...purgeMissingBooksHandlers({ db, coalescer, thumbnails }),
    ...duplicateHandlers({ db }),
    deleteUnusedThumbnailsHandler({ db, thumbnails }),
    createBackupHandler({ db, config }),
    pruneTaskHistoryHandler(db, [analyseBookTask.type, finaliseSeriesTask.type]),
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
    // One more than can be drawn: each holds a whole picture in memory, and a second one waiting gains no speed.
    readAtOnce: deps.width + 1,
    settleMs: () => config.scanner.settle_seconds * 1000,
    covers: deps.withCovers ? { thumbnails, options: coverOptions } : undefined,
    artwork: deps.withCovers
      ? { config, db, events, images: { thumbnails, pictures: openConfiguredPictureStore(config) } }
      : undefined,
  })
}

/** What imports and plugins need to change the catalogue as a user would. */
async function openEditing({ db, config, events, tasks, thumbnails }: TaskHandlerDeps) {
  const { openMetadataEditHooks } = await import('./surfaces/api/metadata-edit-hooks.ts')
  const images = { thumbnails, pictures: openConfiguredPictureStore(config) }
  return { db, config, events, images, metadataEditHooks: openMetadataEditHooks({ db, config, tasks }) }
}
