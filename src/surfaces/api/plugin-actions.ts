import { pluginMetadata as routes } from '../../contract/plugin-metadata.ts'
import { problem, validationProblem } from '../../contract/problems.ts'
import { isMetadataFilesProvider, metadataFilesProvider } from '../../plugins/files/metadata-files-provider.ts'
import {
  getRecordFromPlugin,
  matchWithPlugin,
  type SearchParams,
  searchPlugin,
} from '../../plugins/metadata/ask-provider.ts'
import { listPlugins, type PluginView } from '../../store/plugin/read.ts'
import { hasPermission } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { presentPluginActions, presentPluginWebLinks } from '../present/plugin-metadata.ts'
import { requirePermission } from '../require-permission.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { requireVisibleLibrary } from './library-filter.ts'
import { proxyRemoteCover } from './proxy-remote-cover.ts'
import { readEnabledProvider } from './read-metadata-provider.ts'

/** What plugins offer where, and single calls to them. */
export function mountPluginActions(api: OpenSurface, { db, plugins, config }: AppContext): void {
  serve(api, routes.actions, async ({ query, viewer }) => {
    if (query.libraryId) await requireVisibleLibrary(db, viewer, query.libraryId)
    const [entity] = query.scope.split(':') as ['series' | 'book' | 'library']
    const isAllowed = entity === 'book' ? hasPermission(viewer, 'BooksWrite') : hasPermission(viewer, 'SeriesWrite')
    const known = isAllowed ? [...(await listPlugins(db)), metadataFilesProvider] : []
    const all = known.filter((one) => isFor(one, query.scope, query.libraryId))
    return { actions: all.flatMap((one) => presentPluginActions(one, entity, query.scope)), scope: query.scope }
  })

  serve(api, routes.execute, async ({ params, body: { action }, viewer }) => {
    const plugin = await readEnabledProvider(db, params.id)
    if (isMetadataFilesProvider(plugin)) throw problem('not_found', 'There is no such plugin.')
    requirePermission(viewer, permissionFor(action))
    if (action !== 'ping') checkSearch(action.metadata)
    const began = performance.now()
    const latencyMs = () => Math.round(performance.now() - began)
    try {
      const result = (await run(plugin, action)) ?? null
      return { success: true, result, error: null, latencyMs: latencyMs() }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return { success: false, result: null, error: message, latencyMs: latencyMs() }
    }
  })

  serve(api, routes.cover, ({ query, reply }) => proxyRemoteCover(config, query.url, reply))

  serve(api, routes.webLinks, async () => ({
    providers: (await listPlugins(db)).filter((one) => one.isEnabled).flatMap(presentPluginWebLinks),
  }))

  async function run(plugin: PluginView, action: Action): Promise<unknown> {
    if (action === 'ping') return plugins.call(plugin.id, 'ping')
    const { action: what, contentType: entity, params } = action.metadata
    if (what === 'search') return searchPlugin(plugins, plugin, entity, params as SearchParams)
    if (what === 'match') return matchWithPlugin(plugins, plugin, entity, params)
    return getRecordFromPlugin(plugins, plugin, entity, String(params.externalId ?? ''))
  }
}

type Action =
  | 'ping'
  | {
      metadata: {
        action: 'search' | 'get' | 'match'
        contentType: 'series' | 'book'
        params: Record<string, unknown>
      }
    }

function permissionFor(action: Action): 'PluginsManage' | 'BooksWrite' | 'SeriesWrite' {
  if (action === 'ping') return 'PluginsManage'
  return action.metadata.contentType === 'book' ? 'BooksWrite' : 'SeriesWrite'
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
