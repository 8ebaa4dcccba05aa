import { parseCondition } from '../../catalog/filters/parse-condition.ts'
import { seriesFields } from '../../catalog/filters/series-fields.ts'
import type { Db } from '../../store/open.ts'
import { readSeriesToMatch } from '../../store/plugin/matches.ts'
import { listPlugins, type PluginView } from '../../store/plugin/read.ts'
import type { SeriesFilter } from '../../store/series/filter.ts'
import { listSeriesIds } from '../../store/series/list.ts'
import { cronDue } from '../../tasks/schedule.ts'
import { PermanentFailure, type TaskHandler, taskHandler } from '../../tasks/task-kind.ts'
import type { Tasks } from '../../tasks/tasks.ts'
import { knownManifest } from '../host/health.ts'
import { systemViewer } from '../metadata/apply.ts'
import { isFaultOfProcess, PluginError } from '../protocol/errors.ts'
import { autoMatch, type MatchOrder } from '../tasks.ts'
import { type MatchDeps, matchSeries } from './match-series.ts'

export function autoMatchHandler(deps: () => Promise<MatchDeps>): TaskHandler {
  return taskHandler(autoMatch, 'other', async (task, { signal, progress }) => {
    const matching = await deps()
    const { params } = task
    const plugin = (await listPlugins(matching.db)).find((one) => one.uid === params.pluginId)
    if (!plugin?.isEnabled) throw new PermanentFailure('The plugin is switched off, or gone.')
    const counts = { applied: 0, review: 0, none: 0, skipped: 0, failed: 0 }
    const ids = await listToMatch(matching.db, plugin, params)
    let done = 0
    let next = 0
    const work = async () => {
      while (next < ids.length && !signal.aborted) {
        const id = ids[next++]!
        const [series] = await readSeriesToMatch(matching.db, [id])
        if (series) counts[await matchOne(matching, plugin, series, params.onlyNew ?? false)] += 1
        done += 1
        progress(done, ids.length, series?.title ?? null, counts)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    signal.throwIfAborted()
    return { total: ids.length, ...counts }
  })
}

type Outcome = 'applied' | 'review' | 'none' | 'skipped' | 'failed'

/** One series that cannot be asked about does not end the others; a plugin that is gone does. */
async function matchOne(
  deps: MatchDeps,
  plugin: PluginView,
  series: Parameters<typeof matchSeries>[2],
  onlyNew: boolean,
): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    try {
      return (await matchSeries(deps, plugin, series, { onlyNew, userId: null })).outcome
    } catch (error) {
      if (!(error instanceof PluginError)) throw error
      const seconds = retryAfter(error)
      if (seconds === undefined || attempt >= MOST_ATTEMPTS) {
        if (error.code === 'DISABLED' || error.code === 'BACKING_OFF') throw error
        return 'failed'
      }
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    }
  }
}

function retryAfter(error: PluginError): number | undefined {
  if (error.code === 'BUSY' || isFaultOfProcess(error)) return 2
  if (error.code !== -32001) return undefined
  const { retryAfterSeconds } = (error.data ?? {}) as { retryAfterSeconds?: unknown }
  return typeof retryAfterSeconds === 'number' ? Math.min(120, Math.max(1, retryAfterSeconds)) : 30
}

/** The plugin's own condition decides, too: in the words of any list of series. */
export async function listToMatch(
  db: Db,
  plugin: PluginView,
  { seriesIds, libraryIds = [] }: Partial<MatchOrder>,
): Promise<number[]> {
  const libraries =
    plugin.libraryUids.length === 0 ? libraryIds : libraryIds.filter((id) => plugin.libraryUids.includes(id))
  if (libraryIds.length > 0 && libraries.length === 0) return []
  const only = libraries.length > 0 ? libraries : plugin.libraryUids
  const parts: SeriesFilter[] = []
  if (only.length > 0) parts.push({ library: { op: 'in', ids: only } })
  if (seriesIds) parts.push({ id: { op: 'in', ids: seriesIds } })
  const { matchCondition } = plugin.settings
  if (matchCondition) parts.push(parseCondition<SeriesFilter>(matchCondition, seriesFields))
  const filter = parts.length === 0 ? undefined : ({ all: parts } as SeriesFilter)
  const found: number[] = []
  for (let offset = 0; ; offset += PAGE) {
    const { ids } = await listSeriesIds(
      db,
      systemViewer,
      { filter, sort: [{ field: 'date_added', direction: 'asc' }] },
      { limit: PAGE, offset },
    )
    found.push(...ids)
    if (ids.length < PAGE) return found
  }
}

export const matchesSeries = (plugin: PluginView): boolean =>
  (knownManifest(plugin)?.capabilities.metadataProvider ?? []).includes('series') &&
  (plugin.settings.targets?.includes('series') ?? true)

/** After a scan: only what is new or called otherwise. */
export async function matchAfterScan(db: Db, tasks: Tasks, libraryId: string): Promise<void> {
  for (const plugin of await listPlugins(db)) {
    const isFor = plugin.libraryUids.length === 0 || plugin.libraryUids.includes(libraryId)
    const wants = plugin.isEnabled && plugin.settings.matchAfterScan && plugin.scopes.includes('library:scan')
    if (!wants || !isFor || !matchesSeries(plugin)) continue
    const params = { pluginId: plugin.uid, libraryIds: [libraryId], onlyNew: true }
    await tasks.add(autoMatch, { params, runAfter: Date.now() + AFTER_SCAN_MS })
  }
}

/** Those whose time has come. */
export async function matchDue(db: Db, tasks: Tasks, since: number): Promise<void> {
  for (const plugin of await listPlugins(db)) {
    const { matchCron } = plugin.settings
    if (!plugin.isEnabled || !matchCron || !matchesSeries(plugin) || !cronDue(matchCron, since)) continue
    await tasks.add(autoMatch, { params: { pluginId: plugin.uid, onlyNew: true } })
  }
}

const AT_ONCE = 4
const PAGE = 500
const MOST_ATTEMPTS = 5
/** What was found is analysed by then, as a rule; the next scan catches what was not. */
const AFTER_SCAN_MS = 15_000
