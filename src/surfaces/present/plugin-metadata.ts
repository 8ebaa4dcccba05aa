import { readStoredManifest } from '../../plugins/host/plugin-health.ts'
import { matchFactsOfResult } from '../../plugins/matching/candidate-facts.ts'
import type { MatchFacts } from '../../plugins/matching/match-facts.ts'
import { parseTitleForSearch } from '../../plugins/matching/parse-title-for-search.ts'
import { applySearchRules, fillSearchTemplate } from '../../plugins/matching/search-rules.ts'
import { matchSimilarity } from '../../plugins/matching/similarity.ts'
import type { ProviderSearchResult } from '../../plugins/protocol/records.ts'
import type { FullBookView } from '../../store/book/view.ts'
import type { MetadataChangeRow } from '../../store/plugin/metadata-changes.ts'
import type { PluginView } from '../../store/plugin/read.ts'
import type { FullSeriesView } from '../../store/series/view.ts'
import { bytesToUuid } from '../../store/uid.ts'
import { formatTimestamp, formatTimestampOrNull } from './format-time.ts'

/** A plugin's actions for a series, a book or a library. */
export function presentPluginActions(plugin: PluginView, entity: 'series' | 'book' | 'library', scope: string) {
  const manifest = readStoredManifest(plugin)
  const targets = (manifest?.capabilities.metadataProvider ?? []).filter(
    (target) => plugin.settings.targets?.includes(target) ?? true,
  )
  if (targets.length === 0 || (entity !== 'library' && !targets.includes(entity))) return []
  return [
    {
      pluginId: plugin.uid,
      pluginName: plugin.name,
      pluginDisplayName: plugin.displayName,
      actionType:
        scope.endsWith(':detail') && entity !== 'library'
          ? ('metadata_search' as const)
          : ('metadata_auto_match' as const),
      label: plugin.displayName,
      description: plugin.description,
      icon: null,
      libraryIds: plugin.libraryUids,
      searchUriTemplate: manifest?.searchUriTemplate ?? null,
      healthStatus: plugin.health,
      capabilities: { metadataProvider: targets as string[] },
    },
  ]
}

/** The links of a plugin to its website, with its settings filled in. */
export function presentPluginWebLinks(plugin: PluginView) {
  const links = readStoredManifest(plugin)?.capabilities.webLinks
  if (!links) return []
  const fields = readStoredManifest(plugin)?.configSchema?.fields ?? []
  const defaults = Object.fromEntries(fields.map((field) => [field.key, field.default]))
  const fill = (template: string) => fillConfig(template, { ...defaults, ...plugin.config })
  const searchUrlTemplate = fill(links.searchUrlTemplate)
  if (!/^https?:\/\//i.test(searchUrlTemplate)) return []
  const seriesLinks = links.seriesLinks.map((one) => ({ ...one, urlTemplate: fill(one.urlTemplate) }))
  return [{ pluginName: plugin.name, displayName: plugin.displayName, searchUrlTemplate, seriesLinks }]
}

const fillConfig = (template: string, config: Record<string, unknown>) =>
  template.replace(/\{config\.(\w+)\}/g, (_, name: string) => String(config[name] ?? '').replace(/\/+$/, ''))

export function pluginSearchTextOf(series: FullSeriesView, plugin: PluginView | undefined) {
  const template = fillSearchTemplate(plugin?.settings.searchTemplate, {
    title: parseTitleForSearch(series.title).title,
    year: series.year === null ? undefined : String(series.year),
    publisher: series.publisher ?? undefined,
    author: series.authors[0]?.name,
  })
  return applySearchRules(template, plugin?.settings.searchRules)
}

const titlesOf = (series: FullSeriesView) => [series.title, ...series.alternateTitles.map((one) => one.title)]

export const matchFactsOfSeries = (series: FullSeriesView): MatchFacts => ({
  titles: titlesOf(series),
  year: series.year ?? parseTitleForSearch(series.folderName).year,
  authors: series.authors.map((one) => one.name),
  count: series.totalBookCount ?? series.bookCount,
})

export const matchFactsOfBook = (book: FullBookView): MatchFacts => ({
  titles: [parseTitleForSearch(book.title).title],
  year: (book.meta.facts.year as number | undefined) ?? book.year ?? undefined,
  authors: book.meta.authors.map((one) => one.name),
  isbns: (book.meta.facts.isbns as string[] | undefined) ?? [],
  isEdition: true,
})

export function presentSearchResult(
  found: { results: ProviderSearchResult[]; nextCursor?: string; warning?: string },
  query: string,
  ours: MatchFacts,
) {
  return {
    results: found.results.map((one) => ({
      ...one,
      similarity: matchSimilarity(ours, matchFactsOfResult(one)),
    })),
    nextCursor: found.nextCursor ?? null,
    warning: found.warning ?? null,
    query,
  }
}

export function presentMetadataChange(row: MetadataChangeRow, plugins: ReadonlyMap<number, string>) {
  return {
    id: bytesToUuid(row.uid),
    pluginId: (row.plugin_id === null ? undefined : plugins.get(row.plugin_id)) ?? null,
    pluginName: row.plugin_name,
    externalId: row.external_id,
    title: row.title,
    fields: JSON.parse(row.fields) as string[],
    createdAt: formatTimestamp(row.created_at),
    undoneAt: formatTimestampOrNull(row.undone_at),
  }
}
