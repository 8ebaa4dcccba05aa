import { problem } from '../../contract/problems.ts'
import type { Db } from '../../store/open.ts'
import { findPlugin, type PluginView } from '../../store/plugin/read.ts'
import { uuidToBytes } from '../../store/uid.ts'

export async function readPlugin(db: Db, id: string): Promise<PluginView> {
  const plugin = await findPlugin(db, { uid: uuidToBytes(id) })
  if (!plugin) throw problem('not_found', 'There is no such plugin.')
  return plugin
}

export function requireEnabledPlugin(plugin: PluginView | undefined): PluginView {
  if (!plugin?.isEnabled) throw problem('conflict', 'The plugin is disabled.')
  return plugin
}
