import { removeHiddenFromRandomPick } from './change-hidden-series.ts'
import { refreshCoverUrl } from './cover-url.ts'
import { listenToEvents } from './event-stream.ts'
import { queryClient } from './query-client.ts'
import { removeRunningTask, setTaskProgress } from './running-tasks.ts'
import { checkSignedIn } from './session.ts'
import { type LiveEvent, queryHoldsAnyItem, staleQueryKeys } from './stale-query-keys.ts'
import { apiUrl } from './urls.ts'

const types: string[] = [
  'release_announced',
  'user_plugin_updated',
  'recommendations_updated',
  'plugin_enabled',
  'plugin_disabled',
  'plugin_health_changed',
  'release_source_polled',
  'release_sources_registered',
  ...['library', 'series', 'book', 'collection', 'read_list', 'plugin'].flatMap((kind) =>
    ['created', 'updated', 'deleted'].map((verb) => `${kind}_${verb}`),
  ),
  ...['started', 'progress', 'completed', 'failed'].map((verb) => `scan_${verb}`),
  ...['created', 'progress', 'completed', 'failed', 'cancelled'].map((verb) => `task_${verb}`),
  'series_metadata_updated',
  'cover_updated',
  'progress_updated',
  'annotation_updated',
  'bookmark_updated',
  'hidden_series_updated',
  'settings_updated',
  'resync',
]

/** Minimum time between refetches of what is on screen: a scan emits events for thousands of books. */
const pause = 1500

/** Listeners that only observe events, such as the first scan. */
const watchers = new Set<(event: LiveEvent) => void>()

export function onLiveEvent(act: (event: LiveEvent) => void): () => void {
  watchers.add(act)
  return () => watchers.delete(act)
}

/** Keeps one event stream open until stopped, and refreshes what is shown. */
export function startLiveEvents(): () => void {
  const refresh = batchInvalidations()
  const receive = (event: LiveEvent) => {
    for (const act of watchers) act(event)
    followWork(event)
    if (event.type === 'hidden_series_updated') void removeHiddenFromRandomPick()
    if (event.type === 'cover_updated' && event.entityId) refreshCoverUrl(event.entityId)
    refresh.add(event)
  }
  const missed = () => receive({ type: 'resync', timestamp: new Date().toISOString() })
  const restored = () => void queryClient.refetchQueries({ type: 'active', predicate: hasFailed })
  const stop = listenToEvents({
    url: apiUrl('/events'),
    types,
    onMessage: ({ data }) => receive(JSON.parse(data) as LiveEvent),
    onRestored: restored,
    onMissed: missed,
    isAuthorized: checkSignedIn,
  })
  return () => {
    refresh.stop()
    stop()
  }
}

function hasFailed({ state }: { state: { status: string } }) {
  return state.status === 'error'
}

function followWork(event: LiveEvent) {
  if (!event.taskId) return
  if (/_(completed|failed|cancelled)$/.test(event.type)) return removeRunningTask(event.taskId)
  if (!/^(scan|task)_(started|progress)$/.test(event.type)) return
  setTaskProgress({
    id: event.taskId,
    type: event.type.startsWith('scan') ? 'scan_library' : (event.taskType ?? 'task'),
    libraryId: event.libraryId ?? null,
    current: event.progress?.current ?? event.filesProcessed ?? 0,
    total: event.progress?.total ?? event.filesTotal ?? 0,
  })
}

function batchInvalidations() {
  const keys = new Map<string, readonly unknown[]>()
  const read = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    for (const queryKey of keys.values()) void queryClient.invalidateQueries({ queryKey })
    keys.clear()
    if (read.size > 0) void queryClient.invalidateQueries({ predicate: queryHoldsAnyItem(new Set(read)) })
    read.clear()
  }
  return {
    add(event: LiveEvent) {
      for (const key of staleQueryKeys(event)) keys.set(JSON.stringify(key), key)
      if (event.type === 'progress_updated') for (const id of [event.bookId, event.seriesId]) if (id) read.add(id)
      if (keys.size > 0) timer ??= setTimeout(flush, pause)
    },
    stop: () => clearTimeout(timer),
  }
}
