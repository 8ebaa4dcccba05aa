import { findViewerOfUser } from '../../catalog/access/viewer-of-user.ts'
import type { Db } from '../../store/open.ts'
import { findPlugin } from '../../store/plugin/read.ts'
import { findUserPlugin, type UserPlugin } from '../../store/user-plugin/read.ts'
import { PluginError } from '../protocol/errors.ts'

/** A run takes long: meanwhile the plugin, the connection or its user may have been disabled or removed. */
export async function requireConnection(db: Db, { id, pluginId, userId }: UserPlugin): Promise<void> {
  const [plugin, mine, viewer] = await Promise.all([
    findPlugin(db, { id: pluginId }),
    findUserPlugin(db, { id }),
    findViewerOfUser(db, userId),
  ])
  if (!plugin?.isEnabled || !mine?.isEnabled || !viewer)
    throw new PluginError('DISABLED', 'The connection no longer exists.')
}
