import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { plugins as routes } from '../../contract/plugins.ts'
import { problem } from '../../contract/problems.ts'
import { reasonOf } from '../../contract/reasons.ts'
import { type PluginDeps, resetPlugin } from '../../plugins/manage-plugins.ts'
import { pluginDataDirOf } from '../../plugins/plugin-folders.ts'
import { measureFolder } from '../../plugins/process/measure-folder.ts'
import { findPlugin, listPlugins, type PluginView } from '../../store/plugin/read.ts'
import { type OpenSurface, serve } from '../serve.ts'

/** The files that plugins have stored in their data folders. */
export function mountPluginStorage(api: OpenSurface, deps: PluginDeps): void {
  const { db, config } = deps
  serve(api, routes.storage, async () => {
    const uses = []
    for (const { name } of await listPlugins(db)) uses.push(await storageUseOf(name))
    return {
      plugins: uses,
      totalFileCount: uses.reduce((total, one) => total + one.fileCount, 0),
      totalBytes: uses.reduce((total, one) => total + one.bytes, 0),
    }
  })
  serve(api, routes.storageOf, async ({ params }) => storageUseOf((await read(params.name)).name))
  serve(api, routes.clearStorage, async ({ params }) => {
    const plugin = await read(params.name)
    const before = await storageUseOf(plugin.name)
    const failures = await emptyFolder(pluginDataDirOf(config, plugin.name))
    const after = await storageUseOf(plugin.name)
    // It may start again at once.
    if (reasonOf(plugin.healthReason ?? '')?.code === 'plugin_data_full') await resetPlugin(deps, plugin)
    return {
      filesDeleted: Math.max(0, before.fileCount - after.fileCount),
      bytesFreed: Math.max(0, before.bytes - after.bytes),
      failures,
    }
  })

  async function read(name: string): Promise<PluginView> {
    const plugin = await findPlugin(db, { name })
    if (!plugin) throw problem('not_found', 'There is no such plugin.')
    return plugin
  }

  async function storageUseOf(name: string) {
    const { fileCount, bytes } = await measureFolder(pluginDataDirOf(config, name))
    return { name, fileCount, bytes }
  }
}

/** The folder itself stays: a plugin that is running works in it. Returns how many entries couldn't be deleted. */
async function emptyFolder(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  let failures = 0
  for (const name of names) {
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => {
      failures += 1
    })
  }
  return failures
}
