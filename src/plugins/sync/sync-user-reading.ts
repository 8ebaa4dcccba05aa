import { inChunks } from '../../store/in-chunks.ts'
import type { PluginView } from '../../store/plugin/read.ts'
import { storedSourceNames, withoutSourcePrefix } from '../../store/release/tracking.ts'
import {
  readLastSyncedStates,
  type SyncedState,
  writeLastSyncedStates,
} from '../../store/user-plugin/last-synced-state.ts'
import type { UserPlugin } from '../../store/user-plugin/read.ts'
import {
  findSeriesByExternalId,
  findSeriesByTitle,
  listSeriesIdsToSync,
  readSeriesReadingStates,
  type SeriesReadingState,
} from '../../store/user-plugin/series-reading-state.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { PluginManifest } from '../protocol/manifest.ts'
import { splitAdminConfig } from '../split-admin-config.ts'
import type { UserPluginRun, UserRunDeps } from '../user/run-plugin-for-user.ts'
import { type SplitUserSettings, splitUserSettings } from '../user/split-user-settings.ts'
import { applyPulledEntry } from './apply-pulled-entry.ts'
import { entryToSend, isoTime } from './entry-to-send.ts'
import { mergeReadingState, type OwnReadingState, ownReadingStateOf } from './own-reading-state.ts'
import {
  isSameRemoteState,
  type PulledEntry,
  parseRemoteState,
  type RemoteState,
  readPulledPage,
  readPushResult,
  remoteStateOf,
} from './pulled-entry.ts'

export interface SyncCounts {
  pulled: number
  matched: number
  applied: number
  pushed: number
  unchanged: number
  pushFailures: { externalId: string; error: string }[]
  /** The pull stopped before the end: too many entries or pages, or a repeated cursor. */
  pullIncomplete: boolean
}

export interface UserSync {
  deps: UserRunDeps
  plugin: PluginView
  mine: UserPlugin
  viewer: Viewer
  run: UserPluginRun
  /** Compares everything, not only what changed since the last sync. */
  isFull: boolean
  signal: AbortSignal
  /** What this sync did before it had to begin again. */
  before: Pick<SyncCounts, 'applied' | 'pushed'>
  onProgress: (counts: SyncCounts) => void
}

/** The source names under which the service's ids may be stored with a series. */
export function idSourcesOf(plugin: PluginView, manifest: PluginManifest): string[] {
  const { externalIdSource } = manifest.capabilities
  const own = [`plugin:${plugin.name}`, `plugin:${manifest.name}`]
  return externalIdSource
    ? [externalIdSource, ...storedSourceNames(withoutSourcePrefix(externalIdSource)), ...own]
    : own
}

/** Pulls, merges, and pushes what has changed here. */
export async function syncUserReading(work: UserSync): Promise<SyncCounts> {
  const { deps, mine, run } = work
  const { host } = splitUserSettings(mine.config)
  const counts: SyncCounts = {
    pulled: 0,
    matched: 0,
    applied: work.before.applied,
    pushed: work.before.pushed,
    unchanged: 0,
    pushFailures: [],
    pullIncomplete: false,
  }
  const known = await readLastSyncedStates(deps.db, mine.id)
  const remote = new Map([...known].map(([id, { state }]) => [id, parseRemoteState(state)]))
  if (host.syncMode !== 'push') await pull(work, host, known, remote, counts)
  if (host.syncMode !== 'pull') await push(work, host, idSourcesOf(work.plugin, run.manifest), remote, counts)
  return counts
}

async function pull(
  work: UserSync,
  host: SplitUserSettings,
  known: ReadonlyMap<string, SyncedState>,
  remote: Map<string, RemoteState>,
  counts: SyncCounts,
): Promise<void> {
  const { run, mine, isFull, signal, onProgress } = work
  const since = isFull || mine.lastSyncAt === null ? undefined : isoTime(mine.lastSyncAt - OVERLAP_MS)
  const seen = new Set<string>()
  let cursor: string | undefined
  do {
    signal.throwIfAborted()
    const params = { limit: PULLED_AT_ONCE, ...(since && { since }), ...(cursor && { cursor }) }
    const page = readPulledPage(await run.call('sync/pullProgress', params, CALL_MS))
    counts.pulled += page.entries.length
    await applyPage(work, host, known, page.entries, counts)
    for (const entry of page.entries) remote.set(entry.externalId, remoteStateOf(entry))
    onProgress(counts)
    cursor = page.nextCursor
    // Neither a repeated cursor nor empty pages would ever end.
    const isEndless = counts.pulled >= MAX_PULLED || seen.size >= MAX_PAGES
    if (cursor !== undefined && (seen.has(cursor) || isEndless)) {
      counts.pullIncomplete = true
      return
    }
    if (cursor !== undefined) seen.add(cursor)
  } while (cursor !== undefined)
}

/** An entry of the service, and the series here that it is about. */
interface MatchedEntry {
  entry: PulledEntry
  seriesIds: readonly number[]
}

async function applyPage(
  work: UserSync,
  host: SplitUserSettings,
  known: ReadonlyMap<string, SyncedState>,
  entries: readonly PulledEntry[],
  counts: SyncCounts,
): Promise<void> {
  const { db } = work.deps
  const matched = await matchEntries(work, host, entries)
  counts.matched += matched.length
  for (const some of inChunks(matched, 50)) {
    await applyEntries(work, host, known, some, counts)
    const states = some.map(({ entry }) => ({
      externalId: entry.externalId,
      state: JSON.stringify(remoteStateOf(entry)),
    }))
    await db.transaction((tx) => writeLastSyncedStates(tx, work.mine.id, lastOfEach(states), Date.now()))
  }
}

/** By the service's ids or, where the user allows it, by title. */
async function matchEntries(
  { deps: { db }, plugin, viewer, run }: UserSync,
  host: SplitUserSettings,
  entries: readonly PulledEntry[],
): Promise<MatchedEntry[]> {
  const sources = idSourcesOf(plugin, run.manifest)
  const externalIds = entries.map((entry) => entry.externalId)
  const byId = await findSeriesByExternalId(db, viewer, plugin.libraryUids, { sources, externalIds })
  const titles = host.searchFallback
    ? entries.flatMap(({ externalId, title }) => (title && !byId.has(externalId) ? [title] : []))
    : []
  const byTitle = await findSeriesByTitle(db, viewer, plugin.libraryUids, titles)
  return entries
    .map((entry) => ({
      entry,
      seriesIds: byId.get(entry.externalId) ?? [byTitle.get(entry.title ?? '') ?? []].flat(),
    }))
    .filter(({ seriesIds }) => seriesIds.length > 0)
}

async function applyEntries(
  { deps, viewer }: UserSync,
  host: SplitUserSettings,
  known: ReadonlyMap<string, SyncedState>,
  matched: readonly MatchedEntry[],
  counts: SyncCounts,
): Promise<void> {
  const ids = [...new Set(matched.flatMap(({ seriesIds }) => seriesIds))]
  const states = new Map((await readSeriesReadingStates(deps.db, viewer, ids)).map((one) => [one.id, one]))
  for (const { entry, seriesIds } of matched) {
    const before = known.get(entry.externalId)
    const isKnown = before !== undefined && isSameRemoteState(parseRemoteState(before.state), remoteStateOf(entry))
    const options = { since: isKnown ? before.appliedAt : undefined, withRating: host.syncRatings }
    for (const series of seriesIds.flatMap((id) => states.get(id) ?? [])) {
      counts.applied += await applyPulledEntry(deps, viewer, series, entry, options)
    }
  }
}

interface ToPush {
  externalId: string
  series: SeriesReadingState
  own: OwnReadingState
  merged: RemoteState
}

async function push(
  work: UserSync,
  host: SplitUserSettings,
  sources: readonly string[],
  remote: ReadonlyMap<string, RemoteState>,
  counts: SyncCounts,
): Promise<void> {
  const { deps, plugin, viewer, signal, onProgress } = work
  const ids = await listSeriesIdsToSync(deps.db, viewer, plugin.libraryUids)
  const sent = new Map<string, number>()
  for (const some of inChunks(ids, PUSHED_AT_ONCE)) {
    signal.throwIfAborted()
    const toPush: ToPush[] = []
    for (const series of await readSeriesReadingStates(deps.db, viewer, some)) {
      const one = choose(work, host, sources, remote, series)
      if (one === 'unchanged') counts.unchanged += 1
      // Two series with one id, e.g. two editions: the one read last wins.
      else if (one && !((sent.get(one.externalId) ?? 0) > one.own.at)) {
        if (one.externalId !== '') sent.set(one.externalId, one.own.at)
        toPush.push(one)
      }
    }
    await pushSome(work, toPush, counts)
    onProgress(counts)
  }
}

function choose(
  { isFull, mine }: UserSync,
  host: SplitUserSettings,
  sources: readonly string[],
  remote: ReadonlyMap<string, RemoteState>,
  series: SeriesReadingState,
): ToPush | 'unchanged' | undefined {
  const own = ownReadingStateOf(series, host.syncRatings)
  if (!own) return undefined
  if (own.status === 'completed' ? !host.includeCompleted : !host.includeInProgress) return undefined
  const externalId = sources.flatMap(
    (source) => series.externalIds.find((one) => one.source === source)?.externalId ?? [],
  )[0]
  if (externalId === undefined && !host.searchFallback) return undefined
  const theirs = externalId === undefined ? undefined : remote.get(externalId)
  const isOld = !isFull && mine.lastSyncAt !== null && own.at < mine.lastSyncAt - OVERLAP_MS
  if (isOld && (theirs || externalId === undefined)) return 'unchanged'
  const merged = mergeReadingState(own, theirs)
  return merged ? { externalId: externalId ?? '', series, own, merged } : 'unchanged'
}

async function pushSome({ deps, plugin, mine, run }: UserSync, toPush: readonly ToPush[], counts: SyncCounts) {
  if (toPush.length === 0) return
  const { sends } = splitAdminConfig(plugin.config)
  const wants = run.manifest.capabilities
  const entries = toPush.map((one) => entryToSend(one.series, one.externalId, one.own, one.merged, { wants, sends }))
  const { succeeded, failures } = readPushResult(await run.call('sync/pushProgress', { entries }, CALL_MS))
  counts.pushFailures.push(...failures.slice(0, Math.max(0, MAX_FAILURES - counts.pushFailures.length)))
  counts.pushed += toPush.length - failures.length
  const failed = new Set(failures.map((one) => one.externalId))
  const states = toPush
    .filter(({ externalId }) => externalId !== '' && succeeded.has(externalId) && !failed.has(externalId))
    .map(({ externalId, merged, own }) => ({ externalId, state: JSON.stringify({ ...merged, at: own.at }) }))
  await deps.db.transaction((tx) => writeLastSyncedStates(tx, mine.id, lastOfEach(states), Date.now()))
}

/** A plugin may list a series twice, and two series may have one id. */
const lastOfEach = <T extends { externalId: string }>(states: readonly T[]): T[] => [
  ...new Map(states.map((one) => [one.externalId, one])).values(),
]

const PULLED_AT_ONCE = 200
const PUSHED_AT_ONCE = 100
const MAX_PULLED = 200_000
const MAX_PAGES = 2000
const MAX_FAILURES = 20
const CALL_MS = 300_000
/** Clocks differ, and a sync takes time. */
const OVERLAP_MS = 3_600_000
