import type { LecternEvent } from './types.ts'

/** Any event, with the fields of all types. */
export type LiveEvent = {
  type: LecternEvent['type'] | 'resync'
  timestamp: string
  libraryId?: string | null
  seriesId?: string | null
  bookId?: string | null
  entityId?: string
  taskId?: string
  taskType?: string
  progress?: { current: number; total: number }
  filesProcessed?: number
  filesTotal?: number
  counts?: Record<string, number>
}

type Key = readonly unknown[]

/** The query keys that an event makes stale. */
export function staleQueryKeys(event: Pick<LiveEvent, 'type' | 'bookId' | 'seriesId' | 'counts'>): Key[] {
  const { type, bookId, seriesId } = event
  if (type === 'resync') return [[]]
  // Too many changes to list one by one: lists and rows are fetched again, single items are not.
  if (event.counts) return [['libraries'], ...lists('books'), ...lists('series'), ['series', 'letters']]
  if (type.startsWith('library_')) return [['libraries']]
  if (type === 'progress_updated')
    return [
      ['books', 'row', 'in-progress'],
      ['books', 'row', 'on-deck'],
      ...(bookId ? [['books', 'one', bookId]] : []),
      ...(seriesId
        ? [
            ['books', 'of-series', seriesId],
            ['series', 'one', seriesId],
          ]
        : [['books', 'of-series']]),
    ]
  if (type === 'annotation_updated') return [['annotations']]
  if (type === 'bookmark_updated') return [['bookmarks', bookId]]
  if (type === 'hidden_series_updated')
    return [['hidden-series'], ['series'], ['books'], ['recommendations'], ['releases']]
  if (type.startsWith('book_'))
    return [['books', 'row'], ['books', 'list'], ...keyOfOne('books', bookId), ...ofSeries(seriesId), ['libraries']]
  if (type.startsWith('series_'))
    return [['series', 'row'], ['series', 'list'], ['series', 'letters'], ...ofSeries(seriesId), ['libraries']]
  if (type.startsWith('collection_')) return [['collections']]
  if (type.startsWith('read_list_')) return [['readlists']]
  if (type === 'plugin_health_changed') return [['plugins']]
  if (type === 'release_source_polled' || type === 'release_sources_registered') return [['plugins', 'sources']]
  if (type.startsWith('plugin_')) return [['plugins'], ['plugin-actions'], ['releases', 'used'], ['connections']]
  if (type === 'user_plugin_updated') return [['connections'], ['recommendations']]
  if (type === 'recommendations_updated') return [['recommendations']]
  if (type === 'release_announced') return [['releases']]
  if (type === 'settings_updated') return [['settings']]
  if (type.startsWith('task_')) return [['tasks']]
  if (type === 'scan_completed' || type === 'scan_failed') return [['libraries'], ['scan'], ['releases']]
  return []
}

type CachedQuery = { queryKey: Key; state: { data: unknown } }

/**
 * Matches cached lists that contain one of these items. Progress changes only their entries; other lists needn't be
 * refetched.
 */
export function queryHoldsAnyItem(ids: ReadonlySet<string>): (query: CachedQuery) => boolean {
  return ({ queryKey: [kind], state: { data } }) => {
    if (kind !== 'books' && kind !== 'series') return false
    const items = Array.isArray(data) ? data : (data as { data?: unknown } | undefined)?.data
    return Array.isArray(items) && items.some((item: { id?: string }) => item.id !== undefined && ids.has(item.id))
  }
}

const lists = (kind: string): Key[] => [
  [kind, 'row'],
  [kind, 'list'],
]
const keyOfOne = (kind: string, id: string | null | undefined): Key[] => (id ? [[kind, 'one', id]] : [])
const ofSeries = (id: string | null | undefined): Key[] =>
  id
    ? [
        ['series', 'one', id],
        ['books', 'of-series', id],
      ]
    : []
