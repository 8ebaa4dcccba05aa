import { plugins as routes } from '../../contract/plugins.ts'
import type { PluginProcessStatus } from '../../plugins/host/plugin-host.ts'
import { countPluginFailures, listPluginFailures } from '../../store/plugin/failures.ts'
import { listPlugins, type PluginView } from '../../store/plugin/read.ts'
import type { AppContext } from '../app-context.ts'
import { formatTimestamp, formatTimestampOrNull } from '../present/format-time.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { readPlugin } from './read-plugin.ts'

/** How plugins fare: their processes, failures, log lines and calls. */
export function mountPluginHealth(api: OpenSurface, { db, plugins }: Pick<AppContext, 'db' | 'plugins'>): void {
  serve(api, routes.failures, async ({ params, query }) => {
    const plugin = await readPlugin(db, params.id)
    const { failures, total } = await listPluginFailures(db, plugin.id, query)
    return {
      failures: failures.map(({ uid, code, method, message, log, occurredAt }) => ({
        id: uid,
        errorMessage: message,
        errorCode: code,
        method,
        log,
        occurredAt: formatTimestamp(occurredAt),
      })),
      total,
      windowFailures: await countPluginFailures(db, plugin.id, Date.now() - WINDOW_SECONDS * 1000),
      windowSeconds: WINDOW_SECONDS,
      threshold: 3,
    }
  })
  serve(api, routes.health, async ({ params }) => {
    const plugin = await readPlugin(db, params.id)
    const status = await statusOfHost(plugin)
    return {
      health: {
        pluginId: plugin.uid,
        name: plugin.name,
        healthStatus: healthOf(plugin),
        enabled: plugin.isEnabled,
        failureCount: plugin.failureCount,
        lastFailureAt: formatTimestampOrNull(plugin.lastFailureAt),
        lastSuccessAt: formatTimestampOrNull(plugin.lastSuccessAt),
        disabledReason: plugin.healthReason,
        isRunning: status?.isRunning ?? false,
        processId: status?.pid ?? null,
        startedAt: formatTimestampOrNull(status?.startedAt ?? null),
        nextStartAt: formatTimestampOrNull(status?.nextStartAt ?? null),
        waitingCalls: status?.waiting ?? 0,
        host: status?.host ?? null,
        methods: status?.methods ?? {},
        log: linesOf(status),
      },
    }
  })
  serve(api, routes.logs, async ({ params }) => ({
    lines: linesOf(await statusOfHost(await readPlugin(db, params.id))),
  }))
  serve(api, routes.metrics, async () => {
    const all = await Promise.all((await listPlugins(db)).map(metricsOf))
    return {
      plugins: all,
      requestsTotal: sum(all.map((one) => one.requestsTotal)),
      requestsFailed: sum(all.map((one) => one.requestsFailed)),
    }
  })

  async function metricsOf(plugin: PluginView) {
    const methods = plugin.isEnabled ? ((await statusOfHost(plugin))?.methods ?? {}) : {}
    const counts = Object.values(methods)
    const total = sum(counts.map((one) => one.calls))
    return {
      pluginId: plugin.uid,
      pluginName: plugin.name,
      healthStatus: healthOf(plugin),
      requestsTotal: total,
      requestsFailed: sum(counts.map((one) => one.failures)),
      averageMs: total === 0 ? 0 : sum(counts.map((one) => one.milliseconds)) / total,
      methods,
    }
  }

  /** A host that doesn't answer has nothing to report; the rest is in the database. */
  async function statusOfHost(plugin: PluginView): Promise<PluginProcessStatus | undefined> {
    return (await plugins.call(plugin.id, 'host/status', undefined, 2000).catch(() => undefined)) as
      | PluginProcessStatus
      | undefined
  }
}

const healthOf = (plugin: PluginView) => (plugin.isEnabled ? plugin.health : ('disabled' as const))
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
const linesOf = (status: PluginProcessStatus | undefined) =>
  (status?.log ?? []).map(({ at, level, message }) => ({ at: formatTimestamp(at), level, message }))
const WINDOW_SECONDS = 3600
