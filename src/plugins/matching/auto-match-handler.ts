import { analyseBookTask, finaliseSeriesTask } from '../../analyse/tasks.ts'
import { findViewerOfUser } from '../../catalog/access/viewer-of-user.ts'
import { parseCondition } from '../../catalog/filters/parse-condition.ts'
import { seriesConditionParsers } from '../../catalog/filters/parse-series-condition.ts'
import { Problem } from '../../contract/problems.ts'
import { isFromWrongClock } from '../../store/clock-tolerance.ts'
import type { Db } from '../../store/open.ts'
import { readBooksToMatch, readSeriesToMatch } from '../../store/plugin/items-to-match.ts'
import { findPlugin, listPlugins, type PluginView } from '../../store/plugin/read.ts'
import type { SeriesFilter } from '../../store/series/filter.ts'
import { listSeriesIds } from '../../store/series/list.ts'
import { systemViewer } from '../../store/system-viewer.ts'
import { claimScheduleTick } from '../../store/task/claim-schedule-tick.ts'
import { countUnfinishedTasks } from '../../store/task/count-unfinished.ts'
import { uuidToBytes } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import { lastDueTime } from '../../tasks/schedule.ts'
import { PermanentTaskError, type TaskHandler, taskHandler } from '../../tasks/task-kind.ts'
import type { Tasks } from '../../tasks/tasks.ts'
import { readStoredManifest } from '../host/plugin-health.ts'
import type { TargetKind } from '../metadata/ask-provider.ts'
import { isFaultOfProcess, PluginError } from '../protocol/errors.ts'
import { permanentIfRefused } from '../protocol/permanent-if-refused.ts'
import { type AutoMatchParams, autoMatchTask } from '../tasks.ts'
import { autoMatchItem, type MatchDeps, type MatchItemOptions } from './auto-match-item.ts'
import type { ItemToMatch } from './item-facts.ts'

export function autoMatchHandler(deps: () => Promise<MatchDeps>): TaskHandler {
  return taskHandler(autoMatchTask, 'plugin', async ({ params, createdAt }, { signal, progress }) => {
    const matching = withPatientCalls(await deps(), signal, params.userId)
    const plugin = await readEnabledPlugin(matching.db, params.pluginId)
    const counts = { applied: 0, review: 0, none: 0, skipped: 0, failed: 0 }
    const entities = entitiesToMatch(plugin).filter((entity) => entity === 'series' || !params.withoutBooks)
    const ids = await listSeriesIdsToMatch(matching.db, plugin, params)
    const { onlyNew, newSince } = params
    const options = { onlyNew, newSince, notSince: createdAt, userId: params.userId ?? null, signal }
    progress(0, ids.length)
    let done = 0
    let next = 0
    const work = async () => {
      while (next < ids.length && !signal.aborted) {
        const items = await itemsOf(matching.db, ids[next++]!, entities)
        for (const item of items) {
          const current = await readEnabledPlugin(matching.db, plugin.uid)
          counts[await matchPatiently(matching, current, item, options)] += 1
        }
        done += 1
        progress(done, ids.length, items[0]?.title ?? null, counts)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    signal.throwIfAborted()
    return { total: ids.length, ...counts }
  })
}

async function readEnabledPlugin(db: Db, pluginUid = ''): Promise<PluginView> {
  const plugin = pluginUid ? await findPlugin(db, { uid: uuidToBytes(pluginUid) }) : undefined
  if (!plugin?.isEnabled) throw new PermanentTaskError('The plugin is disabled or was removed.')
  return plugin
}

/**
 * However low the rate limit is, a call that waits for its turn hasn't failed. Its answer isn't used once the account
 * that requested the run is gone.
 */
const withPatientCalls = (deps: MatchDeps, signal: AbortSignal, userId: number | undefined): MatchDeps => ({
  ...deps,
  plugins: {
    async call(pluginId, method, params, timeoutMs) {
      const answer = await deps.plugins.call(pluginId, method, params, timeoutMs, { waitMs: MAX_TURN_MS, signal })
      await viewerWhoAsked(deps.db, userId)
      return answer
    },
  },
})

/** Waits until the books are analysed: the search uses metadata from their files. */
export async function untilAnalysed(db: Db, signal: AbortSignal): Promise<void> {
  for (let waited = 0; waited < MAX_WAIT_MS; waited += LOOK_MS) {
    await pause(LOOK_MS, signal)
    const open = await countUnfinishedTasks(db)
    if (![analyseBookTask, finaliseSeriesTask].some((kind) => open[kind.type])) return
  }
}

/** The series itself for a provider of series, each of its books for a provider of books. */
async function itemsOf(db: Db, seriesId: number, entities: readonly TargetKind[]): Promise<ItemToMatch[]> {
  const series = entities.includes('series') ? await readSeriesToMatch(db, [seriesId]) : []
  const books = entities.includes('book') ? await readBooksToMatch(db, { seriesId }) : []
  return [
    ...series.map((one) => ({ entity: 'series' as const, ...one })),
    ...books.map((one) => ({ entity: 'book' as const, ...one })),
  ]
}

type Outcome = 'applied' | 'review' | 'none' | 'skipped' | 'failed'

/** A failed search doesn't stop the others; a plugin that is no longer running does. */
async function matchPatiently(
  deps: MatchDeps,
  plugin: PluginView,
  item: ItemToMatch,
  { signal, ...options }: MatchItemOptions & { signal: AbortSignal },
): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    try {
      return (await autoMatchItem(deps, plugin, item, options)).outcome
    } catch (error) {
      signal.throwIfAborted()
      // It was deleted, or the plugin is no longer for its library.
      if (error instanceof Problem && REFUSED.has(error.code)) return 'skipped'
      if (!(error instanceof PluginError)) throw error
      const seconds = retryAfter(error)
      if (seconds === undefined || attempt >= MAX_ATTEMPTS) {
        if (error.code === 'DISABLED' || error.code === 'BACKING_OFF') throw permanentIfRefused(error)
        return 'failed'
      }
      await pause(seconds * 1000, signal)
    }
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  signal.addEventListener('abort', () => resolve(), { once: true })
  return promise.then(() => {
    clearTimeout(timer)
    signal.throwIfAborted()
  })
}

function retryAfter(error: PluginError): number | undefined {
  if (error.code === 'BUSY' || isFaultOfProcess(error)) return 2
  if (error.code !== -32001) return undefined
  const { retryAfterSeconds } = (error.data ?? {}) as { retryAfterSeconds?: unknown }
  return typeof retryAfterSeconds === 'number' ? Math.min(120, Math.max(1, retryAfterSeconds)) : 30
}

/** Only series in the plugin's libraries that meet its condition. */
export async function listSeriesIdsToMatch(
  db: Db,
  plugin: PluginView,
  { seriesIds, libraryIds = [], userId }: Partial<AutoMatchParams>,
): Promise<number[]> {
  const asker = await viewerWhoAsked(db, userId)
  const libraries =
    plugin.libraryUids.length === 0 ? libraryIds : libraryIds.filter((id) => plugin.libraryUids.includes(id))
  if (libraryIds.length > 0 && libraries.length === 0) return []
  const only = libraries.length > 0 ? libraries : plugin.libraryUids
  const parts: SeriesFilter[] = []
  if (only.length > 0) parts.push({ library: { op: 'in', ids: only } })
  const { matchCondition } = plugin.settings
  if (matchCondition) parts.push(parseCondition<SeriesFilter>(matchCondition, seriesConditionParsers))
  if (!seriesIds) return listAll(db, asker, parts)
  const found: number[] = []
  for (let at = 0; at < seriesIds.length; at += PAGE) {
    const some = seriesIds.slice(at, at + PAGE)
    found.push(...(await listAll(db, asker, [...parts, { id: { op: 'in', ids: some } }])))
  }
  return found
}

/**
 * The server itself, limited to what the requesting user may see now: they must not change what is hidden from them.
 */
async function viewerWhoAsked(db: Db, userId: number | undefined): Promise<Viewer> {
  if (userId === undefined) return systemViewer
  const asker = await findViewerOfUser(db, userId)
  if (!asker) throw new PermanentTaskError('The account that requested this was deleted or disabled.')
  return { ...systemViewer, sees: asker.sees }
}

async function listAll(db: Db, asker: Viewer, parts: readonly SeriesFilter[]): Promise<number[]> {
  const filter: SeriesFilter | undefined = parts.length === 0 ? undefined : { all: parts }
  const found: number[] = []
  for (let offset = 0; ; offset += PAGE) {
    const query = { filter, sort: [{ field: 'date_added' as const, direction: 'asc' as const }] }
    const { ids } = await listSeriesIds(db, asker, query, { limit: PAGE, offset })
    found.push(...ids)
    if (ids.length < PAGE) return found
  }
}

/** What the plugin provides and the administrator hasn't turned off. */
export const entitiesToMatch = (plugin: PluginView): TargetKind[] =>
  (readStoredManifest(plugin)?.capabilities.metadataProvider ?? []).filter(
    (entity) => plugin.settings.targets?.includes(entity) ?? true,
  )

/**
 * Only what was added or changed since this was turned on: nobody who sets up a plugin expects the next scan to search
 * for ten thousand series. Queued once they are analysed, so that no waiting task occupies a worker.
 */
export async function queueMatchesAfterScan(
  db: Db,
  tasks: Tasks,
  libraryId: string,
  signal: AbortSignal,
): Promise<void> {
  const listWanted = async () =>
    (await listPlugins(db)).filter((plugin) => {
      const isFor = plugin.libraryUids.length === 0 || plugin.libraryUids.includes(libraryId)
      const wants = plugin.isEnabled && plugin.settings.matchAfterScan && plugin.scopes.includes('library:scan')
      return wants && isFor && entitiesToMatch(plugin).length > 0
    })
  if ((await listWanted()).length === 0) return
  await untilAnalysed(db, signal)
  for (const plugin of await listWanted()) {
    const newSince = plugin.settings.matchAfterScanSince
    const params = { pluginId: plugin.uid, libraryIds: [libraryId], onlyNew: true, ...(newSince && { newSince }) }
    await tasks.add(autoMatchTask, { params })
  }
}

/**
 * Each scheduled time is run once, however many servers there are and whenever they look: also later, if none was
 * running then.
 */
export async function queueDueMatches(db: Db, tasks: Tasks, now: number): Promise<void> {
  for (const plugin of await listPlugins(db)) {
    const { matchCron, matchCronSince = plugin.updatedAt } = plugin.settings
    const due = plugin.isEnabled && matchCron ? lastDueTime(matchCron, now) : undefined
    const since = Math.max(matchCronSince, plugin.reviewedAt ?? 0)
    const isNew = due !== undefined && (due > since || isFromWrongClock(since, now))
    if (!isNew || entitiesToMatch(plugin).length === 0) continue
    const isQueued = await db.transaction(async (tx) => {
      if (!(await claimScheduleTick(tx, `match_plugin:${plugin.uid}`, due, now))) return false
      await tasks.addIn(tx, autoMatchTask, [{ params: { pluginId: plugin.uid, onlyNew: true } }])
      return true
    })
    if (isQueued) tasks.wake()
  }
}

const REFUSED: ReadonlySet<string> = new Set(['not_found', 'permission_denied'])
const AT_ONCE = 4
const PAGE = 500
const MAX_ATTEMPTS = 5
/** The concurrent searches have up to 28 calls waiting, and the limit may be one call a minute. */
const MAX_TURN_MS = 30 * 60_000
const LOOK_MS = 2000
const MAX_WAIT_MS = 6 * 3_600_000
