import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { buildApi } from './build-api.ts'
import { createConfiguredAdmin } from './catalog/access/first-admin.ts'
import { readSigningSecret } from './catalog/access/signing-secret.ts'
import { syncSettingsBetweenProcesses } from './catalog/settings/sync-settings-between-processes.ts'
import { formatReaderLimitsOf } from './config/format-reader-limits.ts'
import type { Config } from './config/settings.ts'
import { openEventBridge } from './events/event-bridge.ts'
import { openEvents } from './events/events.ts'
import { openLocalBus } from './events/local-bus.ts'
import type { MessageBus } from './events/message-bus.ts'
import { openPostgresBus } from './events/postgres-bus.ts'
import { ReadingThreadPool } from './formats/isolate/reading-thread-pool.ts'
import { analyseFileInThread } from './formats/isolate/reading-thread-requests.ts'
import type { BookContentReaders } from './images/book-content-readers.ts'
import { openConfiguredPictureStore, openConfiguredThumbnailStore } from './images/configured-stores.ts'
import { openDiskCache } from './images/disk-cache.ts'
import { openEpubTextReader } from './images/epub-text-reader.ts'
import { openFilePasswords } from './images/file-passwords.ts'
import { openPageReader } from './images/page-reader.ts'
import { openPanelReader } from './images/panels/panel-reader.ts'
import { openPdfReader } from './images/pdf-reader.ts'
import { makeThreadedPageSource } from './images/threaded-page-source.ts'
import { openBackgroundTasks } from './open-background-tasks.ts'
import { openPluginBus } from './plugins/bus-calls/plugin-bus.ts'
import { logBackgroundError } from './runtime/log-background-error.ts'
import { readTitle } from './store/list/titles.ts'
import { openDatabase } from './store/open.ts'
import { openLiveSettings } from './store/setting/live-settings.ts'
import { revisionGeneration } from './store/synchronous-revisions.ts'
import { hasUsers } from './store/user/account.ts'
import { openMetadataEditHooks } from './surfaces/api/metadata-edit-hooks.ts'
import type { AppContext } from './surfaces/app-context.ts'
import { openAuthenticator } from './surfaces/authenticator.ts'
import { type App, createApp } from './surfaces/edge/app.ts'
import { openRateLimiter, type RateLimiter } from './surfaces/edge/rate-limiter.ts'
import type { ServerLogger } from './surfaces/edge/server-logger.ts'
import { openSharedRateLimiter } from './surfaces/edge/shared-rate-limiter.ts'
import { serveHelp } from './surfaces/help/serve-help.ts'
import { openKobo } from './surfaces/kobo/surface.ts'
import { compatPathAlias, openKomga } from './surfaces/komga/surface.ts'
import { openKoreader } from './surfaces/koreader/surface.ts'
import { openOpds } from './surfaces/opds/surface.ts'
import { mayReceiveEvent } from './surfaces/sse/event-visibility.ts'
import { writeEventsToLog } from './surfaces/system/write-events-to-log.ts'
import { translateForeignIds } from './surfaces/translate-foreign-ids.ts'
import type { StartTaskThread } from './tasks/task-thread.ts'

export interface BuiltServer {
  app: App
  context: AppContext
  /** Printed as long as there are no accounts. */
  setupToken: string | undefined
  close(): Promise<void>
}

export interface BuildServerOptions {
  log: ServerLogger
  /** Folders from the command line that become libraries. */
  libraries?: readonly string[]
  strictAnswers?: boolean
  /** Connects to the other processes of this server, if there are any. */
  processes?: MessageBus
  /** This process only serves requests: another one has migrated the database and runs the tasks. */
  onlyServes?: boolean
  /** Starts the thread that runs tasks; by default a worker thread of this process. */
  startThread?: StartTaskThread
}

/** Builds the server, from the database up. It doesn't listen yet. */
export async function buildServer(
  configured: Config,
  { log, libraries = [], strictAnswers, processes, onlyServes = false, startThread }: BuildServerOptions,
): Promise<BuiltServer> {
  const { url } = configured.database
  const db = await openDatabase({ url, dataDir: configured.data_dir, migrate: !onlyServes })
  const live = await openLiveSettings(db, configured)
  const { config } = live
  const onError = (error: unknown) => logBackgroundError(log, error)
  const bus = url ? openPostgresBus(url, onError) : processes
  const events = openEvents({
    bridge: bus && openEventBridge(bus),
    onListenerError: (error) => log.error({ err: error }, 'An event listener failed'),
  })
  const settings = syncSettingsBetweenProcesses(live, { events, bus, onError })
  // All processes receive the same events; only the first one logs them.
  const stopLogging = onlyServes ? undefined : writeEventsToLog(events, log, (kind, id) => readTitle(db, kind, id))
  const images = openBookContentReaders(config)
  const runsTasks = config.tasks.workers > 0 && !onlyServes
  const onPluginAnswer = (text: string) => plugins.sendAnswer(text)
  const work = openBackgroundTasks(config, { db, events, bus, runsTasks, onPluginAnswer, onError, startThread })
  // On PostgreSQL the plugin hosts receive the calls directly.
  const onCall = url ? undefined : work.pluginCall
  const plugins = openPluginBus({ db, bus: bus ?? openLocalBus(), onCall, onError })
  const context: AppContext = { config, db, tasks: work.tasks, events, images, plugins }

  if (!onlyServes) await createConfiguredAdmin(db, config.admin, Date.now())
  const secret = await readSigningSecret(db, config)
  const authenticator = openAuthenticator({ db, config, secret, bus, onError })
  const limiter = config.rate_limit.enabled ? limiterFor(config, bus) : undefined

  const app = await createApp(config, {
    log,
    strictAnswers,
    alias: () => compatPathAlias(config),
    generation: () => revisionGeneration(db),
    caches: db.caches,
  })
  // Before the API: some of the device's requests go to paths below /api.
  openKobo(app, context, authenticator, secret)
  buildApi(app, context, { authenticator, limiter, settings, processes, version })
  const withForeignIds = translateForeignIds(app, db)
  serveHelp(app)
  openOpds(app, context, authenticator, limiter)
  openKoreader(app, context, authenticator, limiter)
  await openKomga(app, context, {
    authenticator,
    limiter,
    secret,
    metadataEditHooks: openMetadataEditHooks(context),
    mayReceive: mayReceiveEvent,
    settings,
    withForeignIds,
    bus,
  })

  if (!onlyServes) await work.begin(libraries)
  return {
    app,
    context,
    setupToken: (await hasUsers(db)) ? undefined : authenticator.setupToken.printed,
    close: async () => {
      await settings.close()
      plugins.close()
      limiter?.close?.()
      stopLogging?.()
      await work.close()
      await images.close()
      await authenticator.close()
      await events.close()
      await bus?.close()
      await db.close()
    },
  }
}

function limiterFor(config: Config, bus: MessageBus | undefined): RateLimiter & { close?(): void } {
  return bus ? openSharedRateLimiter({ rates: config.rate_limit, bus }) : openRateLimiter({ rates: config.rate_limit })
}

function openBookContentReaders(config: Config): BookContentReaders & { close(): Promise<void> } {
  const limits = formatReaderLimitsOf(config)
  const filePasswords = openFilePasswords(config)
  const openPassword = filePasswords.open
  const threads = new ReadingThreadPool({ threads: availableParallelism(), limits, openPassword })
  const cache = openDiskCache(join(config.data_dir, 'cache'), config.images.page_cache_bytes)
  const pages = openPageReader(makeThreadedPageSource(threads, limits), cache, limits)
  const panels = openPanelReader(pages, { threads, cache, limits })
  return {
    readPublication: async (path, password) =>
      (await analyseFileInThread(threads, path, { limits, password })).publication,
    filePasswords,
    pages,
    panels,
    texts: openEpubTextReader(threads, cache, limits),
    pdfs: openPdfReader(threads, cache, limits),
    cache,
    thumbnails: openConfiguredThumbnailStore(config, cache),
    pictures: openConfiguredPictureStore(config),
    close: async () => {
      await panels.close()
      await pages.close()
      await threads.close()
    },
  }
}

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
