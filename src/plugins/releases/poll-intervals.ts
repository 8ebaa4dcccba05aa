import { isFromWrongClock } from '../../store/clock-tolerance.ts'
import type { Queryable } from '../../store/open.ts'
import type { PluginView } from '../../store/plugin/read.ts'
import type { ReleaseSourceRow } from '../../store/release/sources.ts'
import { listPollIntervals, type TrackedSeriesQuery } from '../../store/release/tracking.ts'
import { readStoredManifest } from '../host/plugin-health.ts'
import type { PluginManifest } from '../protocol/manifest.ts'

/** The followed series that a plugin is polled for: those in its libraries, with an id that it can use. */
const trackedSeriesQueryFor = (
  plugin: PluginView,
  capability: PluginManifest['capabilities']['releaseSource'] = readStoredManifest(plugin)?.capabilities.releaseSource,
): TrackedSeriesQuery => ({ libraryUids: plugin.libraryUids, sources: capability?.requiresExternalIds ?? [] })

type PolledSource = Pick<ReleaseSourceRow, 'last_polled_at' | 'failure_count'>

/**
 * Time is divided into parts of a series' own interval; in each part the series is polled once. That needs no time of
 * the last poll per series: the one of the source says whether a new part has begun since.
 */
export function isIntervalDue(seconds: number, { last_polled_at: polledAt }: PolledSource, now: number): boolean {
  if (polledAt === null || isFromWrongClock(polledAt, now)) return true
  const length = Math.max(seconds, MIN_POLL_INTERVAL_S) * 1000
  return Math.floor(now / length) > Math.floor(polledAt / length)
}

/** Whether a series with its own interval is due before the schedule of the source. */
export async function isAnySeriesDue(
  db: Queryable,
  plugin: PluginView,
  source: PolledSource,
  now: number,
): Promise<boolean> {
  const seconds = await listPollIntervals(db, trackedSeriesQueryFor(plugin))
  return seconds.some((one) => isIntervalDue(one, source, now))
}

/**
 * The followed series to poll now. A poll after a failed one includes all, because nobody knows which were reached, and
 * so does one that a person asked for.
 */
export async function dueSeriesQueryFor(
  db: Queryable,
  plugin: PluginView,
  capability: PluginManifest['capabilities']['releaseSource'],
  source: PolledSource,
  isForAll: boolean,
): Promise<TrackedSeriesQuery> {
  const query = trackedSeriesQueryFor(plugin, capability)
  if (isForAll || source.failure_count > 0) return query
  const seconds = await listPollIntervals(db, query)
  const now = Date.now()
  return { ...query, withoutPollIntervals: seconds.filter((one) => !isIntervalDue(one, source, now)) }
}

/** No series is polled more often, so that sources aren't burdened. */
const MIN_POLL_INTERVAL_S = 900
