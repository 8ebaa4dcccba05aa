import { sql } from 'kysely'
import type { SharedSettings } from './catalog/settings/sync-settings-between-processes.ts'
import type { MessageBus } from './events/message-bus.ts'
import { openSecretBox } from './plugins/secrets.ts'
import { serverProcessCount } from './runtime/server-processes.ts'
import { mountBackups } from './surfaces/api/backups.ts'
import { mountBadgeValues } from './surfaces/api/badge-values.ts'
import { mountBookAnalysis } from './surfaces/api/book-analysis.ts'
import { mountBookErrors } from './surfaces/api/book-errors.ts'
import { mountBookLists } from './surfaces/api/book-lists.ts'
import { mountBooks } from './surfaces/api/books.ts'
import { mountCovers } from './surfaces/api/covers.ts'
import { mountEpub } from './surfaces/api/epub.ts'
import { mountExcludedFiles } from './surfaces/api/excluded-files.ts'
import { mountFacetDetails } from './surfaces/api/facet-details.ts'
import { mountFacets } from './surfaces/api/facets.ts'
import { mountFilePasswords } from './surfaces/api/file-passwords.ts'
import { mountFilesystem } from './surfaces/api/filesystem.ts'
import { currentUserFinder } from './surfaces/api/find-current-user-without-router.ts'
import { notModifiedFinder } from './surfaces/api/find-not-modified-without-router.ts'
import { pageFinder } from './surfaces/api/find-page-without-router.ts'
import { mountHomeRows } from './surfaces/api/home-rows.ts'
import { mountImports } from './surfaces/api/imports.ts'
import { mountLibraries } from './surfaces/api/libraries.ts'
import { mountLibraryMaintenance } from './surfaces/api/library-maintenance.ts'
import { mountLibraryScans } from './surfaces/api/library-scans.ts'
import { mountLibraryTextIndex } from './surfaces/api/library-text-index.ts'
import { mountMarkRead } from './surfaces/api/mark-read.ts'
import { mountMatchReviews } from './surfaces/api/match-reviews.ts'
import { mountAccountRoutes } from './surfaces/api/mount-account-routes.ts'
import { mountCurationRoutes } from './surfaces/api/mount-curation-routes.ts'
import { mountPersonalRoutes } from './surfaces/api/mount-personal-routes.ts'
import { mountPages } from './surfaces/api/pages.ts'
import { mountPdf } from './surfaces/api/pdf.ts'
import { mountPluginActions } from './surfaces/api/plugin-actions.ts'
import { mountPluginHealth } from './surfaces/api/plugin-health.ts'
import { mountPluginMatching } from './surfaces/api/plugin-matching.ts'
import { mountPluginMetadata } from './surfaces/api/plugin-metadata.ts'
import { mountPluginMetadataChanges } from './surfaces/api/plugin-metadata-changes.ts'
import { mountPluginMetadataSearch } from './surfaces/api/plugin-metadata-search.ts'
import { mountPluginStorage } from './surfaces/api/plugin-storage.ts'
import { mountPlugins } from './surfaces/api/plugins.ts'
import { mountProgress } from './surfaces/api/progress.ts'
import { mountReadingStatistics } from './surfaces/api/reading-statistics.ts'
import { mountRecommendations } from './surfaces/api/recommendations.ts'
import { mountReleaseSources } from './surfaces/api/release-sources.ts'
import { mountReleaseTracking } from './surfaces/api/release-tracking.ts'
import { mountReleases } from './surfaces/api/releases.ts'
import { mountBookRemoval } from './surfaces/api/remove-books.ts'
import { mountSearchInBook } from './surfaces/api/search-in-book.ts'
import { mountSeries } from './surfaces/api/series.ts'
import { mountServer } from './surfaces/api/server.ts'
import { mountTasks } from './surfaces/api/tasks.ts'
import { mountTextSearch } from './surfaces/api/text-search.ts'
import { mountUserPlugins } from './surfaces/api/user-plugins.ts'
import type { AppContext } from './surfaces/app-context.ts'
import type { Authenticator } from './surfaces/authenticator.ts'
import { serveApiReference } from './surfaces/docs/serve-api-reference.ts'
import { answerWithoutRouter } from './surfaces/edge/answer-without-router.ts'
import type { App } from './surfaces/edge/app.ts'
import type { RateLimiter } from './surfaces/edge/rate-limiter.ts'
import { bearerChallenge } from './surfaces/edge/surface.ts'
import { openSurface } from './surfaces/serve.ts'
import { mayReceiveEvent } from './surfaces/sse/event-visibility.ts'
import { serveEvents } from './surfaces/sse/serve-events.ts'
import { openMetrics } from './surfaces/system/metrics.ts'
import { shareMetrics } from './surfaces/system/shared-metrics.ts'
import { serveSystemRoutes } from './surfaces/system/system-routes.ts'

export interface ApiDeps {
  authenticator: Authenticator
  limiter: RateLimiter | undefined
  settings: SharedSettings
  /** Connects to the other processes of this server, if there are any. */
  processes: MessageBus | undefined
  version: string
}

/** Mounts the JSON API: every route of `surfaces/api/`, the event stream, health, metrics and the reference. */
export function buildApi(app: App, context: AppContext, deps: ApiDeps): void {
  const { db, config, events, plugins } = context
  const { authenticator, limiter, settings, processes, version } = deps
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
  mountExcludedFiles(api, context)
  mountLibraryTextIndex(api, context)
  mountLibraryScans(api, context)
  mountFilesystem(api, context)
  mountTasks(api, context)
  mountBookAnalysis(api, context)
  mountFilePasswords(api, context)
  mountLibraryMaintenance(api, context)
  mountImports(api, context)
  mountBackups(api, context)
  mountBooks(api, context)
  mountBookLists(api, context)
  mountBookRemoval(api, context)
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
  mountMarkRead(api, context)
  mountReadingStatistics(api, context)
  mountPersonalRoutes(api, context)
  mountPluginActions(api, context)
  mountPluginMetadataSearch(api, context)
  mountPluginMetadata(api, context)
  mountPluginMetadataChanges(api, context)
  mountPluginMatching(api, context)
  mountMatchReviews(api, context)
  mountReleases(api, context)
  mountReleaseTracking(api, context)
  mountReleaseSources(api, context)
  const pluginDeps = { db, config, events, plugins, secrets: openSecretBox(config) }
  mountPlugins(api, pluginDeps)
  mountPluginHealth(api, context)
  mountPluginStorage(api, pluginDeps)
  mountUserPlugins(api, { ...pluginDeps, tasks: context.tasks })
  mountRecommendations(api, context)
  serveEvents(api, { events, mayReceive: mayReceiveEvent })
  if (config.api.docs_enabled) serveApiReference(api, api.served)
}
