import { problem } from '../../contract/problems.ts'
import type { Db } from '../../store/open.ts'
import { findPlugin, type PluginView } from '../../store/plugin/read.ts'
import { uuidToBytes } from '../../store/uid.ts'
import { findUserPlugin, type UserPlugin } from '../../store/user-plugin/read.ts'
import type { Viewer } from '../../store/viewer.ts'

/** A plugin that the user has enabled, by its id or that of the user's use of it. */
export async function readEnabledPlugin(
  db: Db,
  viewer: Viewer,
  id: string,
): Promise<{ plugin: PluginView; mine: UserPlugin }> {
  const uid = uuidToBytes(id)
  const { userId } = viewer
  const byPlugin = await findPlugin(db, { uid })
  const mine = byPlugin
    ? await findUserPlugin(db, { pluginId: byPlugin.id, userId })
    : await findUserPlugin(db, { uid, userId })
  const plugin = byPlugin ?? (mine && (await findPlugin(db, { id: mine.pluginId })))
  if (!mine || !plugin?.isEnabled) throw problem('not_found', 'You haven’t enabled this plugin.')
  return { plugin, mine }
}

/** A plugin that users can enable, by either id. */
export async function readPluginToEnable(db: Db, viewer: Viewer, id: string): Promise<PluginView> {
  const uid = uuidToBytes(id)
  const mine = await findUserPlugin(db, { uid, userId: viewer.userId })
  const plugin = await findPlugin(db, mine ? { id: mine.pluginId } : { uid })
  if (!plugin?.isEnabled || plugin.pluginType !== 'user') throw problem('not_found', 'There is no such plugin.')
  return plugin
}
