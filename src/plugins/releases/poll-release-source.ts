import { reasonSentences } from '../../contract/reasons.ts'
import type { Events } from '../../events/events.ts'
import { isFromWrongClock } from '../../store/clock-tolerance.ts'
import type { Db } from '../../store/open.ts'
import { findPlugin, listPlugins, type PluginView } from '../../store/plugin/read.ts'
import { countReleasesAfter, findNewestReleaseId } from '../../store/release/releases.ts'
import {
  findReleaseSource,
  listReleaseSources,
  type ReleaseSourceRow,
  updateReleaseSource,
} from '../../store/release/sources.ts'
import { countTrackedSeries } from '../../store/release/tracking.ts'
import { bytesToUuid } from '../../store/uid.ts'
import { isCronDue } from '../../tasks/schedule.ts'
import { PermanentTaskError, type TaskContext, type TaskHandler, taskHandler } from '../../tasks/task-kind.ts'
import type { Tasks } from '../../tasks/tasks.ts'
import type { PluginCalls } from '../bus-calls/plugin-bus.ts'
import { readStoredManifest } from '../host/plugin-health.ts'
import { WARNING_FIELD } from '../host/plugin-runner.ts'
import { PluginError } from '../protocol/errors.ts'
import { permanentIfRefused } from '../protocol/permanent-if-refused.ts'
import { arrayOrEmpty, numberOrUndefined, objectOrUndefined, textOrUndefined } from '../protocol/untrusted-values.ts'
import { pollReleaseSourceTask } from '../tasks.ts'
import { assessReleasesAgain } from './assess-release.ts'
import { dueSeriesQueryFor, isAnySeriesDue } from './poll-intervals.ts'
import { onPollProgress } from './poll-progress.ts'
import { recordRelease } from './record-release.ts'

export interface PollDeps {
  db: Db
  events: Pick<Events, 'emit'>
  plugins: () => Promise<PluginCalls>
}

export function pollReleaseSourceHandler(deps: PollDeps): TaskHandler {
  return taskHandler(pollReleaseSourceTask, 'plugin', async (task, context) => {
    const source = await findReleaseSource(deps.db, { id: task.params.sourceId ?? 0 })
    if (!source) throw new PermanentTaskError('The source no longer exists.')
    return pollNow(deps, source, task.params.isForAll === true, context)
  })
}

/** Polls one source, and notes how it went. */
async function pollNow(deps: PollDeps, source: ReleaseSourceRow, isForAll: boolean, context: PollContext) {
  const plugin = await findEnabledPlugin(deps.db, source)
  const now = Date.now()
  const note = async (outcome: PollOutcome): Promise<void> => {
    await deps.db.transaction((tx) => updateReleaseSource(tx, source.id, outcomeToStore(source, outcome, now)))
    const hadError = outcome.error !== null
    const sourceId = bytesToUuid(source.uid)
    deps.events.emit(
      { type: 'release_source_polled', pluginId: plugin.uid, sourceId, hadError },
      { permission: 'PluginsManage' },
    )
  }
  try {
    const newest = await findNewestReleaseId(deps.db)
    const answer = await askForReleases(deps, plugin, source, isForAll, context)
    await recordCandidates(deps, source, answer)
    const summary = summaryOf(answer, await countReleasesAfter(deps.db, newest, source.id))
    await assessReleasesAgain(deps.db, 'announced')
    const dueSeries = () =>
      dueSeriesQueryFor(deps.db, plugin, readStoredManifest(plugin)?.capabilities.releaseSource, source, isForAll)
    const error =
      faultOf(summary, textOrUndefined(answer[WARNING_FIELD], 1000)) ??
      (isUnexpectedlyEmpty(source, answer) && (await countTrackedSeries(deps.db, await dueSeries())) > 0
        ? reasonSentences.release_source_empty
        : null)
    await note({ error, summary, etag: textOrUndefined(answer.etag, 1000) })
    return summary
  } catch (error) {
    // Neither a cancelled poll nor one that a stopping server interrupts is a fault of the source.
    context.signal.throwIfAborted()
    // Nor is one whose plugin was removed or turned off.
    await findEnabledPlugin(deps.db, source)
    await note({ error: sentenceOf(error).slice(0, 2000) })
    throw permanentIfRefused(error)
  }
}

async function findEnabledPlugin(db: Db, source: ReleaseSourceRow): Promise<PluginView> {
  const plugin = await findPlugin(db, { id: source.plugin_id })
  if (!plugin?.isEnabled) throw new PermanentTaskError('The plugin is turned off.')
  return plugin
}

/** A plugin may report no more than “Invalid time value”. */
function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const isOfPlugin = error instanceof PluginError && typeof error.code === 'number'
  return isOfPlugin ? `The source couldn’t be read: ${message}` : message
}

type PollContext = Pick<TaskContext, 'progress' | 'signal'>
type PollAnswer = Record<string, unknown>

interface PollOutcome {
  error: string | null
  summary?: PollSummary
  etag?: string
}

function outcomeToStore(source: ReleaseSourceRow, { error, summary, etag }: PollOutcome, now: number) {
  return {
    last_polled_at: now,
    ...(summary && { last_summary: JSON.stringify(summary) }),
    last_error: error,
    failure_count: error === null ? 0 : source.failure_count + 1,
    ...(error !== null && { last_error_at: now }),
    ...(etag !== undefined && error === null && { etag }),
  }
}

async function askForReleases(
  deps: PollDeps,
  plugin: PluginView,
  source: ReleaseSourceRow,
  isForAll: boolean,
  { progress, signal }: PollContext,
): Promise<PollAnswer> {
  const params = {
    sourceId: bytesToUuid(source.uid),
    sourceKey: source.source_key,
    config: JSON.parse(source.config) as unknown,
    ...(source.etag !== null && { etag: source.etag }),
  }
  const stopListening = onPollProgress(plugin.id, progress)
  try {
    const calls = await deps.plugins()
    const poll = { params, isForAll }
    const answer = await calls.call(plugin.id, 'host/poll', poll, POLL_MS, { waitMs: POLL_MS, signal })
    return objectOrUndefined(answer) ?? {}
  } finally {
    stopListening()
  }
}

/** Most plugins record releases as they find them; some return them at the end. */
async function recordCandidates(deps: PollDeps, source: ReleaseSourceRow, answer: PollAnswer): Promise<void> {
  for (const candidate of arrayOrEmpty(answer.candidates, 1000)) {
    await recordRelease(deps, source.id, candidate).catch(() => {})
  }
}

interface PollSummary {
  parsed: number
  matched: number
  recorded: number
  deduped: number
  notModified: boolean
  upstreamStatus: number | null
}

/** Plugins need not count, so what they recorded is counted here. */
function summaryOf(answer: PollAnswer, recorded: number): PollSummary {
  const count = (value: unknown) => numberOrUndefined(value, 0, 1e9) ?? 0
  return {
    parsed: count(answer.parsed),
    matched: count(answer.matched),
    recorded,
    deduped: count(answer.deduped),
    notModified: answer.notModified === true,
    upstreamStatus: numberOrUndefined(answer.upstreamStatus, 0, 999) ?? null,
  }
}

/** Some plugins report success when their source failed, and mention the failure only on stderr. */
function faultOf(
  { parsed, recorded, notModified, upstreamStatus }: PollSummary,
  warning: string | undefined,
): string | null {
  if (upstreamStatus !== null && (upstreamStatus === 0 || upstreamStatus >= 400))
    return upstreamStatus === 0
      ? reasonSentences.release_source_silent
      : `The source responded with status ${upstreamStatus}.`
  return warning && parsed + recorded === 0 && !notModified ? `The source couldn’t be read: ${warning}` : null
}

/**
 * An RSS feed lists its newest releases whether or not they are new here. A feed that couldn't be parsed yields none,
 * and most plugins report that as a success. Sources that list only changes may well be empty.
 */
const isUnexpectedlyEmpty = ({ kind }: ReleaseSourceRow, { parsed, notModified }: PollAnswer): boolean =>
  kind.startsWith('rss') && parsed === 0 && notModified !== true

export async function queueDuePolls(db: Db, tasks: Tasks, now: number): Promise<void> {
  for (const { source, plugin } of await listEnabledReleaseSources(db)) {
    const isDue =
      isPollDue(source, now) || (source.failure_count === 0 && (await isAnySeriesDue(db, plugin, source, now)))
    if (isDue) await tasks.add(pollReleaseSourceTask, { params: { sourceId: source.id } })
  }
}

/** The sources that can be polled, with their plugins. */
export async function listEnabledReleaseSources(db: Db): Promise<{ source: ReleaseSourceRow; plugin: PluginView }[]> {
  const plugins = new Map((await listPlugins(db)).map((one) => [one.id, one]))
  return (await listReleaseSources(db)).flatMap((source) => {
    const plugin = plugins.get(source.plugin_id)
    return plugin?.isEnabled && source.is_enabled === 1 ? [{ source, plugin }] : []
  })
}

/** A failed source is retried before its next scheduled poll, then less and less often. */
export function isPollDue(
  source: Pick<ReleaseSourceRow, 'cron' | 'last_polled_at' | 'last_error_at' | 'failure_count' | 'created_at'>,
  now: number,
): boolean {
  const { failure_count: failures, last_error_at: failedAt } = source
  if (failures > 0 && failedAt !== null) {
    return (
      isFromWrongClock(failedAt, now) || now >= failedAt + Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1))
    )
  }
  return isCronDue(source.cron ?? DEFAULT_CRON, [source.last_polled_at ?? source.created_at], now)
}

/** Four times a day, not on the hour. */
export const DEFAULT_CRON = '17 */6 * * *'
const POLL_MS = 300_000
const FIRST_RETRY_MS = 10 * 60_000
const MAX_RETRY_MS = 24 * 3_600_000
