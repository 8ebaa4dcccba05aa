import { plugins as routes } from '../../contract/plugins.ts'
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
import { listPlugins, type PluginView } from '../../store/plugin/read.ts'
import { countUsersOfPlugins } from '../../store/user-plugin/read.ts'
import { presentPlugin } from '../present/plugin.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { readPlugin } from './read-plugin.ts'

/** Administration: which plugins are installed, and what they may do. */
export function mountPlugins(api: OpenSurface, deps: PluginDeps): void {
  const { db, secrets } = deps
  const present = (plugin: PluginView, users = 0) => presentPlugin(secrets, plugin, users)
  const read = (id: string) => readPlugin(db, id)
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
}
