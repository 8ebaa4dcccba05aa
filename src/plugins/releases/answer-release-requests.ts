import type { Events } from '../../events/events.ts'
import type { Db } from '../../store/open.ts'
import type { PluginView } from '../../store/plugin/read.ts'
import {
  findReleaseSource,
  type ReleaseSourceToRegister,
  replaceReleaseSources,
  updateReleaseSource,
} from '../../store/release/sources.ts'
import { countTrackedSeries, listTrackedSeries, type TrackedSeriesQuery } from '../../store/release/tracking.ts'
import { bytesToUuid, parseUid } from '../../store/uid.ts'
import { readStoredManifest } from '../host/plugin-health.ts'
import { PluginError, rpcCodes } from '../protocol/errors.ts'
import type { PluginManifest } from '../protocol/manifest.ts'
import { arrayOrEmpty, integerOrUndefined, objectOrUndefined, textOrUndefined } from '../protocol/untrusted-values.ts'
import { dueSeriesQueryFor } from './poll-intervals.ts'
import type { PollProgress } from './poll-progress.ts'
import { recordRelease } from './record-release.ts'
import type { RunningPolls } from './running-polls.ts'

export interface ReleaseContext {
  db: Db
  events: Pick<Events, 'emit'>
  plugin: PluginView
  manifest: Promise<PluginManifest>
  isTrial: boolean
  /** Polls of this host; a plugin that runs for a user polls nothing. */
  polls?: HostPolls
}

export interface HostPolls {
  running: RunningPolls
  sendProgress: (pluginId: number, ...progress: PollProgress) => void
}

/**
 * `releases/*`. A plugin may register its sources before it has responded to `initialize`: the stored manifest is used
 * then, and without one the request waits a moment for the manifest.
 */
export async function answerReleaseRequest(context: ReleaseContext, method: string, params: unknown): Promise<unknown> {
  const given = objectOrUndefined(params) ?? {}
  const capability = (await manifestSoon(context))?.capabilities
  if (capability && !capability.releaseSource) {
    throw new PluginError(
      rpcCodes.authFailed,
      `${method} needs the capability releaseSource, which the plugin did not declare.`,
    )
  }
  if (method === 'releases/register_sources') return register(context, given, capability?.releaseSource?.kinds)
  if (method === 'releases/report_progress') return { emitted: reportProgress(context, given) }
  const source = await sourceOf(context, given.sourceId)
  const wants = capability?.releaseSource
  const isForAll = context.polls?.running.isForAll(context.plugin.id, bytesToUuid(source.uid)) ?? false
  const dueSeries = () => dueSeriesQueryFor(context.db, context.plugin, wants, source, isForAll)
  switch (method) {
    case 'releases/count_tracked':
      return { total: await countTrackedSeries(context.db, await dueSeries()) }
    case 'releases/list_tracked': {
      const limit = integerOrUndefined(given.limit, 1, 1000) ?? 200
      const offset = integerOrUndefined(given.offset, 0, 10_000_000) ?? 0
      const page = await tracked(context, await dueSeries(), wants, limit, offset)
      return { tracked: page, ...(page.length === limit && { nextOffset: offset + limit }) }
    }
    case 'releases/record':
      return recordRelease(context, source.id, given.candidate)
    case 'releases/source_state/get':
      return {
        ...(source.etag !== null && { etag: source.etag }),
        ...(source.last_polled_at !== null && { lastPolledAt: new Date(source.last_polled_at).toISOString() }),
        ...(source.last_error !== null && { lastError: source.last_error }),
        ...(source.last_error_at !== null && { lastErrorAt: new Date(source.last_error_at).toISOString() }),
      }
    case 'releases/source_state/set': {
      const etag = textOrUndefined(given.etag, 1000) ?? null
      await context.db.transaction((tx) => updateReleaseSource(tx, source.id, { etag }))
      return { success: true, etag }
    }
    default:
      throw new PluginError(rpcCodes.methodNotFound, `There is no method ${method}.`)
  }
}

function reportProgress({ plugin, polls }: ReleaseContext, given: Record<string, unknown>): boolean {
  const [current, total] = [integerOrUndefined(given.current, 0, 1e9), integerOrUndefined(given.total, 0, 1e9)]
  if (current === undefined || total === undefined || !polls?.running.mayReport(plugin.id, current >= total))
    return false
  polls.sendProgress(plugin.id, current, total, textOrUndefined(given.message, 200) ?? null)
  return true
}

async function manifestSoon({ plugin, manifest }: ReleaseContext): Promise<PluginManifest | undefined> {
  const known = readStoredManifest(plugin)
  if (known) return known
  const pause = new Promise<undefined>((resolve) => setTimeout(resolve, TIMEOUT_MS, undefined).unref())
  return Promise.race([manifest.catch(() => undefined), pause])
}

async function register(context: ReleaseContext, given: object, kinds: readonly string[] | undefined) {
  const { db, events, plugin, isTrial } = context
  const sources = arrayOrEmpty((given as { sources?: unknown }).sources, MAX_SOURCES).map(
    (one): ReleaseSourceToRegister => {
      const source = objectOrUndefined(one) ?? {}
      const [sourceKey, displayName] = [
        textOrUndefined(source.sourceKey, 500),
        textOrUndefined(source.displayName, 500),
      ]
      const kind = textOrUndefined(source.kind, 50) ?? ''
      if (!sourceKey) throw invalid('source_key cannot be empty')
      if (!displayName) throw invalid('display_name cannot be empty')
      if (kinds && !kinds.includes(kind)) throw invalid(`kind ${kind} was not declared by the plugin`)
      return { sourceKey, displayName, kind, config: source.config ?? null }
    },
  )
  const keys = sources.map((source) => source.sourceKey)
  const twice = keys.find((key, index) => keys.indexOf(key) !== index)
  if (twice !== undefined) throw invalid(`duplicate source_key in request: ${twice}`)
  if (isTrial) return { registered: sources.length, pruned: 0 }
  const replaced = await db.transaction((tx) => replaceReleaseSources(tx, plugin.id, sources, Date.now()))
  events.emit({ type: 'release_sources_registered', pluginId: plugin.uid }, { permission: 'PluginsManage' })
  return replaced
}

async function sourceOf({ db, plugin }: ReleaseContext, sourceId: unknown) {
  const uid = typeof sourceId === 'string' ? parseUid(sourceId) : undefined
  if (!uid) throw invalid('sourceId is not a uuid')
  const source = await findReleaseSource(db, { uid })
  if (!source) throw new PluginError(rpcCodes.notFound, 'source not found')
  if (source.plugin_id !== plugin.id) throw new PluginError(rpcCodes.authFailed, 'the source belongs to another plugin')
  return source
}

type Wants = NonNullable<PluginManifest['capabilities']['releaseSource']>

/** Only the data that the plugin requires, and only for its libraries. */
async function tracked(
  { db }: ReleaseContext,
  query: TrackedSeriesQuery,
  wants: Wants | undefined,
  limit: number,
  offset: number,
) {
  const found = await listTrackedSeries(db, query, { limit, offset })
  const names = wants?.requiresExternalIds ?? []
  return found.map((one) => ({
    seriesId: one.uid,
    ...(wants?.requiresAliases && { aliases: one.aliases }),
    ...(names.length > 0 && {
      externalIds: Object.fromEntries(Object.entries(one.externalIds).filter(([source]) => names.includes(source))),
    }),
    ...(one.latestChapter !== null && { latestKnownChapter: one.latestChapter }),
    ...(one.latestVolume !== null && { latestKnownVolume: one.latestVolume }),
  }))
}

const invalid = (why: string) => new PluginError(rpcCodes.invalidParams, `Invalid params: ${why}.`)
const TIMEOUT_MS = 2000
const MAX_SOURCES = 500
