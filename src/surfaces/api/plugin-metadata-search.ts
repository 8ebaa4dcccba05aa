import { pluginMetadata as routes } from '../../contract/plugin-metadata.ts'
import { isMetadataFilesProvider, searchMetadataFiles } from '../../plugins/files/metadata-files-provider.ts'
import type { MatchFacts } from '../../plugins/matching/match-facts.ts'
import { parseTitleForSearch } from '../../plugins/matching/parse-title-for-search.ts'
import { type SearchParams, searchPlugin } from '../../plugins/metadata/ask-provider.ts'
import { requirePluginForLibrary } from '../../plugins/permissions.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import {
  matchFactsOfBook,
  matchFactsOfSeries,
  pluginSearchTextOf,
  presentSearchResult,
} from '../present/plugin-metadata.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { readFullBook, readFullSeries } from './curation-context.ts'
import {
  readEnabledProvider,
  readMetadataProvider,
  readMetadataTarget,
  refuseAsProblem,
} from './read-metadata-provider.ts'

/** Search for a series or book at a provider. */
export function mountPluginMetadataSearch(api: OpenSurface, context: AppContext): void {
  const { db, plugins } = context

  serve(api, routes.searchTitle, async ({ params, query, viewer }) => {
    const series = await readFullSeries(db, viewer, params.id)
    const plugin = query.pluginId ? await readMetadataProvider(db, query.pluginId) : undefined
    const { text, rulesApplied } = pluginSearchTextOf(series, plugin)
    return { originalTitle: series.title, searchTitle: text, rulesApplied }
  })

  serve(api, routes.searchSeries, async ({ params, body, viewer }) => {
    const series = await readFullSeries(db, viewer, params.id)
    const plugin = await readEnabledProvider(db, body.pluginId)
    requirePluginForLibrary(plugin, series.libraryUid)
    if (isMetadataFilesProvider(plugin)) return searchInFiles('series', viewer, params.id, matchFactsOfSeries(series))
    const query = body.query?.trim() || pluginSearchTextOf(series, plugin).text
    const limit = plugin.settings.resultLimit ?? DEFAULT_RESULTS
    const search = { query, limit, ...cursorOf(body) }
    const found = await searchPlugin(plugins, plugin, 'series', search).catch(refuseAsProblem)
    // The user's query counts, whatever the library contains.
    return presentSearchResult(found, query, body.query?.trim() ? { titles: [query] } : matchFactsOfSeries(series))
  })

  serve(api, routes.searchBook, async ({ params, body, viewer }) => {
    const book = await readFullBook(db, viewer, params.id)
    const plugin = await readEnabledProvider(db, body.pluginId)
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
      limit: plugin.settings.resultLimit ?? DEFAULT_RESULTS,
      ...cursorOf(body),
    }
    const found = await searchPlugin(plugins, plugin, 'book', search).catch(refuseAsProblem)
    return presentSearchResult(found, query, body.query?.trim() ? { titles: [query] } : known)
  })

  async function searchInFiles(entity: 'series' | 'book', viewer: Viewer, id: string, known: MatchFacts) {
    const results = await searchMetadataFiles(context, await readMetadataTarget(db, entity, viewer, id))
    return presentSearchResult({ results }, known.titles[0] ?? '', known)
  }
}

const cursorOf = ({ cursor }: { cursor?: string }) => (cursor === undefined ? {} : { cursor })
const DEFAULT_RESULTS = 10
