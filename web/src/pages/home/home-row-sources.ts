import { queryOptions } from '@tanstack/react-query'
import type { SeriesAdditions } from '../../../../src/contract/home-rows.ts'
import { api } from '../../api/client.ts'
import { homeBookRowQuery, homeSeriesRowQuery } from '../../api/item-queries.ts'
import { isProblem } from '../../api/problem.ts'
import type { Book, Condition, Page, SavedFilter, Series } from '../../api/types.ts'
import { t } from '../../messages/t.ts'
import type { RouteSearchParams } from '../../search-params.ts'

/** The preference that stores the rows. */
export const homeRowsPreferenceKey = 'home.rows'

/** Rows available to everybody; those of a library, list or saved filter contain its id: `collection:…`. */
export const builtInHomeRows = [
  'continue',
  'onDeck',
  'recentBooks',
  'updatedSeries',
  'recentSeries',
  'recentlyRead',
  'followed',
  'forgotten',
  'random',
] as const
export type BuiltInHomeRow = (typeof builtInHomeRows)[number]
export const homeRowSources = ['library', 'collection', 'readlist', 'filter'] as const
export type HomeRowSource = (typeof homeRowSources)[number]
export type HomeRowKey = BuiltInHomeRow | `${HomeRowSource}:${string}`

export const defaultHomeRows: HomeRowKey[] = ['continue', 'onDeck', 'recentBooks', 'updatedSeries', 'recentSeries']

/** A card of a row: a book, a series, or a series with the number of its new books. */
export type HomeRowItem = { id: string; book?: Book; series?: Series; newBooks?: number }
/** `view` contains the search parameters of the full list, if a saved filter has them. */
export type HomeRowData = { name?: string; items: HomeRowItem[]; view?: RouteSearchParams }

const rowSize = 24
const page = { pageSize: rowSize, covers: true }

/** The stored value may contain rows of another version, or of sources that were deleted. */
export function parseHomeRows(stored: unknown): HomeRowKey[] {
  if (!Array.isArray(stored)) return defaultHomeRows
  const isRow = (key: unknown): key is HomeRowKey =>
    typeof key === 'string' &&
    (builtInHomeRows.includes(key as BuiltInHomeRow) || homeRowSources.some((each) => key.startsWith(`${each}:`)))
  return [...new Set(stored.filter(isRow))]
}

export function builtInHomeRowName(row: BuiltInHomeRow): string {
  const names = {
    continue: 'home.continue',
    onDeck: 'home.onDeck',
    recentBooks: 'home.recentBooks',
    updatedSeries: 'home.updatedSeries',
    recentSeries: 'home.recentSeries',
    recentlyRead: 'home.recentlyRead',
    followed: 'home.followed',
    forgotten: 'home.forgotten',
    random: 'home.random',
  } as const
  return t(names[row])
}

const ofBooks = (books: Book[]): HomeRowData => ({ items: books.map((book) => ({ id: book.id, book })) })
const ofSeries = (all: Series[]): HomeRowData => ({ items: all.map((series) => ({ id: series.id, series })) })

/**
 * The content of a row. Query keys start like those of other lists of books and series, so that events refresh them.
 */
export function homeRowQuery(row: HomeRowKey, libraryId: string | undefined) {
  switch (row) {
    case 'continue':
      return { ...homeBookRowQuery('in-progress', libraryId), select: ofBooks }
    case 'onDeck':
      return { ...homeBookRowQuery('on-deck', libraryId), select: ofBooks }
    case 'recentlyRead':
      return { ...homeBookRowQuery('recently-read', libraryId), select: ofBooks }
    case 'updatedSeries':
      return { ...homeSeriesRowQuery('recently-updated', libraryId), select: ofSeries }
    case 'recentSeries':
      return { ...homeSeriesRowQuery('recently-added', libraryId), select: ofSeries }
    case 'recentBooks':
      return queryOptions({
        queryKey: ['books', 'row', 'additions', libraryId ?? 'all'],
        queryFn: async ({ signal }): Promise<HomeRowData> => {
          const found = await api.get<SeriesAdditions[]>('/home/recently-added', {
            query: { libraryId, limit: rowSize },
            signal,
          })
          return { items: found.map((each) => ({ id: each.series.id, ...each })) }
        },
      })
    case 'random':
      return queryOptions({
        queryKey: ['home', 'random', libraryId ?? 'all'],
        queryFn: async ({ signal }) =>
          ofSeries(await api.get<Series[]>('/home/random', { query: { libraryId, limit: 12 }, signal })),
        // Picked once per visit: a row that changes while one looks at it is no help.
        staleTime: Number.POSITIVE_INFINITY,
      })
    case 'followed':
      return conditionRowQuery(row, 'files_changed,desc', libraryId, (): Condition[] => [
        { isTracked: { operator: 'isTrue' } },
        { readStatus: { operator: 'isNot', value: 'read' } },
      ])
    case 'forgotten':
      return conditionRowQuery(row, 'date_read,desc', libraryId, (): Condition[] => [
        { readStatus: { operator: 'is', value: 'in_progress' } },
        { dateRead: { operator: 'before', value: daysAgo(forgottenDays) } },
      ])
    default:
      return sourceQuery(row)
  }
}

/** Two months without reading. */
const forgottenDays = 60

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000).toISOString()

function conditionRowQuery(
  row: HomeRowKey,
  sort: string,
  libraryId: string | undefined,
  conditions: () => Condition[],
) {
  return queryOptions({
    queryKey: ['series', 'row', row, libraryId ?? 'all'],
    queryFn: async ({ signal }) => {
      const allOf = [...conditions(), { isHidden: { operator: 'isFalse' } }]
      if (libraryId) allOf.push({ libraryId: { operator: 'is', value: libraryId } })
      const request = { query: { ...page, sort }, body: { condition: { allOf } }, signal }
      return ofSeries((await api.post<Page<Series>>('/series/list', request)).data)
    },
  })
}

function sourceQuery(row: `${HomeRowSource}:${string}`) {
  const [source, id] = row.split(':') as [HomeRowSource, string]
  return queryOptions({
    queryKey: ['series', 'row', 'source', row],
    retry: false,
    queryFn: async ({ signal }): Promise<HomeRowData> => {
      try {
        return await readSource(source, id, signal)
      } catch (error) {
        // Deleted since, or no longer shared: a row without anything, not a fault of the page.
        if (isProblem(error, 'not_found')) return { items: [] }
        throw error
      }
    },
  })
}

async function readSource(source: HomeRowSource, id: string, signal: AbortSignal): Promise<HomeRowData> {
  if (source === 'library') {
    const { name } = await api.get<{ name: string }>(`/libraries/${id}`, { signal })
    const query = { libraryId: id, ...page }
    return { name, ...ofSeries((await api.get<Page<Series>>('/series/recently-added', { query, signal })).data) }
  }
  const query = { pageSize: rowSize }
  if (source === 'collection') {
    const { name } = await api.get<{ name: string }>(`/collections/${id}`, { signal })
    return { name, ...ofSeries((await api.get<Page<Series>>(`/collections/${id}/series`, { query, signal })).data) }
  }
  if (source === 'readlist') {
    const { name } = await api.get<{ name: string }>(`/readlists/${id}`, { signal })
    return { name, ...ofBooks((await api.get<Page<Book>>(`/readlists/${id}/books`, { query, signal })).data) }
  }
  const saved = await api.get<SavedFilter[]>('/saved-filters', { signal })
  const filter = saved.find((each) => each.id === id)
  if (!filter) return { items: [] }
  const { data } = await api.get<Page<Series | Book>>(`/saved-filters/${id}/items`, { query, signal })
  return {
    name: filter.name,
    ...(filter.query.view ? { view: { show: filter.target, ...(filter.query.view as RouteSearchParams) } } : {}),
    ...(filter.target === 'series' ? ofSeries(data as Series[]) : ofBooks(data as Book[])),
  }
}
