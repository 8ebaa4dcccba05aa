import { limitAndOffsetOf, presentListPage } from '../../contract/paging.ts'
import { problem, validationProblem } from '../../contract/problems.ts'
import { reasonOf } from '../../contract/reasons.ts'
import {
  type Release,
  type ReleaseSource,
  releases as routes,
  type SeriesReleaseTracking,
} from '../../contract/releases.ts'
import { assessReleasesAgain } from '../../plugins/releases/assess-release.ts'
import { DEFAULT_CRON, listEnabledReleaseSources } from '../../plugins/releases/poll-release-source.ts'
import { pollReleaseSourceTask } from '../../plugins/tasks.ts'
import { findVisibleLibrary } from '../../store/library/visible-libraries.ts'
import { findPlugin, listPlugins, type PluginView } from '../../store/plugin/read.ts'
import {
  deleteReleases,
  findVisibleReleases,
  listReleaseFacets,
  listReleases,
  type ReleaseView,
  setReleaseState,
} from '../../store/release/releases.ts'
import {
  findReleaseSource,
  listReleaseSources,
  type ReleaseSourceRow,
  updateReleaseSource,
} from '../../store/release/sources.ts'
import {
  addSeriesAlias,
  deleteSeriesAlias,
  isFollowingSeries,
  largestOrNull,
  listSeriesAliases,
  readHighestOwnedNumbers,
  readLanguagesOfSeries,
  readReleaseTracking,
  setFollowingSeries,
  writeReleaseTracking,
} from '../../store/release/tracking.ts'
import { bytesToUuid, type Uid, uuidToBytes } from '../../store/uid.ts'
import { hasPermission, type Viewer } from '../../store/viewer.ts'
import { cronFault } from '../../tasks/schedule.ts'
import type { AppContext } from '../app-context.ts'
import { formatTimestamp, formatTimestampOrNull } from '../present/format-time.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { readSeriesTarget } from './curation-context.ts'

/** New releases of the series users follow. Every user has their own list; nothing is downloaded. */
export function mountReleases(api: OpenSurface, { db, tasks }: AppContext): void {
  const uidOf = (id: string | undefined) => (id === undefined ? undefined : uuidToBytes(id))

  serve(api, routes.list, async ({ query, viewer, request, href }) => {
    const [sort, direction] = query.sort.split(',') as ['series' | 'observed' | 'released', string]
    const filter = {
      state: query.state,
      seriesUid: uidOf(query.seriesId),
      sourceUid: uidOf(query.sourceId),
      libraryUid: uidOf(query.libraryId),
      language: query.language,
      sort,
      descending: direction === 'desc',
    }
    const { data, total } = await listReleases(db, viewer, filter, limitAndOffsetOf(query))
    return presentListPage({ request, href }, query, { data: data.map(present), total })
  })
  serve(api, routes.ofSeries, async ({ params, query, viewer, request, href }) => {
    const series = await readSeriesTarget(db, viewer, params.id)
    const filter = { state: 'all', seriesUid: series.uid, sort: 'observed' as const, descending: true }
    const { data, total } = await listReleases(db, viewer, filter, limitAndOffsetOf(query))
    return presentListPage({ request, href }, query, { data: data.map(present), total })
  })

  const setState = async (viewer: Viewer, ids: readonly string[], state: string): Promise<number> => {
    const found = await findVisibleReleases(db, viewer, ids.map(uuidToBytes))
    if (found.length === 0) throw noRelease()
    const keys = found.map((one) => one.id)
    await db.transaction((tx) => setReleaseState(tx, viewer.userId, keys, state, Date.now()))
    return found.length
  }
  const remove = async (viewer: Viewer, ids: readonly string[]): Promise<number> => {
    const found = await findVisibleReleases(db, viewer, ids.map(uuidToBytes))
    if (found.length === 0) throw noRelease()
    const keys = found.map((one) => one.id)
    await db.transaction((tx) => deleteReleases(tx, keys))
    return keys.length
  }
  serve(api, routes.facets, async ({ viewer }) => {
    const { languages, libraries, series } = await listReleaseFacets(db, viewer)
    const named = (rows: readonly { uid: Uid; name: string }[]) =>
      rows.map(({ uid, name }) => ({ id: bytesToUuid(uid), name }))
    return { languages, libraries: named(libraries), series: named(series) }
  })
  serve(api, routes.change, async ({ params, body, viewer }) => void (await setState(viewer, [params.id], body.state)))
  serve(api, routes.dismiss, async ({ params, viewer }) => void (await setState(viewer, [params.id], 'dismissed')))
  serve(
    api,
    routes.markAcquired,
    async ({ params, viewer }) => void (await setState(viewer, [params.id], 'marked_acquired')),
  )
  serve(api, routes.bulk, async ({ body, viewer }) => {
    if (body.action !== 'delete') return { changed: await setState(viewer, body.ids, STATES[body.action]) }
    if (!hasPermission(viewer, 'SeriesWrite'))
      throw problem('permission_denied', 'This needs the permission SeriesWrite.')
    return { changed: await remove(viewer, body.ids) }
  })
  serve(api, routes.remove, async ({ params, viewer }) => {
    await remove(viewer, [params.id])
  })

  const trackingOf = async (viewer: Viewer, seriesId: number): Promise<SeriesReleaseTracking> => {
    const tracking = await readReleaseTracking(db, seriesId)
    const { latestChapter, latestVolume, confidence, pollIntervalSeconds, ...rest } = tracking
    const owned = (await readHighestOwnedNumbers(db, [seriesId])).get(seriesId)
    return {
      tracked: await isFollowingSeries(db, viewer.userId, seriesId),
      ...rest,
      latestKnownChapter: largestOrNull(latestChapter, owned?.chapter),
      latestKnownVolume: largestOrNull(latestVolume, owned?.volume),
      confidenceThresholdOverride: confidence,
      pollIntervalOverrideS: pollIntervalSeconds,
      effectiveLanguages: tracking.languages ?? (await readLanguagesOfSeries(db, seriesId)),
    }
  }
  serve(api, routes.tracking, async ({ params, viewer }) =>
    trackingOf(viewer, (await readSeriesTarget(db, viewer, params.id)).id),
  )
  serve(api, routes.track, async ({ params, body, viewer }) => {
    const series = await readSeriesTarget(db, viewer, params.id)
    const { tracked, ...shared } = body
    if (Object.keys(shared).length > 0 && !hasPermission(viewer, 'SeriesWrite')) {
      throw problem(
        'permission_denied',
        'You can only follow or unfollow this series. Other changes need the permission SeriesWrite.',
      )
    }
    const before = await readReleaseTracking(db, series.id)
    await db.transaction(async (tx) => {
      const now = Date.now()
      if (tracked !== undefined) await setFollowingSeries(tx, viewer.userId, series.id, tracked, now)
      if (Object.keys(shared).length === 0) return
      const after = {
        trackChapters: shared.trackChapters ?? before.trackChapters,
        trackVolumes: shared.trackVolumes ?? before.trackVolumes,
        latestChapter: orBefore(shared.latestKnownChapter, before.latestChapter),
        latestVolume: orBefore(shared.latestKnownVolume, before.latestVolume),
        confidence: orBefore(shared.confidenceThresholdOverride, before.confidence),
        languages: orBefore(shared.languages, before.languages),
        volumeChapterMap: orBefore(shared.volumeChapterMap, before.volumeChapterMap),
        pollIntervalSeconds: orBefore(shared.pollIntervalOverrideS, before.pollIntervalSeconds),
      }
      await writeReleaseTracking(tx, series.id, after, now)
    })
    await assessReleasesAgain(db, { seriesId: series.id })
    return trackingOf(viewer, series.id)
  })

  serve(api, routes.aliases, async ({ params, viewer }) => ({
    aliases: await listSeriesAliases(db, (await readSeriesTarget(db, viewer, params.id)).id),
  }))
  serve(api, routes.addAlias, async ({ params, body, viewer }) => {
    const series = await readSeriesTarget(db, viewer, params.id)
    const alias = body.alias.trim()
    const aliases = await listSeriesAliases(db, series.id)
    const known = aliases.find((one) => one.alias === alias)
    if (known) return known
    if (aliases.length >= MAX_ALIASES) {
      throw problem('conflict', `A series can have at most ${MAX_ALIASES} aliases. Remove one first.`)
    }
    return { id: await db.transaction((tx) => addSeriesAlias(tx, series.id, alias, Date.now())), alias }
  })
  serve(api, routes.removeAlias, async ({ params, viewer }) => {
    const series = await readSeriesTarget(db, viewer, params.id)
    const isGone = await db.transaction((tx) => deleteSeriesAlias(tx, series.id, uuidToBytes(params.aliasId)))
    if (!isGone) throw problem('not_found', 'There is no such alias.')
  })

  serve(api, routes.applicability, async ({ query: { libraryId }, viewer }) => {
    if (libraryId && !(await findVisibleLibrary(db, viewer, uuidToBytes(libraryId)))) {
      throw problem('not_found', 'There is no such library.')
    }
    const sources = await listReleaseSources(db)
    const isFor = ({ libraryUids }: PluginView) =>
      libraryId === undefined || libraryUids.length === 0 || libraryUids.includes(libraryId)
    const plugins = (await listPlugins(db)).filter(
      (one) => one.isEnabled && isFor(one) && sources.some((row) => row.plugin_id === one.id),
    )
    return { applicable: plugins.length > 0, pluginDisplayNames: plugins.map((one) => one.displayName) }
  })
  serve(api, routes.sources, async () => {
    const plugins = await pluginsById()
    return { sources: (await listReleaseSources(db)).map((row) => presentSource(row, plugins)) }
  })
  serve(api, routes.changeSource, async ({ params, body }) => {
    const source = await readSource(params.id)
    const fault = body.cronSchedule ? cronFault(body.cronSchedule) : undefined
    if (fault) throw validationProblem([{ path: 'cronSchedule', message: fault }])
    const change = {
      ...(body.displayName !== undefined && { display_name: body.displayName }),
      ...(body.enabled !== undefined && { is_enabled: Number(body.enabled) }),
      ...(body.cronSchedule !== undefined && { cron: body.cronSchedule }),
    }
    await db.transaction((tx) => updateReleaseSource(tx, source.id, change))
    return presentSource(await readSource(params.id), await pluginsById())
  })
  serve(api, routes.pollNow, async ({ params }) => {
    const source = await readSource(params.id)
    const plugin = await findPlugin(db, { id: source.plugin_id })
    if (!plugin?.isEnabled) throw problem('conflict', 'The plugin is disabled.')
    const { isNew } = await addPoll(source)
    return isNew
      ? { status: 'enqueued' as const, message: 'The source will be asked.' }
      : { status: 'already_running' as const, message: 'This source is already being checked.' }
  })
  serve(api, routes.pollAll, async () => {
    let enqueued = 0
    for (const { source } of await listEnabledReleaseSources(db)) {
      const { isNew } = await addPoll(source)
      if (isNew) enqueued += 1
    }
    return { enqueued }
  })
  serve(api, routes.resetAll, async () => {
    const sources = await listReleaseSources(db)
    await db.transaction(async (tx) => {
      for (const { id } of sources) await updateReleaseSource(tx, id, NEVER_POLLED)
    })
    return { reset: sources.length }
  })
  serve(api, routes.resetSource, async ({ params }) => {
    const source = await readSource(params.id)
    await db.transaction((tx) => updateReleaseSource(tx, source.id, NEVER_POLLED))
    return presentSource(await readSource(params.id), await pluginsById())
  })

  function addPoll({ id: sourceId }: ReleaseSourceRow) {
    return tasks.add(pollReleaseSourceTask, { params: { sourceId, isForAll: true }, priority: 800 })
  }

  async function readSource(id: string): Promise<ReleaseSourceRow> {
    const source = await findReleaseSource(db, { uid: uuidToBytes(id) })
    if (!source) throw problem('not_found', 'There is no such source.')
    return source
  }

  async function pluginsById(): Promise<Map<number, PluginView>> {
    return new Map((await listPlugins(db)).map((one) => [one.id, one]))
  }
}

const MAX_ALIASES = 100
const NEVER_POLLED = {
  etag: null,
  last_polled_at: null,
  last_error: null,
  last_error_at: null,
  last_summary: null,
  failure_count: 0,
}
const STATES = {
  dismiss: 'dismissed',
  'mark-acquired': 'marked_acquired',
  ignore: 'ignored',
  reset: 'announced',
} as const
const noRelease = () => problem('not_found', 'There is no such release.')
const orBefore = <T>(given: T | undefined, before: T): T => (given === undefined ? before : given)
const parsed = (text: string | null) => (text === null ? null : JSON.parse(text))

function present(row: ReleaseView): Release {
  return {
    id: bytesToUuid(row.uid),
    seriesId: bytesToUuid(row.seriesUid),
    seriesTitle: row.seriesTitle,
    sourceId: bytesToUuid(row.sourceUid),
    sourceName: row.sourceName,
    externalReleaseId: row.external_release_id,
    infoHash: row.info_hash,
    chapters: parsed(row.chapters),
    volumes: parsed(row.volumes),
    language: row.language,
    formatHints: parsed(row.format_hints),
    groupOrUploader: row.uploader,
    payloadUrl: row.payload_url,
    mediaUrl: row.media_url,
    mediaUrlKind: row.media_kind,
    confidence: row.confidence,
    state: row.state as Release['state'],
    metadata: parsed(row.metadata),
    observedAt: formatTimestamp(row.observed_at),
    releasedAt: formatTimestampOrNull(row.released_at),
    createdAt: formatTimestamp(row.created_at),
  }
}

function presentSource(row: ReleaseSourceRow, plugins: ReadonlyMap<number, PluginView>): ReleaseSource {
  const plugin = plugins.get(row.plugin_id)!
  const lastErrorReason = row.last_error === null ? undefined : reasonOf(row.last_error)
  return {
    id: bytesToUuid(row.uid),
    pluginId: plugin.uid,
    pluginName: plugin.displayName,
    sourceKey: row.source_key,
    displayName: row.display_name,
    kind: row.kind,
    enabled: row.is_enabled === 1,
    cronSchedule: row.cron,
    effectiveCronSchedule: row.cron ?? DEFAULT_CRON,
    lastPolledAt: formatTimestampOrNull(row.last_polled_at),
    lastError: row.last_error,
    ...(lastErrorReason && { lastErrorReason }),
    lastErrorAt: formatTimestampOrNull(row.last_error_at),
    lastSummary: parsed(row.last_summary),
    failureCount: row.failure_count,
    etag: row.etag,
    config: parsed(row.config),
  }
}
