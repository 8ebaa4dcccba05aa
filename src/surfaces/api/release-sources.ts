import { problem, validationProblem } from '../../contract/problems.ts'
import { reasonOf } from '../../contract/reasons.ts'
import { type ReleaseSource, releases as routes } from '../../contract/releases.ts'
import { DEFAULT_CRON, listEnabledReleaseSources } from '../../plugins/releases/poll-release-source.ts'
import { pollReleaseSourceTask } from '../../plugins/tasks.ts'
import { findPlugin, listPlugins, type PluginView } from '../../store/plugin/read.ts'
import {
  findReleaseSource,
  listReleaseSources,
  type ReleaseSourceRow,
  updateReleaseSource,
} from '../../store/release/sources.ts'
import { bytesToUuid, uuidToBytes } from '../../store/uid.ts'
import { cronFault } from '../../tasks/schedule.ts'
import type { AppContext } from '../app-context.ts'
import { formatTimestampOrNull } from '../present/format-time.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { requireVisibleLibrary } from './library-filter.ts'
import { requireEnabledPlugin } from './read-plugin.ts'

/** The release sources of plugins: their schedules, and polling them on request. */
export function mountReleaseSources(api: OpenSurface, { db, tasks }: AppContext): void {
  serve(api, routes.applicability, async ({ query: { libraryId }, viewer }) => {
    if (libraryId) await requireVisibleLibrary(db, viewer, libraryId)
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
    requireEnabledPlugin(await findPlugin(db, { id: source.plugin_id }))
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

const NEVER_POLLED = {
  etag: null,
  last_polled_at: null,
  last_error: null,
  last_error_at: null,
  last_summary: null,
  failure_count: 0,
}
const parsed = (text: string | null) => (text === null ? null : JSON.parse(text))

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
