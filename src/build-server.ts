import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
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
import { openPageReader } from './images/page-reader.ts'
import { openPanelReader } from './images/panels/panel-reader.ts'
import { openPdfReader } from './images/pdf-reader.ts'
import { makeThreadedPageSource } from './images/threaded-page-source.ts'
import { openBackgroundTasks } from './open-background-tasks.ts'
import { openPluginBus } from './plugins/bus-calls/plugin-bus.ts'
import { openSecretBox } from './plugins/secrets.ts'
import { logBackgroundError } from './runtime/log-background-error.ts'
import { serverProcessCount } from './runtime/server-processes.ts'
import { readTitle } from './store/list/titles.ts'
import { openDatabase } from './store/open.ts'
import { openLiveSettings } from './store/setting/live-settings.ts'
import { revisionGeneration } from './store/synchronous-revisions.ts'
import { hasUsers } from './store/user/account.ts'
import { mountBackups } from './surfaces/api/backups.ts'
import { mountBadgeValues } from './surfaces/api/badge-values.ts'
import { mountBookAnalysis } from './surfaces/api/book-analysis.ts'
import { mountBookErrors } from './surfaces/api/book-errors.ts'
import { mountBooks } from './surfaces/api/books.ts'
import { mountCovers } from './surfaces/api/covers.ts'
import { mountEpub } from './surfaces/api/epub.ts'
import { mountFacetDetails } from './surfaces/api/facet-details.ts'
import { mountFacets } from './surfaces/api/facets.ts'
import { mountFilesystem } from './surfaces/api/filesystem.ts'
import { currentUserFinder } from './surfaces/api/find-current-user-without-router.ts'
import { notModifiedFinder } from './surfaces/api/find-not-modified-without-router.ts'
import { pageFinder } from './surfaces/api/find-page-without-router.ts'
import { mountHomeRows } from './surfaces/api/home-rows.ts'
import { mountImports } from './surfaces/api/imports.ts'
import { mountLibraries } from './surfaces/api/libraries.ts'
import { mountLibraryMaintenance } from './surfaces/api/library-maintenance.ts'
import { openMetadataEditHooks } from './surfaces/api/metadata-edit-hooks.ts'
import { mountAccountRoutes } from './surfaces/api/mount-account-routes.ts'
import { mountCurationRoutes } from './surfaces/api/mount-curation-routes.ts'
import { mountPersonalRoutes } from './surfaces/api/mount-personal-routes.ts'
import { mountPages } from './surfaces/api/pages.ts'
import { mountPdf } from './surfaces/api/pdf.ts'
import { mountPluginMatching } from './surfaces/api/plugin-matching.ts'
import { mountPluginMetadata } from './surfaces/api/plugin-metadata.ts'
import { mountPlugins } from './surfaces/api/plugins.ts'
import { mountProgress } from './surfaces/api/progress.ts'
import { mountRecommendations } from './surfaces/api/recommendations.ts'
import { mountReleases } from './surfaces/api/releases.ts'
import { mountSearchInBook } from './surfaces/api/search-in-book.ts'
import { mountSeries } from './surfaces/api/series.ts'
import { mountServer } from './surfaces/api/server.ts'
import { mountTasks } from './surfaces/api/tasks.ts'
import { mountTextSearch } from './surfaces/api/text-search.ts'
import { mountUserPlugins } from './surfaces/api/user-plugins.ts'
import type { AppContext } from './surfaces/app-context.ts'
import { openAuthenticator } from './surfaces/authenticator.ts'
import { serveApiReference } from './surfaces/docs/serve-api-reference.ts'
import { answerWithoutRouter } from './surfaces/edge/answer-without-router.ts'
import { type App, createApp } from './surfaces/edge/app.ts'
import { openRateLimiter, type RateLimiter } from './surfaces/edge/rate-limiter.ts'
import type { ServerLogger } from './surfaces/edge/server-logger.ts'
import { openSharedRateLimiter } from './surfaces/edge/shared-rate-limiter.ts'
import { basicChallenge, bearerChallenge } from './surfaces/edge/surface.ts'
import { serveHelp } from './surfaces/help/serve-help.ts'
import { openKobo } from './surfaces/kobo/surface.ts'
import { compatPathAlias, openKomga } from './surfaces/komga/surface.ts'
import { makeKoreaderAuthenticate } from './surfaces/koreader/koreader-authenticate.ts'
import { presentKoreaderProblem } from './surfaces/koreader/koreader-problem.ts'
import { mountKoreaderProgressSync } from './surfaces/koreader/progress-sync-routes.ts'
import { openOpds } from './surfaces/opds/surface.ts'
import { openSurface } from './surfaces/serve.ts'
import { mayReceiveEvent } from './surfaces/sse/event-visibility.ts'
import { serveEvents } from './surfaces/sse/serve-events.ts'
import { openMetrics } from './surfaces/system/metrics.ts'
import { shareMetrics } from './surfaces/system/shared-metrics.ts'
import { serveSystemRoutes } from './surfaces/system/system-routes.ts'
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
  const late = (error: unknown) => logBackgroundError(log, error)
  const bus = url ? openPostgresBus(url, late) : processes
  const events = openEvents({
    bridge: bus && openEventBridge(bus),
    onListenerError: (error) => log.error({ err: error }, 'An event listener failed'),
  })
  const settings = syncSettingsBetweenProcesses(live, { events, bus, onError: late })
  // All processes receive the same events; only the first one logs them.
  const stopLogging = onlyServes ? undefined : writeEventsToLog(events, log, (kind, id) => readTitle(db, kind, id))
  const images = openImages(config)
  const runsTasks = config.tasks.workers > 0 && !onlyServes
  const onPluginAnswer = (text: string) => plugins.sendAnswer(text)
  const work = openBackgroundTasks(config, { db, events, bus, runsTasks, onPluginAnswer, onError: late, startThread })
  // On PostgreSQL the plugin hosts receive the calls directly.
  const onCall = url ? undefined : work.pluginCall
  const plugins = openPluginBus({ db, bus: bus ?? openLocalBus(), onCall, onError: late })
  const context: AppContext = { config, db, tasks: work.tasks, events, images, plugins }

  if (!onlyServes) await createConfiguredAdmin(db, config.admin, Date.now())
  const secret = await readSigningSecret(db, config)
  const authenticator = openAuthenticator({ db, config, secret, bus, onError: late })
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
  const api = openSurface(app, {
    roots: ['/api', '/health', '/metrics'],
    authenticate: authenticator.authenticate,
    limiter,
    exempt: new Set(['/health', '/api/v1/events']),
    challenge: bearerChallenge,
  })
  const metrics = openMetrics(app, db.caches)
  serveSystemRoutes(api, {
    version,
    checks: { database: () => sql`select 1`.execute(db.query) },
    metrics: processes ? shareMetrics(metrics, processes, serverProcessCount(config)) : metrics,
    metricsToken: config.metrics.token,
  })
  mountAccountRoutes(api, context, authenticator, settings)
  mountServer(api, context, version)
  mountLibraries(api, context)
  mountFilesystem(api, context)
  mountTasks(api, context)
  mountBookAnalysis(api, context)
  mountLibraryMaintenance(api, context)
  mountImports(api, context)
  mountBackups(api, context)
  mountBooks(api, context)
  mountBookErrors(api, context)
  mountSeries(api, context)
  mountHomeRows(api, context)
  mountBadgeValues(api, context)
  mountFacets(api, context)
  mountFacetDetails(api, context)
  mountPages(api, context)
  answerWithoutRouter(app, api.surface, [
    pageFinder(api, context, authenticator),
    currentUserFinder(api, context, authenticator),
    notModifiedFinder(api, authenticator),
  ])
  mountEpub(api, context)
  mountTextSearch(api, context)
  mountPdf(api, context)
  mountSearchInBook(api, context)
  mountCovers(api, context)
  mountCurationRoutes(api, context)
  mountProgress(api, context)
  mountPersonalRoutes(api, context)
  mountPluginMetadata(api, context)
  mountPluginMatching(api, context)
  mountReleases(api, context)
  const pluginDeps = { db, config, events, plugins, secrets: openSecretBox(config) }
  mountPlugins(api, pluginDeps)
  mountUserPlugins(api, { ...pluginDeps, tasks: work.tasks })
  mountRecommendations(api, context)
  serveEvents(api, { events, mayReceive: mayReceiveEvent })
  if (config.api.docs_enabled) serveApiReference(api, api.served)

  const withForeignIds = translateForeignIds(app, db)
  serveHelp(app)
  openOpds(app, context, authenticator, limiter)
  // The path stays reserved even when sync is switched off: an app that calls it must not receive the web page.
  const sync = openSurface(app, {
    roots: ['/koreader'],
    authenticate: makeKoreaderAuthenticate(authenticator),
    limiter,
    challenge: basicChallenge,
    present: presentKoreaderProblem,
  })
  if (config.reader_sync.enabled) mountKoreaderProgressSync(sync, context)

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

function openImages(config: Config): BookContentReaders & { close(): Promise<void> } {
  const limits = formatReaderLimitsOf(config)
  const threads = new ReadingThreadPool({ threads: availableParallelism(), limits })
  const cache = openDiskCache(join(config.data_dir, 'cache'), config.images.page_cache_bytes)
  const pages = openPageReader(makeThreadedPageSource(threads, limits), cache, limits)
  const panels = openPanelReader(pages, { threads, cache, limits })
  return {
    readPublication: async (path) => (await analyseFileInThread(threads, path, { limits })).publication,
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
