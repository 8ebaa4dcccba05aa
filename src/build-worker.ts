import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { buildTaskHandlers } from './build-task-handlers.ts'
import { backupSchedule } from './catalog/backups/create-backup-task.ts'
import { deleteUnusedThumbnailsWeekly } from './catalog/covers/delete-unused-thumbnails.ts'
import { syncSettingsBetweenProcesses } from './catalog/settings/sync-settings-between-processes.ts'
import { formatReaderLimitsOf } from './config/format-reader-limits.ts'
import type { Config } from './config/settings.ts'
import { coalesceCatalogueEvents } from './events/coalesce-catalogue-events.ts'
import type { Events } from './events/events.ts'
import type { MessageBus } from './events/message-bus.ts'
import { ReadingThreadPool } from './formats/isolate/reading-thread-pool.ts'
import { openConfiguredThumbnailStore } from './images/configured-stores.ts'
import { makeQueueTasksAfterScan } from './queue-tasks-after-scan.ts'
import { scanSchedules } from './scan/scan-schedules.ts'
import { watchLibraries } from './scan/watch/watch-libraries.ts'
import { type Db, openDatabase } from './store/open.ts'
import { hasPlugins } from './store/plugin/read.ts'
import { openLiveSettings } from './store/setting/live-settings.ts'
import { readNextDueTime } from './store/task/due-tasks.ts'
import { pruneTaskHistorySchedule } from './tasks/prune-task-history.ts'
import { openRemoteWorkerLink } from './tasks/remote-worker-link.ts'
import { type Schedule, Scheduler } from './tasks/schedule.ts'
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
  whenNeeded(): Promise<{ until: number | undefined } | undefined>
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
  const ownThreads = () => new ReadingThreadPool({ threads: width, limits, addAfterMs: 250, restMs: 10_000 })
  const threads = parts.sharedThreads ?? ownThreads()
  const coalescer = coalesceCatalogueEvents(events)
  const thumbnails = openConfiguredThumbnailStore(config)

  const localLink: WorkerLink = { wake: () => worker.wake(), cancel: (taskId) => worker.cancel(taskId) }
  const link = bus ? openRemoteWorkerLink(bus, localLink) : localLink
  const tasks = openTasks({ db, events, link })
  const closing = new AbortController()
  /** Follow-up work that isn't a task. */
  let underWay = 0
  const runInBackground = async (work: Promise<void>) => {
    underWay += 1
    await work.catch(onError)
    underWay -= 1
  }
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
      afterScan: makeQueueTasksAfterScan({ db, tasks, closing: closing.signal, runInBackground }),
      plugins: () => plugins(),
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
  const pluginTick = pluginSchedule(db, config, tasks)
  let updating: Promise<void> = Promise.resolve()
  const librariesChanged = () => {
    if (closing.signal.aborted) return
    const updated = updating
      .then(() => live.refreshIfMoved())
      .then(async () =>
        scheduler.set([
          pruneTaskHistorySchedule(tasks),
          deleteUnusedThumbnailsWeekly(tasks),
          pluginTick,
          ...backupSchedule(tasks, config),
          ...(await scanSchedules(db, tasks)),
        ]),
      )
      .then(() => watch.follow())
    updating = runInBackground(updated)
  }
  const settings = syncSettingsBetweenProcesses(live, { events, bus, onError, onChange: librariesChanged })

  // Loaded with the first plugin, or the first call of one: most servers have none.
  let hosted: ReturnType<typeof import('./build-plugin-host.ts').buildPluginHost> | undefined
  const plugins = () => {
    hosted ??= import('./build-plugin-host.ts').then(({ buildPluginHost }) =>
      buildPluginHost({ db, events, config, bus, sendAnswer: parts.sendPluginAnswer, onError }),
    )
    return hosted
  }

  return {
    worker,
    tasks,
    librariesChanged,
    startPlugins() {
      // Over a bus only hosts that listen receive calls.
      const isNeeded: Promise<boolean> = bus ? Promise.resolve(true) : hasPlugins(db)
      isNeeded.then((is) => (is ? plugins() : undefined)).catch(onError)
    },
    receivePluginCall: (text) => void plugins().then((host) => host.receiveCall(text), onError),
    async whenNeeded() {
      const isBusy = () => !worker.isIdle || underWay > 0 || hosted !== undefined || watch.count > 0
      if (isBusy() || (await hasPlugins(db))) return undefined
      const due = await readNextDueTime(db)
      const tick = scheduler.nextOf((name) => name !== pluginTick.name)
      if (isBusy()) return undefined
      const until = Math.min(due ?? Number.POSITIVE_INFINITY, tick ?? Number.POSITIVE_INFINITY)
      if (until < Date.now() + SOON_MS) return undefined
      return { until: Number.isFinite(until) ? until - EARLY_MS : undefined }
    },
    async close() {
      db.hurry?.()
      await settings.close()
      closing.abort()
      await hosted?.then((host) => host.close()).catch(onError)
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

/** For a shorter time it isn't worth ending the thread and starting it again. */
const SOON_MS = 60_000
/** Longer than a worker takes to start on a small machine. */
const EARLY_MS = 20_000

/** Release sources, matching and sync have schedules of their own; this tick queues those that are due. */
function pluginSchedule(db: Db, config: Config, tasks: Tasks): Schedule {
  return {
    name: 'plugins_due',
    cron: '*/5 * * * *',
    run: async (due: number) => {
      const hasAny = await hasPlugins(db)
      if (!hasAny && !existsSync(join(config.data_dir, 'plugins', 'packages'))) return
      const { queueDuePluginTasks, removePackagesLeftBehind } = await import('./build-plugin-host.ts')
      if (hasAny) await queueDuePluginTasks(db, tasks, Math.max(due, Date.now()))
      await removePackagesLeftBehind(db, config)
    },
  }
}
