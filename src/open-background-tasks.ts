import { basename } from 'node:path'
import { checkLibraryFolder, newLibraryFields } from './catalog/libraries/check-library-input.ts'
import type { Config } from './config/settings.ts'
import { Problem, problem } from './contract/problems.ts'
import type { Events } from './events/events.ts'
import type { MessageBus } from './events/message-bus.ts'
import { releaseMemory } from './runtime/release-memory.ts'
import { releaseAllMemory } from './runtime/release-memory-when-idle.ts'
import { queueScansOnStart } from './scan/scan-schedules.ts'
import { scanLibraryTask } from './scan/tasks.ts'
import { type LibraryWatch, watchLibraries } from './scan/watch/watch-libraries.ts'
import { readAllLibraryRoots } from './store/library/read.ts'
import { insertLibrary } from './store/library/write.ts'
import type { Db } from './store/open.ts'
import { hasAnyUnfinishedTask } from './store/task/count-unfinished.ts'
import { readNextDueTime } from './store/task/due-tasks.ts'
import { bytesToUuid } from './store/uid.ts'
import { openRemoteWorkerLink } from './tasks/remote-worker-link.ts'
import { type StartTaskThread, startTaskThread, type TaskThread } from './tasks/task-thread.ts'
import { openTasks, type Tasks, type WorkerLink } from './tasks/tasks.ts'

export interface BackgroundTasks {
  tasks: Tasks
  /** Creates libraries for folders that have none yet, and queues the scans that run on start. */
  begin(folders: readonly string[]): Promise<void>
  /** Passes a call to the plugins in the task thread, if they run there. */
  pluginCall(text: string): void
  close(): Promise<void>
}

export interface BackgroundTasksOptions {
  db: Db
  events: Events
  /** Connects to other processes on the same database. */
  bus: MessageBus | undefined
  runsTasks: boolean
  onPluginAnswer: (text: string) => void
  onError: (error: unknown) => void
  startThread?: StartTaskThread | undefined
}

/** The task queue as the server sees it, and the thread that runs the tasks, unless other processes run them. */
export function openBackgroundTasks(config: Config, options: BackgroundTasksOptions): BackgroundTasks {
  const { db, events, bus, runsTasks, onPluginAnswer, onError, startThread = startTaskThread } = options
  let thread: TaskThread | undefined
  let watch: LibraryWatch | undefined
  let updating: Promise<void> = Promise.resolve()
  const localLink: WorkerLink = { wake: () => thread?.link.wake(), cancel: (taskId) => thread?.link.cancel(taskId) }
  const link = bus ? openRemoteWorkerLink(bus, localLink) : localLink
  const tasks = openTasks({ db, events, link })
  const followWatch = () => {
    updating = updating.then(() => watch?.follow()).catch(onError)
  }
  const librariesChanged = () => {
    thread?.librariesChanged()
    followWatch()
  }
  const stopListening = events.on(({ event }) => {
    const isOfLibrary = event.type.startsWith('library_') && !('counts' in event)
    if (isOfLibrary || event.type === 'settings_updated') librariesChanged()
    // An idle thread has plugins to run from now on. It reports their health itself, also while it ends.
    if (event.type.startsWith('plugin_') && event.type !== 'plugin_health_changed') thread?.link.wake()
  }, librariesChanged)
  const hasWork = async () => {
    const due = await readNextDueTime(db)
    return due !== undefined && due <= Date.now()
  }
  /** Here and not in the task thread, which ends when there is nothing to do. */
  const openLocalWatch = () => {
    watch = watchLibraries({ db, tasks, isOn: () => config.scanner.watch, disks: 'local', onError })
    // Deferred, so that it doesn't delay the server's start.
    setTimeout(followWatch, WATCH_LATER_MS).unref()
  }
  return {
    tasks,
    async begin(folders) {
      // Not earlier, and only when there is work: the thread loads as much code as the server, which would have to
      // wait.
      if (runsTasks) {
        const entry = new URL('./worker-thread.ts', import.meta.url)
        // What the start of the server leaves behind and what the thread needs would otherwise be in memory together.
        const memory = { beforeFirst: releaseAllMemory, onRest: releaseMemory }
        thread = startThread({ entry, config, events, onPluginAnswer, onError, hasWork, ...memory })
        if (db.kind === 'sqlite') openLocalWatch()
        if (await hasAnyUnfinishedTask(db)) thread.link.wake()
      }
      for (const folder of folders) {
        await ensureLibrary({ db, tasks, events, dataDir: config.data_dir }, folder).catch((error: Error) => {
          const message = `--library ${folder}: ${error.message}`
          throw error instanceof Problem ? problem(error.code, message) : new Error(message, { cause: error })
        })
      }
      await queueScansOnStart(db, tasks)
    },
    pluginCall: (text) => thread?.pluginCall(text),
    async close() {
      stopListening()
      await updating
      await watch?.close()
      watch = undefined
      await thread?.close()
    },
  }
}

const WATCH_LATER_MS = 1000

async function ensureLibrary(
  deps: { db: Db; tasks: Tasks; events: Events; dataDir: string },
  folder: string,
): Promise<void> {
  const { db, tasks } = deps
  const path = await checkLibraryFolder(folder, [], deps.dataDir)
  const find = async () => (await readAllLibraryRoots(db)).find((root) => root.path === path)
  const library = (await find()) ?? (await makeLibrary(deps, path, find))
  await tasks.add(scanLibraryTask, { libraryId: library.id, params: { mode: 'normal' } })
}

async function makeLibrary(
  { db, events }: { db: Db; events: Events },
  path: string,
  find: () => Promise<{ id: number } | undefined>,
): Promise<{ id: number }> {
  try {
    await checkLibraryFolder(path, await readAllLibraryRoots(db))
    const fields = newLibraryFields({ name: basename(path) || path, path })
    const { id, uid } = await db.transaction((tx) => insertLibrary(tx, fields))
    events.emit({ type: 'library_created', libraryId: bytesToUuid(uid) }, { libraryId: id })
    return { id }
  } catch (error) {
    // Another server that starts at the same moment may have created it.
    const theirs = await find()
    if (!theirs) throw error
    return theirs
  }
}
