import { requireDelegatedPermissions } from '../../catalog/access/key-permissions.ts'
import { problem } from '../../contract/problems.ts'
import { userPlugins as routes } from '../../contract/user-plugins.ts'
import { cancelUserTasks } from '../../plugins/user/cancel-user-tasks.ts'
import {
  disconnectUserPlugin,
  emitUserPluginEvent,
  enablePluginForUser,
  removePluginForUser,
  setUserPluginCredentials,
} from '../../plugins/user/user-plugin-connection.ts'
import { listPlugins, type PluginView } from '../../store/plugin/read.ts'
import { findUserPlugin, listUserPlugins, type UserPlugin } from '../../store/user-plugin/read.ts'
import { changeUserPlugin } from '../../store/user-plugin/write.ts'
import type { Viewer } from '../../store/viewer.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { presentAvailablePlugin, presentUserPlugin } from './present-user-plugin.ts'
import { readEnabledPlugin, readPluginToEnable } from './read-user-plugin.ts'
import { mountUserPluginOauth } from './user-plugin-oauth.ts'
import { mountUserPluginSync, type UserPluginDeps } from './user-plugin-sync.ts'

/** Users' own plugins: their accounts on other sites, and what is synced with them. */
export function mountUserPlugins(api: OpenSurface, deps: UserPluginDeps): void {
  const { db } = deps
  const present = (plugin: PluginView, mine: UserPlugin) => presentUserPlugin(deps, plugin, mine)

  serve(api, routes.list, async ({ viewer }) => {
    const all = (await listPlugins(db)).filter((one) => one.isEnabled && one.pluginType === 'user')
    const mine = new Map((await listUserPlugins(db, viewer.userId)).map((one) => [one.pluginId, one]))
    return {
      enabled: all.flatMap((one) => (mine.has(one.id) ? [present(one, mine.get(one.id)!)] : [])),
      available: all.filter((one) => !mine.has(one.id)).map((one) => presentAvailablePlugin(deps, one)),
    }
  })
  serve(api, routes.read, async ({ params, viewer }) => {
    const { plugin, mine } = await readEnabledPlugin(db, viewer, params.id)
    return present(plugin, mine)
  })
  serve(api, routes.remove, async ({ params, viewer }) => {
    const { plugin, mine } = await readEnabledPlugin(db, viewer, params.id)
    await cancelUserTasks(deps, mine)
    await removePluginForUser(deps, plugin, mine)
  })
  serve(api, routes.enable, async ({ params, viewer }) => {
    const plugin = await readPluginToEnable(db, viewer, params.id)
    return present(plugin, await enablePluginForUser(deps, plugin, viewer))
  })
  serve(api, routes.disable, async ({ params, viewer }) => {
    const { mine } = await readEnabledPlugin(db, viewer, params.id)
    await cancelUserTasks(deps, mine)
    return change(viewer, params.id, { is_enabled: 0 })
  })
  serve(api, routes.configure, async ({ params, body, viewer }) => {
    const text = JSON.stringify(body.config)
    if (text.length > MAX_CONFIG_LETTERS) throw problem('payload_too_large', 'These settings are too large.')
    return change(viewer, params.id, { config: text })
  })
  serve(api, routes.setSyncMode, async ({ params, body, viewer }) =>
    change(viewer, params.id, { auto_sync: Number(body.auto) }),
  )
  serve(api, routes.setCredentials, async ({ params, body, viewer }) => {
    requireDelegatedPermissions(viewer)
    const plugin = await readPluginToEnable(db, viewer, params.id)
    const mine = await enablePluginForUser(deps, plugin, viewer)
    await setUserPluginCredentials(deps, plugin, mine, body)
    return present(plugin, (await findUserPlugin(db, { id: mine.id }))!)
  })
  serve(api, routes.disconnect, async ({ params, viewer }) => {
    const { plugin, mine } = await readEnabledPlugin(db, viewer, params.id)
    await cancelUserTasks(deps, mine)
    await disconnectUserPlugin(deps, plugin, mine)
  })

  mountUserPluginOauth(api, deps)
  mountUserPluginSync(api, deps)

  async function change(viewer: Viewer, id: string, to: Parameters<typeof changeUserPlugin>[2]) {
    const { plugin, mine } = await readEnabledPlugin(db, viewer, id)
    await db.transaction((tx) => changeUserPlugin(tx, mine.id, to))
    emitUserPluginEvent(deps, plugin, viewer.userId)
    return present(plugin, (await findUserPlugin(db, { id: mine.id }))!)
  }
}

const MAX_CONFIG_LETTERS = 100_000
