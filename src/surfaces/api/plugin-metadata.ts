import { pluginMetadata as routes } from '../../contract/plugin-metadata.ts'
import { problem, validationProblem } from '../../contract/problems.ts'
import {
  getRecordFromFile,
  isMetadataFilesProvider,
  metadataFilesProvider,
  searchMetadataFiles,
} from '../../plugins/files/metadata-files-provider.ts'
import { parseTitleForSearch } from '../../plugins/matching/parse-title-for-search.ts'
import type { MatchFacts } from '../../plugins/matching/similarity.ts'
import { applyRecord } from '../../plugins/metadata/apply-record.ts'
import {
  getRecordFromPlugin,
  matchWithPlugin,
  problemOfPluginError,
  type SearchParams,
  searchPlugin,
} from '../../plugins/metadata/ask-provider.ts'
import { countFieldStatuses } from '../../plugins/metadata/field-status.ts'
import type { MetadataTarget } from '../../plugins/metadata/metadata-target.ts'
import {
  type ProviderRecord,
  previewedRecordKeyOf,
  previewRecordFields,
  storePreviewedRecord,
} from '../../plugins/metadata/preview-record.ts'
import { undoAppliedRecord } from '../../plugins/metadata/undo-change.ts'
import { requirePluginForLibrary } from '../../plugins/permissions.ts'
import { findMetadataChange, listMetadataChanges } from '../../store/plugin/metadata-changes.ts'
import { findPreviewedMetadata } from '../../store/plugin/previewed-metadata.ts'
import { findPlugin, listPlugins, type PluginView } from '../../store/plugin/read.ts'
import { bytesToUuid, uuidToBytes } from '../../store/uid.ts'
import { hasPermission, type Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import {
  matchFactsOfBook,
  matchFactsOfSeries,
  pluginSearchTextOf,
  presentMetadataChange,
  presentPluginActions,
  presentPluginWebLinks,
  presentSearchResult,
} from '../present/plugin-metadata.ts'
import { type OpenSurface, serve } from '../serve.ts'
import {
  type CurationContext,
  readBookTarget,
  readFullBook,
  readFullSeries,
  readSeriesTarget,
} from './curation-context.ts'
import { requireVisibleLibrary } from './library-filter.ts'
import { openMetadataEditHooks } from './metadata-edit-hooks.ts'
import { proxyRemoteCover } from './proxy-remote-cover.ts'

/** Search, compare, apply: a provider's metadata of a series or book. */
export function mountPluginMetadata(api: OpenSurface, app: AppContext): void {
  const context: CurationContext = { ...app, metadataEditHooks: openMetadataEditHooks(app) }
  const { db, plugins } = context

  serve(api, routes.actions, async ({ query, viewer }) => {
    if (query.libraryId) await requireVisibleLibrary(db, viewer, query.libraryId)
    const [entity] = query.scope.split(':') as ['series' | 'book' | 'library']
    const isAllowed = entity === 'book' ? hasPermission(viewer, 'BooksWrite') : hasPermission(viewer, 'SeriesWrite')
    const known = isAllowed ? [...(await listPlugins(db)), metadataFilesProvider] : []
    const all = known.filter((one) => isFor(one, query.scope, query.libraryId))
    return { actions: all.flatMap((one) => presentPluginActions(one, entity, query.scope)), scope: query.scope }
  })

  serve(api, routes.execute, async ({ params, body, viewer }) => {
    const plugin = await readEnabled(params.id)
    if (isMetadataFilesProvider(plugin)) throw problem('not_found', 'There is no such plugin.')
    const began = performance.now()
    const answer = (more: { success: boolean; result?: unknown; error?: string }) => ({
      success: more.success,
      result: more.result ?? null,
      error: more.error ?? null,
      latencyMs: Math.round(performance.now() - began),
    })
    const { action } = body
    const needs =
      action === 'ping' ? 'PluginsManage' : action.metadata.contentType === 'book' ? 'BooksWrite' : 'SeriesWrite'
    if (!hasPermission(viewer, needs)) throw problem('permission_denied', `This needs the permission ${needs}.`)
    if (action !== 'ping') checkSearch(action.metadata)
    try {
      if (action === 'ping') return answer({ success: true, result: await plugins.call(plugin.id, 'ping') })
      const { contentType: entity, params: given } = action.metadata
      if (action.metadata.action === 'search') {
        return answer({ success: true, result: await searchPlugin(plugins, plugin, entity, given as SearchParams) })
      }
      if (action.metadata.action === 'match') {
        return answer({ success: true, result: await matchWithPlugin(plugins, plugin, entity, given) })
      }
      const externalId = String(given.externalId ?? '')
      return answer({ success: true, result: await getRecordFromPlugin(plugins, plugin, entity, externalId) })
    } catch (error) {
      return answer({ success: false, error: error instanceof Error ? error.message : String(error) })
    }
  })

  serve(api, routes.cover, ({ query, reply }) => proxyRemoteCover(context.config, query.url, reply))

  serve(api, routes.webLinks, async () => ({
    providers: (await listPlugins(db)).filter((one) => one.isEnabled).flatMap(presentPluginWebLinks),
  }))

  serve(api, routes.searchTitle, async ({ params, query, viewer }) => {
    const series = await readFullSeries(db, viewer, params.id)
    const plugin = query.pluginId ? await readPlugin(query.pluginId) : undefined
    const { text, rulesApplied } = pluginSearchTextOf(series, plugin)
    return { originalTitle: series.title, searchTitle: text, rulesApplied }
  })

  serve(api, routes.searchSeries, async ({ params, body, viewer }) => {
    const series = await readFullSeries(db, viewer, params.id)
    const plugin = await readEnabled(body.pluginId)
    requirePluginForLibrary(plugin, series.libraryUid)
    if (isMetadataFilesProvider(plugin)) return searchInFiles('series', viewer, params.id, matchFactsOfSeries(series))
    const query = body.query?.trim() || pluginSearchTextOf(series, plugin).text
    const limit = plugin.settings.resultLimit ?? 10
    const found = await searchPlugin(plugins, plugin, 'series', { query, limit, ...cursorOf(body) }).catch(refuse)
    // The user's query counts, whatever the library contains.
    return presentSearchResult(found, query, body.query?.trim() ? { titles: [query] } : matchFactsOfSeries(series))
  })

  serve(api, routes.searchBook, async ({ params, body, viewer }) => {
    const book = await readFullBook(db, viewer, params.id)
    const plugin = await readEnabled(body.pluginId)
    requirePluginForLibrary(plugin, book.libraryUid)
    const known = matchFactsOfBook(book)
    if (isMetadataFilesProvider(plugin)) return searchInFiles('book', viewer, params.id, known)
    const isbn = body.isbn ?? (body.query === undefined ? known.isbns?.[0] : undefined)
    const query = body.query?.trim() || parseTitleForSearch(book.title).title
    const author = body.author ?? (body.query === undefined ? known.authors?.[0] : undefined)
    const search: SearchParams = {
      ...(isbn && { isbn }),
      query,
      ...(author && { author }),
      ...(known.year && { year: known.year }),
      limit: plugin.settings.resultLimit ?? 10,
      ...cursorOf(body),
    }
    const found = await searchPlugin(plugins, plugin, 'book', search).catch(refuse)
    return presentSearchResult(found, query, body.query?.trim() ? { titles: [query] } : known)
  })

  for (const entity of ['series', 'book'] as const) {
    const ofSeries = entity === 'series'
    serve(api, ofSeries ? routes.previewSeries : routes.previewBook, async ({ params, body, viewer }) => {
      const target = await readTarget(entity, viewer, params.id)
      const plugin = await readEnabled(body.pluginId)
      requirePluginForLibrary(plugin, bytesToUuid(target.of.libraryUid))
      const record = await readRecord(plugin, target, body.externalId)
      const fields = await previewRecordFields(db, viewer, plugin, target, record)
      return {
        previewId: await storePreviewedRecord(db, plugin, target, viewer.userId, record, body.externalId),
        fields,
        summary: countFieldStatuses(fields),
        pluginId: plugin.uid,
        pluginName: plugin.displayName,
        externalId: body.externalId,
        externalUrl: record.externalUrl ?? null,
      }
    })
    serve(api, ofSeries ? routes.applySeries : routes.applyBook, async ({ params, body, viewer }) => {
      const target = await readTarget(entity, viewer, params.id)
      const plugin = await readEnabled(body.pluginId)
      requirePluginForLibrary(plugin, bytesToUuid(target.of.libraryUid))
      const record =
        (await readPreviewed(plugin, target, viewer, body)) ?? (await readRecord(plugin, target, body.externalId))
      const chosen = body.fields ?? undefined
      if (body.dryRun) return dryRun(viewer, plugin, target, record, chosen)
      const { isNewExternalId, ...applied } = await applyRecord(context, plugin, target, record, {
        fields: chosen,
        userId: viewer.userId,
        viewer,
      })
      const count = applied.appliedFields.length
      return { success: count > 0 || isNewExternalId, ...applied, message: appliedMessage(count, isNewExternalId) }
    })
    serve(api, ofSeries ? routes.seriesChanges : routes.bookChanges, async ({ params, viewer }) => {
      const { of } = await readTarget(entity, viewer, params.id)
      const changes = await listMetadataChanges(db, ofSeries ? { seriesId: of.id } : { bookId: of.id })
      const names = new Map((await listPlugins(db)).map((one) => [one.id, one.uid]))
      return { changes: changes.map((one) => presentMetadataChange(one, names)) }
    })
    serve(api, ofSeries ? routes.undoSeries : routes.undoBook, async ({ params, viewer }) => {
      const target = await readTarget(entity, viewer, params.id)
      const change = await findMetadataChange(db, uuidToBytes(params.changeId))
      const isOfIt = change && (ofSeries ? change.series_id : change.book_id) === target.of.id
      if (!isOfIt) throw problem('not_found', 'There is no such change.')
      if (change.undone_at !== null) throw problem('conflict', 'This change has already been undone.')
      return { undoneFields: await undoAppliedRecord(context, target, change) }
    })
  }

  async function dryRun(
    viewer: Viewer,
    plugin: PluginView,
    target: MetadataTarget,
    record: ProviderRecord,
    chosen: readonly string[] | undefined,
  ) {
    const fields = await previewRecordFields(db, viewer, plugin, target, record)
    const would = fields.filter(
      (one) => one.status === 'will_apply' && (chosen?.includes(one.field) ?? !one.isOfOtherEdition),
    )
    return {
      success: would.length > 0,
      appliedFields: [],
      skippedFields: [],
      message: `${would.length} field(s) would be applied.`,
      dryRunReport: {
        changes: would.map((one) => ({ field: one.field, before: one.currentValue, after: one.proposedValue })),
      },
    }
  }

  async function readTarget(entity: 'series' | 'book', viewer: Viewer, id: string): Promise<MetadataTarget> {
    return entity === 'series'
      ? { entity, of: await readSeriesTarget(db, viewer, id) }
      : { entity, of: await readBookTarget(db, viewer, id) }
  }

  /** The preview this user saw; undefined if there was none, and the provider's current values apply. */
  async function readPreviewed(
    plugin: PluginView,
    target: MetadataTarget,
    viewer: Viewer,
    { externalId, previewId }: { externalId: string; previewId?: string },
  ): Promise<ProviderRecord | undefined> {
    const key = previewedRecordKeyOf(plugin, target, viewer.userId, externalId)
    const shown = await findPreviewedMetadata(db, key, Date.now(), previewId ? uuidToBytes(previewId) : undefined)
    if (shown?.isTooOld || (!shown && previewId !== undefined)) {
      throw problem('conflict', 'This preview is too old. Preview the changes again before you apply them.')
    }
    return shown?.record as ProviderRecord | undefined
  }

  /** A single `get`: what is shown is what is applied. */
  function readRecord(plugin: PluginView, target: MetadataTarget, externalId: string): Promise<ProviderRecord> {
    const record: Promise<ProviderRecord> = isMetadataFilesProvider(plugin)
      ? getRecordFromFile(context, target, externalId)
      : getRecordFromPlugin(plugins, plugin, target.entity, externalId)
    return record.catch(refuse)
  }

  async function searchInFiles(entity: 'series' | 'book', viewer: Viewer, id: string, known: MatchFacts) {
    const results = await searchMetadataFiles(context, await readTarget(entity, viewer, id))
    return presentSearchResult({ results }, known.titles[0] ?? '', known)
  }

  async function readPlugin(id: string): Promise<PluginView> {
    if (id === metadataFilesProvider.uid) return metadataFilesProvider
    const plugin = await findPlugin(db, { uid: uuidToBytes(id) })
    if (!plugin) throw problem('not_found', 'There is no such plugin.')
    return plugin
  }

  async function readEnabled(id: string): Promise<PluginView> {
    const plugin = await readPlugin(id)
    if (!plugin.isEnabled) throw problem('conflict', 'The plugin is turned off.')
    return plugin
  }
}

const refuse = (error: unknown): never => {
  throw problemOfPluginError(error)
}

function isFor(plugin: PluginView, scope: string, libraryId: string | undefined): boolean {
  if (!plugin.isEnabled || !plugin.scopes.includes(scope)) return false
  return libraryId === undefined || plugin.libraryUids.length === 0 || plugin.libraryUids.includes(libraryId)
}

function checkSearch({ action, contentType, params }: { action: string; contentType: string; params: object }): void {
  const { isbn, query } = params as { isbn?: unknown; query?: unknown }
  if (action === 'search' && contentType === 'book' && !isbn && !query) {
    throw validationProblem([{ path: 'action.metadata.params', message: 'needs an isbn or a query' }])
  }
}

function appliedMessage(count: number, isNewExternalId: boolean): string {
  if (count > 0) return `${count} ${count === 1 ? 'field was' : 'fields were'} applied.`
  return isNewExternalId ? 'The ID at the provider was stored. No field was changed.' : 'Nothing was changed.'
}

const cursorOf = ({ cursor }: { cursor?: string }) => (cursor === undefined ? {} : { cursor })
