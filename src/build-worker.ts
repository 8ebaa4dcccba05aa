import { availableParallelism } from 'node:os'
import type { HostedPlugins, HostParts } from './build-plugin-host.ts'
import { buildSchedules, PLUGIN_SCHEDULE } from './build-schedules.ts'
import { buildTaskHandlers } from './build-task-handlers.ts'
import { syncSettingsBetweenProcesses } from './catalog/settings/sync-settings-between-processes.ts'
import { formatReaderLimitsOf } from './config/format-reader-limits.ts'
import type { Config } from './config/settings.ts'
import { coalesceCatalogueEvents } from './events/coalesce-catalogue-events.ts'
import type { Events } from './events/events.ts'
import type { MessageBus } from './events/message-bus.ts'
import { ReadingThreadPool } from './formats/isolate/reading-thread-pool.ts'
import { openConfiguredThumbnailStore } from './images/configured-stores.ts'
import { openFilePasswords } from './images/file-passwords.ts'
import { makeQueueTasksAfterScan } from './queue-tasks-after-scan.ts'
import { watchLibraries } from './scan/watch/watch-libraries.ts'
import { type Db, openDatabase } from './store/open.ts'
import { hasPlugins } from './store/plugin/read.ts'
import { openLiveSettings } from './store/setting/live-settings.ts'
import { readNextDueTime } from './store/task/due-tasks.ts'
import { openRemoteWorkerLink } from './tasks/remote-worker-link.ts'
import { Scheduler } from './tasks/schedule.ts'
import { openTasks, type Tasks, type WorkerLink } from './tasks/tasks.ts'
import { TaskWorker } from './tasks/worker.ts'

export interface WorkerParts {
  events: Pick<Events, 'emit'>
  /** Connects to other processes on the same database. */
  bus?: MessageBus
  /** Without a bus: sends the answers of plugins. */
  sendPluginAnswer?: (text: string) => void
  onError: (error: unknown) => void
  /** If false, analysing draws no covers; they are drawn on request. */
  withCovers?: boolean
  /** Another thread watches the libraries on local disks; this worker watches only those on network disks. */
  leavesLocalDisks?: boolean
  /** Nothing else runs on this thread, so it may block on the database lock. */
  hasOwnThread?: boolean
  /** A pool shared with other users; its owner closes it. */
  sharedThreads?: ReadingThreadPool
}

export interface BuiltWorker {
  worker: TaskWorker
  tasks: Tasks
  /** Libraries were added, changed or removed, or settings have changed: updates schedules and watches. */
  librariesChanged(): void
  /** From now on this worker runs plugins. */
  startPlugins(): void
  receivePluginCall(text: string): void
  /** Undefined while there is work now or soon; otherwise the time until which there is none. */
  findIdleTime(): Promise<{ until: number | undefined } | undefined>
  close(): Promise<void>
}

/** Builds the worker that runs the tasks: a thread beside the server on SQLite, a separate process on PostgreSQL. */
export async function buildWorker(configured: Config, parts: WorkerParts): Promise<BuiltWorker> {
  const { bus, events, onError } = parts
  const db = await openDatabase({
    url: configured.database.url,
    dataDir: configured.data_dir,
    writes: (parts.hasOwnThread ?? true) ? 'inline' : 'thread',
    migrate: false,
  })
  const live = await openLiveSettings(db, configured)
  const { config } = live
  const limits = formatReaderLimitsOf(config)
  const width = Math.max(1, config.tasks.workers || availableParallelism())
  // One thread reads small files faster than their covers are drawn: another would only cost memory.
  const openPassword = openFilePasswords(config).open
  const ownThreads = () =>
    new ReadingThreadPool({ threads: width, limits, openPassword, addAfterMs: 250, restMs: 10_000 })
  const threads = parts.sharedThreads ?? ownThreads()
  const coalescer = coalesceCatalogueEvents(events)
  const thumbnails = openConfiguredThumbnailStore(config)

  const localLink: WorkerLink = { wake: () => worker.wake(), cancel: (taskId) => worker.cancel(taskId) }
  const link = bus ? openRemoteWorkerLink(bus, localLink) : localLink
  const tasks = openTasks({ db, events, link })
  const closing = new AbortController()
  const background = openBackgroundWork(onError)
  const plugins = loadPluginHostOnDemand({ db, events, config, bus, sendAnswer: parts.sendPluginAnswer, onError })
  const worker = new TaskWorker({
    db,
    events,
    handlers: buildTaskHandlers({
      db,
      config,
      events,
      tasks,
      coalescer,
      threads,
      limits,
      width,
      thumbnails,
      withCovers: parts.withCovers ?? true,
      afterScan: makeQueueTasksAfterScan({ db, tasks, closing: closing.signal, runInBackground: background.run }),
      plugins: plugins.load,
      onError,
    }),
    lanes: { scan: 2, analyse: width * 64, series: 1, text: 1, plugin: 4, other: 2 },
    isOnlyWorker: db.kind === 'sqlite',
    beatMilliseconds: config.tasks.heartbeat_seconds * 1000,
    onError,
  })
  const scheduler = new Scheduler(db, onError)
  const disks = parts.leavesLocalDisks ? 'network' : undefined
  const watch = watchLibraries({ db, tasks, isOn: () => config.scanner.watch, disks, onError })
  let updating: Promise<void> = Promise.resolve()
  const librariesChanged = () => {
    if (closing.signal.aborted) return
    const updated = updating.then(async () => {
      await live.refreshIfMoved()
      scheduler.set(await buildSchedules(db, config, tasks))
      await watch.follow()
    })
    updating = background.run(updated)
  }
  const settings = syncSettingsBetweenProcesses(live, { events, bus, onError, onChange: librariesChanged })
  const isBusy = () => !worker.isIdle || background.isBusy() || plugins.isLoaded() || watch.count > 0

  return {
    worker,
    tasks,
    librariesChanged,
    startPlugins() {
      // Over a bus only hosts that listen receive calls.
      const isNeeded: Promise<boolean> = bus ? Promise.resolve(true) : hasPlugins(db)
      isNeeded.then((is) => (is ? plugins.load() : undefined)).catch(onError)
    },
    receivePluginCall: (text) => void plugins.load().then((host) => host.receiveCall(text), onError),
    findIdleTime: () => findIdleTime(db, scheduler, isBusy),
    async close() {
      db.hurry?.()
      await settings.close()
      closing.abort()
      await plugins.close()
      await updating
      await scheduler.stop()
      await watch.close()
      await worker.stop()
      coalescer.close()
      if (!parts.sharedThreads) threads.close()
      await db.close()
    },
  }
}

/** Follow-up work that isn't a task. */
function openBackgroundWork(onError: (error: unknown) => void) {
  let underWay = 0
  return {
    isBusy: () => underWay > 0,
    async run(work: Promise<void>): Promise<void> {
      underWay += 1
      await work.catch(onError)
      underWay -= 1
    },
  }
}

/** Loaded with the first plugin, or the first call of one: most servers have none. */
function loadPluginHostOnDemand(parts: HostParts) {
  let loaded: Promise<HostedPlugins> | undefined
  return {
    isLoaded: () => loaded !== undefined,
    load(): Promise<HostedPlugins> {
      loaded ??= import('./build-plugin-host.ts').then(({ buildPluginHost }) => buildPluginHost(parts))
      return loaded
    },
    close: async () => loaded?.then((host) => host.close()).catch(parts.onError),
  }
}

async function findIdleTime(
  db: Db,
  scheduler: Scheduler,
  isBusy: () => boolean,
): Promise<{ until: number | undefined } | undefined> {
  if (isBusy() || (await hasPlugins(db))) return undefined
  const due = await readNextDueTime(db)
  const tick = scheduler.nextOf((name) => name !== PLUGIN_SCHEDULE)
  if (isBusy()) return undefined
  const until = Math.min(due ?? Number.POSITIVE_INFINITY, tick ?? Number.POSITIVE_INFINITY)
  if (until < Date.now() + SOON_MS) return undefined
  return { until: Number.isFinite(until) ? until - EARLY_MS : undefined }
}

/** For a shorter time it isn't worth ending the thread and starting it again. */
const SOON_MS = 60_000
/** Longer than a worker takes to start on a small machine. */
const EARLY_MS = 20_000
