import { plugins as routes } from '../../contract/plugins.ts'
import { problem } from '../../contract/problems.ts'
import type { PluginProcessStatus } from '../../plugins/host/plugin-host.ts'
import { recommendedPlugins } from '../../plugins/install/recommended-plugins.ts'
import {
  changePlugin,
  createPlugin,
  disablePlugin,
  enablePlugin,
  installPlugin,
  type PluginDeps,
  type PluginTestResult,
  removePlugin,
  resetPlugin,
  testPlugin,
} from '../../plugins/manage-plugins.ts'
import { previewOrApplyPluginUpdate } from '../../plugins/preview-or-apply-plugin-update.ts'
import { countPluginFailures, listPluginFailures } from '../../store/plugin/failures.ts'
import { findPlugin, listPlugins, type PluginView } from '../../store/plugin/read.ts'
import { uuidToBytes } from '../../store/uid.ts'
import { countUsersOfPlugins } from '../../store/user-plugin/read.ts'
import { formatTimestamp, formatTimestampOrNull } from '../present/format-time.ts'
import { presentPlugin } from '../present/plugin.ts'
import { type OpenSurface, serve } from '../serve.ts'

/** Administration: which plugins are installed, what they may do, and their health. */
export function mountPlugins(api: OpenSurface, deps: PluginDeps): void {
  const { db, plugins, secrets } = deps
  const present = (plugin: PluginView, users = 0) => presentPlugin(secrets, plugin, users)
  const read = (id: string) => readPlugin(deps, id)
  const statusOf = (plugin: PluginView, message: string, tried?: PluginTestResult) => ({
    plugin: present(plugin),
    message,
    healthCheckPerformed: tried !== undefined,
    healthCheckPassed: tried ? tried.error === undefined : null,
    healthCheckLatencyMs: tried?.latencyMs ?? null,
    healthCheckError: tried?.error ?? null,
  })

  serve(api, routes.list, async () => {
    const found = await listPlugins(db)
    const users = await countUsersOfPlugins(db)
    return { plugins: found.map((one) => present(one, users.get(one.id))), total: found.length }
  })
  serve(api, routes.catalogue, async () => {
    const found = await listPlugins(db)
    const installed = (name: string) =>
      found.flatMap((one) => ('package' in one.origin && one.origin.package === name ? [one.uid] : []))
    return { plugins: recommendedPlugins.map((one) => ({ ...one, installed: installed(one.package) })) }
  })
  serve(api, routes.create, async ({ body }) => {
    const plugin = await createPlugin(deps, body)
    if (!body.enabled) return statusOf(plugin, 'The plugin was added.')
    const { plugin: now, tried } = await enablePlugin(deps, plugin)
    return statusOf(now, tried.error ? 'The plugin was added, but it doesn’t start.' : 'The plugin is running.', tried)
  })
  serve(api, routes.install, async ({ body }) => {
    const plugin = await installPlugin(deps, body)
    return statusOf(plugin, 'The plugin was installed. Review its permissions, then enable it.')
  })
  serve(api, routes.read, async ({ params }) => {
    const plugin = await read(params.id)
    return present(plugin, (await countUsersOfPlugins(db)).get(plugin.id))
  })
  serve(api, routes.change, async ({ params, body }) => present(await changePlugin(deps, await read(params.id), body)))
  serve(api, routes.remove, async ({ params }) => removePlugin(deps, await read(params.id)))
  serve(api, routes.enable, async ({ params }) => {
    const { plugin, tried } = await enablePlugin(deps, await read(params.id))
    return statusOf(
      plugin,
      tried.error ? 'The plugin is enabled, but it doesn’t start.' : 'The plugin is running.',
      tried,
    )
  })
  serve(api, routes.disable, async ({ params }) =>
    statusOf(await disablePlugin(deps, await read(params.id)), 'The plugin is disabled.'),
  )
  serve(api, routes.test, async ({ params }) => {
    const plugin = await read(params.id)
    const { manifest, latencyMs, error } = await testPlugin(deps, plugin)
    if (!manifest)
      return { success: false, message: `The plugin doesn’t start: ${error}`, latencyMs: null, manifest: null }
    const message = `${manifest.displayName} ${manifest.version} is responding.`
    return { success: true, message, latencyMs: latencyMs ?? null, manifest: { ...manifest } }
  })
  serve(api, routes.update, async ({ params, body }) => {
    const { plugin, ...difference } = await previewOrApplyPluginUpdate(deps, await read(params.id), body)
    return { ...difference, plugin: present(plugin) }
  })
  serve(api, routes.reset, async ({ params }) => present(await resetPlugin(deps, await read(params.id))))
  serve(api, routes.failures, async ({ params, query }) => {
    const plugin = await read(params.id)
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
    const plugin = await read(params.id)
    const status = await statusOfHost(plugin)
    return {
      health: {
        pluginId: plugin.uid,
        name: plugin.name,
        healthStatus: plugin.isEnabled ? plugin.health : ('disabled' as const),
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
  serve(api, routes.logs, async ({ params }) => ({ lines: linesOf(await statusOfHost(await read(params.id))) }))
  serve(api, routes.metrics, async () => {
    const all = await Promise.all(
      (await listPlugins(db)).map(async (plugin) => {
        const methods = plugin.isEnabled ? ((await statusOfHost(plugin))?.methods ?? {}) : {}
        const counts = Object.values(methods)
        const total = sum(counts.map((one) => one.calls))
        return {
          pluginId: plugin.uid,
          pluginName: plugin.name,
          healthStatus: plugin.isEnabled ? plugin.health : ('disabled' as const),
          requestsTotal: total,
          requestsFailed: sum(counts.map((one) => one.failures)),
          averageMs: total === 0 ? 0 : sum(counts.map((one) => one.milliseconds)) / total,
          methods,
        }
      }),
    )
    return {
      plugins: all,
      requestsTotal: sum(all.map((one) => one.requestsTotal)),
      requestsFailed: sum(all.map((one) => one.requestsFailed)),
    }
  })

  /** A host that doesn't answer has nothing to report; the rest is in the database. */
  async function statusOfHost(plugin: PluginView): Promise<PluginProcessStatus | undefined> {
    return (await plugins.call(plugin.id, 'host/status', undefined, 2000).catch(() => undefined)) as
      | PluginProcessStatus
      | undefined
  }
}

export async function readPlugin({ db }: Pick<PluginDeps, 'db'>, id: string): Promise<PluginView> {
  const plugin = await findPlugin(db, { uid: uuidToBytes(id) })
  if (!plugin) throw noPlugin()
  return plugin
}

const noPlugin = () => problem('not_found', 'There is no such plugin.')
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
const linesOf = (status: PluginProcessStatus | undefined) =>
  (status?.log ?? []).map(({ at, level, message }) => ({ at: formatTimestamp(at), level, message }))
const WINDOW_SECONDS = 3600
